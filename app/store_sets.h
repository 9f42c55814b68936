// Which pairs of a part store are checked, and how: the sets, ignored pairs and rules of the command line, with a few
// bits of memory for each part.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/check_sets.h"
#include "graze/clash_rules.h"
#include "graze/store.h"

namespace graze::app {

class StoreSets {
 public:
  // Whatever is given must outlive it; no rules: pairs of all parts. Throws Error where a set of --a or --b has no
  // part.
  StoreSets(const PartStore& store, const SideOf& side, const IgnoredPairs& ignored, const ClashRules* rules);

  // Throws Error where a set of the rules has no part; `name` is what the error calls them.
  void require_parts(const std::string& name) const {
    if (members_) members_->require_parts(name);
  }
  ClashSets sets() const;    // they ask this object
  std::string name() const;  // of all that the sets say (StoreCheckSettings::sets_name)

 private:
  bool same_product(std::uint32_t a, std::uint32_t b) const;
  bool is_ignored(std::uint32_t a, std::uint32_t b) const;

  const PartStore& store_;
  const IgnoredPairs& ignored_;
  const ClashRules* rules_;
  std::vector<ClashSets::Side> sides_;
  std::optional<RuleMembers> members_;
  std::vector<std::size_t> products_;  // hashes of the parts' GlobalIds, where some are shared; else none
};

}  // namespace graze::app
