#include "store/questions.h"

#include <algorithm>

namespace graze {

namespace {

WideHash hash_of(const ClashSettings& settings) {
  // Raised when check_in_order() answers otherwise than before, or its record changes.
  constexpr std::uint32_t method = 3;
  WideChecksum sum;
  sum.add_value(method);
  sum.add_value(settings.tolerance);
  sum.add_value(settings.clearance);
  sum.add_value(settings.contact);
  sum.add_value(settings.measure);
  sum.add_value(settings.budget);
  return sum.value();
}

}  // namespace

Questions::Questions(const ClashSettings& settings, const ClashSets& sets)
    : all_{settings, hash_of(settings)}, reach_(std::max(sets.rule_of ? 0 : settings.clearance, settings.contact)) {
  ClashSets bare;
  bare.each = sets.each;
  (void)find_clashes({}, settings, bare);  // throws for settings that are none
  for (ClashSettings own : sets.each) {
    own.contact = settings.contact;
    own.budget = settings.budget;
    reach_ = std::max(reach_, own.clearance);
    each_.push_back({own, hash_of(own)});
  }
}

WideHash Questions::hash() const {
  WideChecksum sum;
  sum.add_value(all_.hash);
  sum.add_value(each_.size());
  for (const Question& question : each_) sum.add_value(question.hash);
  return sum.value();
}

}  // namespace graze
