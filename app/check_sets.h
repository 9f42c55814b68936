// Which pairs `graze check` asks about: sets, pairs that are left out, rules.
#pragma once

#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

#include "base/function_ref.h"
#include "graze/clash_rules.h"

namespace graze::app {

// The sides of parts for the selectors of --a and --b: a part is in a set when one of them has it. Without selectors of
// B, A is asked against itself. Throws Error for a selector that is none, and for one that matches no part.
std::vector<ClashSets::Side> make_sides(const std::vector<std::string>& set_a, const std::vector<std::string>& set_b,
                                        const std::vector<Part>& parts);

// The same, one part at a time.
class SideOf {
 public:
  SideOf() = default;  // every part is in both sets
  // Throws Error for a selector that is none.
  SideOf(const std::vector<std::string>& set_a, const std::vector<std::string>& set_b);
  bool all() const noexcept { return selectors_.empty(); }  // whether every part is in both sets
  bool asks_properties() const;                             // whether a selector does
  // `matched`: the selectors that match the part are marked in it.
  ClashSets::Side operator()(const Part& part, std::vector<bool>& matched) const;
  // Throws Error where a selector matches no part.
  void require_matches(const std::vector<bool>& matched) const;

 private:
  struct Named {
    std::string name;  // as the user has it: --a 'text'
    Selector selector;
  };
  static std::vector<Named> named(const std::vector<std::string>& texts, const char* option);
  std::vector<Named> selectors_;  // those of A first
  std::size_t of_a_ = 0;          // how many are of A
};

// The rules of a file or of a preset; one of both is empty. Throws Error.
ClashRules read_rules(const std::string& file, const std::string& preset, double metres_per_unit);
// What is asked under each rule, for ClashSets::each.
std::vector<ClashSettings> settings_of(const std::vector<ClashRule>& rules);

// Ids, and pairs of patterns.
struct IgnoredPairs {
  std::unordered_set<std::string> ids;
  std::vector<std::pair<std::string, std::string>> patterns;

  bool empty() const noexcept { return ids.empty() && patterns.empty(); }
  bool holds(const Part& a, const Part& b, const PartKey& key_a, const PartKey& key_b) const;
};
// Notes for patterns that match no part: nothing is ignored for their sake.
void note_unmatched(const IgnoredPairs& ignored, std::uint32_t parts, FunctionRef<std::string(std::uint32_t)> path_of);
// A line is an id, or two patterns parted by |; # begins a comment where a line does. Nothing of an empty path.
IgnoredPairs read_ignored(const std::string& path);

}  // namespace graze::app
