// Which parts are meant, and which pairs of them are checked how: selectors and the rules file (docs/clash-rules.md).
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "graze/clash.h"

namespace GRAZE_API graze {

// A set of parts, told by what files say of them: class=IfcWall* and not storey="Level 1".
class Selector {
 public:
  Selector() = default;  // every part
  // Throws Error with the place in the text and what is expected there.
  explicit Selector(const std::string& text);
  bool matches(const Part& part) const;  // does the set have the part?
  bool asks_properties() const;          // does it depend on Part::properties?

  struct Term;  // not for users

 private:
  std::shared_ptr<const Term> term_;
};

// A line of the rules file: which pairs, and what is asked of them.
struct ClashRule {
  std::string name = {};                       // unique in its file
  ClashMeasure measure = ClashMeasure::local;  // as ClashSettings::measure
  double tolerance = 0;                        // as ClashSettings::tolerance
  double clearance = 0;                        // as ClashSettings::clearance
  std::string severity = {};                   // a word of the user's, such as high
  std::string owner = {};                      // who is to look at it
};

// A rules file, read.
struct ClashRules {
  // A pair of sets, by number, and the rule that holds for a part of one and a part of the other.
  struct Cell {
    std::size_t first = 0, second = 0;  // of `sets`
    std::uint32_t rule = 0;             // of `rules`; no_rule: such pairs are not checked
  };
  bool same_product = false;            // pairs of parts of one product are checked, too
  std::vector<Selector> sets = {};      // those that the file names
  std::vector<std::string> names = {};  // of the sets
  std::vector<bool> optional = {};      // of the sets: a model may have no part in them
  std::vector<ClashRule> rules = {};    // in the order of the file
  std::vector<Cell> cells = {};         // the first that holds for a pair decides; a pair without one is not checked

  bool asks_properties() const;  // does a set depend on Part::properties?
};

// Reads a rules file. Lengths with units are turned into those of the model, of `metres_per_unit` metres each (0:
// unknown). Throws Error that names the file, the line, and what is wrong there.
ClashRules read_clash_rules(const std::string& path, double metres_per_unit);
// The same from a text; `name` is what errors call it.
ClashRules parse_clash_rules(const std::string& text, const std::string& name, double metres_per_unit);

// Are both parts of one product: do they have the same GlobalId?
bool same_product(const Part& a, const Part& b);

// Which sets each part is in, a bit for each, and which rule holds for two of them: for parts that need not all be in
// memory.
class RuleMembers {
 public:
  explicit RuleMembers(const ClashRules& rules);  // the rules must outlive it
  void add(const Part& part);                     // the parts in the order of their numbers
  // Of two parts by their numbers: the rule, or no_rule. Whether they are of one product is not asked.
  std::uint32_t rule_of(std::uint32_t a, std::uint32_t b) const;
  std::uint64_t checksum() const;  // of all that rule_of() depends on
  // Throws Error where one of the sets has no part, and is not optional; `name` is what the error calls the rules.
  void require_parts(const std::string& name) const;

 private:
  bool has(std::uint32_t part, std::size_t set) const { return bits_[std::size_t{part} * sets_ + set]; }
  const ClashRules* rules_;
  std::size_t sets_;
  std::vector<bool> bits_;
};

// What decides about each pair, for ClashSets::rule_of: the rules applied to parts, which must outlive it.
std::function<std::uint32_t(std::uint32_t, std::uint32_t)> rule_of_pairs(const ClashRules& rules,
                                                                         std::span<const Part> parts);

}  // namespace graze
