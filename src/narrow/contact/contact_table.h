// The table of find_contacts.
#pragma once

#include "graze/contacts.h"
#include "narrow/families.h"
#include "narrow/table.h"

namespace graze {

// The functions take the bodies either way round.
using ContactCell = Cell<ContactResult(const Body&, const Body&, const ContactSettings&)>;
extern const Table<ContactCell> contact_ways;

}  // namespace graze
