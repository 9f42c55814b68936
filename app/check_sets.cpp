#include "app/check_sets.h"

#include <algorithm>
#include <iterator>

#include "app/output.h"
#include "clash/pattern.h"
#include "graze/error.h"
#include "io/text_file.h"

namespace graze::app {

namespace {

std::string trimmed(std::string_view text) {
  const auto blank = [](char c) { return c == ' ' || c == '\t'; };
  while (!text.empty() && blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && blank(text.back())) text.remove_suffix(1);
  return std::string(text);
}

}  // namespace

std::vector<SideOf::Named> SideOf::named(const std::vector<std::string>& texts, const char* option) {
  std::vector<Named> result;
  for (const std::string& text : texts) {
    const std::string name = std::string(option) + " '" + text + "'";
    try {
      result.push_back({name, Selector(text)});
    } catch (const Error& error) {
      throw Error(name + ": " + error.what());
    }
  }
  return result;
}

SideOf::SideOf(const std::vector<std::string>& set_a, const std::vector<std::string>& set_b)
    : selectors_(named(set_a, "--a")), of_a_(selectors_.size()) {
  std::vector<Named> of_b = named(set_b, "--b");
  std::move(of_b.begin(), of_b.end(), std::back_inserter(selectors_));
}

bool SideOf::asks_properties() const {
  return std::any_of(selectors_.begin(), selectors_.end(),
                     [](const Named& named) { return named.selector.asks_properties(); });
}

ClashSets::Side SideOf::operator()(const Part& part, std::vector<bool>& matched) const {
  matched.resize(selectors_.size());
  bool a = of_a_ == 0, b = false;
  for (std::size_t i = 0; i < selectors_.size(); ++i) {
    if (!selectors_[i].selector.matches(part)) continue;
    matched[i] = true;
    (i < of_a_ ? a : b) = true;
  }
  if (of_a_ == selectors_.size()) b = a;
  return static_cast<ClashSets::Side>((a ? ClashSets::a : 0) | (b ? ClashSets::b : 0));
}

void SideOf::require_matches(const std::vector<bool>& matched) const {
  for (std::size_t i = 0; i < selectors_.size(); ++i)
    if (i >= matched.size() || !matched[i]) throw Error(selectors_[i].name + ": no part matches");
}

std::vector<ClashSets::Side> make_sides(const std::vector<std::string>& set_a, const std::vector<std::string>& set_b,
                                        const std::vector<Part>& parts) {
  std::vector<ClashSets::Side> sides;
  const SideOf side(set_a, set_b);
  if (side.all()) return sides;
  std::vector<bool> matched;
  for (const Part& part : parts) sides.push_back(side(part, matched));
  side.require_matches(matched);
  return sides;
}

void note_unmatched(const IgnoredPairs& ignored, std::uint32_t parts, FunctionRef<std::string(std::uint32_t)> path_of) {
  std::vector<std::string> unmatched;
  for (const auto& [one, other] : ignored.patterns) unmatched.insert(unmatched.end(), {one, other});
  for (std::uint32_t i = 0; i < parts && !unmatched.empty(); ++i) {
    const std::string path = path_of(i);
    std::erase_if(unmatched, [&](const std::string& pattern) { return matches(pattern, path); });
  }
  for (const std::string& pattern : unmatched) report("graze: note: --ignore: no part matches '" + pattern + "'\n");
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
