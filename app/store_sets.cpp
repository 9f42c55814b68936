#include "app/store_sets.h"

#include <functional>
#include <set>

namespace graze::app {

StoreSets::StoreSets(const PartStore& store, const SideOf& side, const IgnoredPairs& ignored, const ClashRules* rules)
    : store_(store), ignored_(ignored), rules_(rules) {
  if (rules != nullptr) members_.emplace(*rules);
  const bool products = store.info().shared_ids > 0 && (rules == nullptr || !rules->same_product);
  if (side.all() && rules == nullptr && !products) return;
  const bool properties = side.asks_properties() || (rules != nullptr && rules->asks_properties());
  std::vector<bool> matched;
  for (std::uint32_t i = 0; i < store.size(); ++i) {
    const Part part = properties ? store.part_with_properties(i) : store.part_without_shape(i);
    if (!side.all()) sides_.push_back(side(part, matched));
    if (members_) members_->add(part);
    if (products) products_.push_back(std::hash<std::string>()(part.global_id));
  }
  if (!side.all()) side.require_matches(matched);
}

// The hashes spare most pairs the reading of their texts.
bool StoreSets::same_product(std::uint32_t a, std::uint32_t b) const {
  return !products_.empty() && products_[a] == products_[b] &&
         graze::same_product(store_.part_without_shape(a), store_.part_without_shape(b));
}

bool StoreSets::is_ignored(std::uint32_t a, std::uint32_t b) const {
  if (same_product(a, b)) return true;
  if (ignored_.empty()) return false;
  const Part part_a = store_.part_without_shape(a), part_b = store_.part_without_shape(b);
  return ignored_.holds(part_a, part_b, store_.key(a, part_a), store_.key(b, part_b));
}

ClashSets StoreSets::sets() const {
  ClashSets sets;
  sets.sides = sides_;
  if (!products_.empty() || !ignored_.empty())
    sets.ignored = [this](std::uint32_t a, std::uint32_t b) { return is_ignored(a, b); };
  if (members_) {
    sets.each = settings_of(rules_->rules);
    sets.rule_of = [this](std::uint32_t a, std::uint32_t b) { return members_->rule_of(a, b); };
  }
  return sets;
}

std::string StoreSets::name() const {
  std::string name = rules_ == nullptr || !rules_->same_product ? "other products\n" : "all\n";
  if (members_) name += "rules " + std::to_string(members_->checksum()) + "\n";
  for (const std::string& id : std::set<std::string>(ignored_.ids.begin(), ignored_.ids.end())) name += id + "\n";
  for (const auto& [a, b] : ignored_.patterns) name += a + "|" + b + "\n";
  return name;
}

}  // namespace graze::app
