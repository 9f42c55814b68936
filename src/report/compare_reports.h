// A report against an earlier one: what is new, what has stayed, what is gone, and which parts have other names.
#pragma once

#include "report/clash_report.h"

namespace graze {

// Sets states, resolved and renamed. A clash has stayed when both its parts are those of an earlier clash: parts are
// the same by their keys (graze/clash.h); else, where the earlier one is not there any more, by shape and place
// (renamed), by names and shape (moved), or by names alone (changed), as long as that means one part only.
void compare_with(const EarlierReport& earlier, ClashReport& report);

}  // namespace graze
