#include "app/check_sets.h"

#include <algorithm>

#include "clash/pattern.h"
#include "graze/error.h"
#include "io/text_file.h"

namespace graze::app {

namespace {

std::vector<Selector> selectors(const std::vector<std::string>& texts, const char* option) {
  std::vector<Selector> result;
  for (const std::string& text : texts) {
    try {
      result.emplace_back(text);
    } catch (const Error& error) {
      throw Error(std::string(option) + " '" + text + "': " + error.what());
    }
  }
  return result;
}

bool any_has(const std::vector<Selector>& of, const Part& part) {
  return std::any_of(of.begin(), of.end(), [&](const Selector& selector) { return selector.matches(part); });
}

std::string trimmed(std::string_view text) {
  const auto blank = [](char c) { return c == ' ' || c == '\t'; };
  while (!text.empty() && blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && blank(text.back())) text.remove_suffix(1);
  return std::string(text);
}

}  // namespace

SideOf::SideOf(const std::vector<std::string>& set_a, const std::vector<std::string>& set_b)
    : a_(selectors(set_a, "--a")), b_(selectors(set_b, "--b")) {}

bool SideOf::asks_properties() const {
  const auto asks = [](const Selector& selector) { return selector.asks_properties(); };
  return std::any_of(a_.begin(), a_.end(), asks) || std::any_of(b_.begin(), b_.end(), asks);
}

ClashSets::Side SideOf::operator()(const Part& part) const {
  const bool a = a_.empty() || any_has(a_, part);
  const bool b = b_.empty() ? a : any_has(b_, part);
  return static_cast<ClashSets::Side>((a ? ClashSets::a : 0) | (b ? ClashSets::b : 0));
}

void require_parts(const std::vector<ClashSets::Side>& sides) {
  const auto none_in = [&](ClashSets::Side set) {
    return std::none_of(sides.begin(), sides.end(), [&](ClashSets::Side side) { return (side & set) != 0; });
  };
  if (none_in(ClashSets::a)) throw Error("--a: no part matches");
  if (none_in(ClashSets::b)) throw Error("--b: no part matches");
}

std::vector<ClashSets::Side> make_sides(const std::vector<std::string>& set_a, const std::vector<std::string>& set_b,
                                        const std::vector<Part>& parts) {
  std::vector<ClashSets::Side> sides;
  const SideOf side(set_a, set_b);
  if (side.all()) return sides;
  for (const Part& part : parts) sides.push_back(side(part));
  require_parts(sides);
  return sides;
}

ClashRules read_rules(const std::string& file, const std::string& preset, double metres_per_unit) {
  if (!file.empty() && !preset.empty())
    throw Error("--rules and --preset: one of them; a rules file may have a line 'preset NAME'");
  if (!file.empty()) return read_clash_rules(file, metres_per_unit);
  return parse_clash_rules("preset " + preset, "--preset", metres_per_unit);
}

std::vector<ClashSettings> settings_of(const std::vector<ClashRule>& rules) {
  std::vector<ClashSettings> each;
  for (const ClashRule& rule : rules) {
    ClashSettings own;
    own.measure = rule.measure;
    own.tolerance = rule.tolerance;
    own.clearance = rule.clearance;
    each.push_back(own);
  }
  return each;
}

bool IgnoredPairs::holds(const Part& a, const Part& b, const PartKey& key_a, const PartKey& key_b) const {
  if (!ids.empty() && ids.contains(clash_id(key_a, key_b))) return true;
  return std::any_of(patterns.begin(), patterns.end(), [&](const auto& pair) {
    return (matches(pair.first, a.path) && matches(pair.second, b.path)) ||
           (matches(pair.first, b.path) && matches(pair.second, a.path));
  });
}

IgnoredPairs read_ignored(const std::string& path) {
  IgnoredPairs ignored;
  if (path.empty()) return ignored;
  TextFile file(path);
  std::string_view line;
  while (file.next(line, false)) {
    const std::string text = trimmed(line);
    if (text.empty() || text[0] == '#') continue;
    const std::size_t bar = text.find('|');
    if (bar != std::string::npos) {
      ignored.patterns.emplace_back(trimmed(std::string_view(text).substr(0, bar)),
                                    trimmed(std::string_view(text).substr(bar + 1)));
    } else if (text.size() == 16 && text.find_first_not_of("0123456789abcdef") == std::string::npos) {
      ignored.ids.insert(text);
    } else {
      file.fail("neither the id of a clash nor two patterns parted by '|'");
    }
  }
  return ignored;
}

}  // namespace graze::app
