// Pairs of parts asked in an order that does not depend on what the parts are called: a part that is renamed keeps all
// that was found about it, to the bit.
#pragma once

#include "clash/pair.h"

namespace graze {

// Below 0: a is asked first; above 0: b is. By where the bodies are and what they look like. 0: both are the same.
int order_of(const Body& a, const Body& b);

// The same outcome with a and b exchanged.
PairOutcome turned(PairOutcome outcome);

// check_pair(), of b and a where these are in order.
PairOutcome check_in_order(const PairParts& parts, const ClashSettings& settings);

}  // namespace graze
