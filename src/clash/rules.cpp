// The rules file of graze/clash_rules.h, line by line; docs/clash-rules.md has its grammar.
#include <algorithm>
#include <fstream>
#include <iterator>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/hash.h"
#include "clash/length.h"
#include "clash/rule_presets.h"
#include "graze/clash_rules.h"
#include "graze/error.h"

namespace graze {

namespace {

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view blank = " \t\r";
  const std::size_t from = text.find_first_not_of(blank);
  if (from == std::string_view::npos) return {};
  return text.substr(from, text.find_last_not_of(blank) - from + 1);
}

// The first word, taken off the text.
std::string_view take_word(std::string_view& text) {
  text = trimmed(text);
  const std::string_view word = text.substr(0, text.find_first_of(" \t"));
  text = trimmed(text.substr(word.size()));
  return word;
}

std::string unquoted(std::string_view text) {
  const bool quoted = text.size() >= 2 && text.front() == '"' && text.back() == '"';
  return std::string(quoted ? text.substr(1, text.size() - 2) : text);
}

// Parts of a text between commas that are not in quotes.
std::vector<std::string_view> split(std::string_view text) {
  std::vector<std::string_view> parts;
  bool quoted = false;
  std::size_t from = 0;
  for (std::size_t i = 0; i <= text.size(); ++i) {
    if (i < text.size() && text[i] == '"') quoted = !quoted;
    if (i < text.size() && (text[i] != ',' || quoted)) continue;
    parts.push_back(trimmed(text.substr(from, i - from)));
    from = i + 1;
  }
  return parts;
}

bool is_set_name(std::string_view text) {
  return !text.empty() && text.find_first_of(" \t=:,\"()") == std::string_view::npos;
}

class Reader {
 public:
  Reader(std::string name, double metres_per_unit) : name_(std::move(name)), metres_(metres_per_unit) { add_any(); }

  void read(std::string_view text) {
    line_ = 0;
    while (!text.empty()) {
      const std::size_t end = text.find('\n');
      ++line_;
      read_line(trimmed(text.substr(0, end)));
      text = end == std::string_view::npos ? std::string_view{} : text.substr(end + 1);
    }
  }
  ClashRules finish() {
    if (rules_.cells.empty()) throw Error(name_ + ": there is no rule in it");
    return std::move(rules_);
  }

 private:
  [[noreturn]] void fail(const std::string& message) const {
    throw Error(name_ + ":" + std::to_string(line_) + ": " + message);
  }

  void add_any() {
    sets_["any"] = 0;
    rules_.sets.emplace_back();
    rules_.names.emplace_back("any");
    rules_.optional.push_back(true);
  }

  void read_line(std::string_view line) {
    if (line.empty() || line.front() == '#') return;
    const std::string_view word = take_word(line);
    if (word == "set") return read_set(line, in_preset_);
    if (word == "optional" && take_word(line) == "set") return read_set(line, true);
    if (word == "rule") return read_rule(line);
    if (word == "skip") return add_cell(line, no_rule);
    if (word == "preset") return read_preset(line);
    if (word == "check" && line == "same product") {
      rules_.same_product = true;
      return;
    }
    fail("'" + std::string(word) + "' is not one of set, rule, skip, preset, 'optional set', 'check same product'");
  }

  void read_set(std::string_view line, bool optional) {
    const std::size_t equal = line.find('=');
    if (equal == std::string_view::npos) fail("a set is written: set NAME = SELECTOR");
    const std::string name(trimmed(line.substr(0, equal)));
    if (!is_set_name(name)) fail("'" + name + "' is no name of a set: one word without = : , quotes or parentheses");
    if (sets_.contains(name)) fail("there is a set '" + name + "' already");
    try {
      rules_.sets.emplace_back(std::string(trimmed(line.substr(equal + 1))));
    } catch (const Error& error) {
      fail(error.what());
    }
    sets_[name] = rules_.sets.size() - 1;
    rules_.names.push_back(name);
    rules_.optional.push_back(optional);
  }

  std::size_t set_of(std::string_view name) const {
    const auto found = sets_.find(std::string(name));
    if (found == sets_.end()) {
      fail("there is no set '" + std::string(name) + "' before this line" +
           (is_set_name(name) ? "" : "; a pair is written: SET against SET"));
    }
    return found->second;
  }

  void add_cell(std::string_view text, std::uint32_t rule) {
    const std::size_t against = text.find(" against ");
    if (against == std::string_view::npos) fail("a pair is written: SET against SET");
    const std::size_t first = set_of(trimmed(text.substr(0, against)));
    rules_.cells.push_back({first, set_of(trimmed(text.substr(against + 9))), rule});
  }

  double length_of(const std::string& text, const char* field) const {
    try {
      return parse_length(text, metres_, field);
    } catch (const Error& error) {
      fail(error.what());
    }
  }

  void read_rule(std::string_view line) {
    const std::size_t colon = line.find(':');
    if (colon == std::string_view::npos) fail("a rule is written: rule NAME: SET against SET, tolerance 10mm, ...");
    ClashRule rule;
    rule.name = unquoted(trimmed(line.substr(0, colon)));
    if (rule.name.empty()) fail("the rule has no name");
    for (const ClashRule& other : rules_.rules)
      if (other.name == rule.name) fail("there is a rule '" + rule.name + "' already");
    const std::vector<std::string_view> parts = split(line.substr(colon + 1));
    add_cell(parts[0], static_cast<std::uint32_t>(rules_.rules.size()));
    for (std::size_t i = 1; i < parts.size(); ++i) {
      std::string_view rest = parts[i];
      const std::string field(take_word(rest)), value = unquoted(rest);
      if (value.empty()) fail("'" + field + "' of the rule has no value");
      if (field == "tolerance") {
        rule.tolerance = length_of(value, "tolerance");
      } else if (field == "clearance") {
        rule.clearance = length_of(value, "clearance");
      } else if (field == "measure") {
        if (value != "local" && value != "separating") fail("measure: '" + value + "' is not one of local, separating");
        rule.measure = value == "local" ? ClashMeasure::local : ClashMeasure::separating;
      } else if (field == "severity") {
        rule.severity = value;
      } else if (field == "owner") {
        rule.owner = value;
      } else {
        fail("'" + field + "' is not one of tolerance, clearance, measure, severity, owner");
      }
    }
    rules_.rules.push_back(std::move(rule));
  }

  void read_preset(std::string_view line) {
    const std::string_view text = rule_preset(line);
    if (text.empty()) {
      fail("there is no preset '" + std::string(line) + "'; there are " + std::string(rule_preset_names));
    }
    const std::uint64_t here = line_;
    const std::string name = std::exchange(name_, "preset " + std::string(line));
    const bool within = std::exchange(in_preset_, true);
    try {
      read(text);
    } catch (const Error& error) {
      name_ = name;
      line_ = here;
      fail(error.what());
    }
    in_preset_ = within;
    name_ = name;
    line_ = here;
  }

  std::string name_;
  bool in_preset_ = false;  // its sets are optional: it is for models of any kind
  double metres_;
  std::uint64_t line_ = 0;
  std::map<std::string, std::size_t> sets_;
  ClashRules rules_;
};

}  // namespace

ClashRules parse_clash_rules(const std::string& text, const std::string& name, double metres_per_unit) {
  Reader reader(name, metres_per_unit);
  reader.read(text);
  return reader.finish();
}

ClashRules read_clash_rules(const std::string& path, double metres_per_unit) {
  std::ifstream file(path, std::ios::binary);
  if (!file) throw Error(path + ": cannot be read");
  const std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  return parse_clash_rules(text, path, metres_per_unit);
}

bool same_product(const Part& a, const Part& b) {
  return !a.global_id.empty() && a.global_id == b.global_id && a.file == b.file;
}

bool ClashRules::asks_properties() const {
  return std::any_of(sets.begin(), sets.end(), [](const Selector& set) { return set.asks_properties(); });
}

RuleMembers::RuleMembers(const ClashRules& rules) : rules_(&rules), sets_(rules.sets.size()) {}

void RuleMembers::add(const Part& part) {
  for (const Selector& set : rules_->sets) bits_.push_back(set.matches(part));
}

std::uint64_t RuleMembers::checksum() const {
  Checksum sum;
  for (const ClashRules::Cell& cell : rules_->cells) {
    const std::uint64_t numbers[] = {cell.first, cell.second, cell.rule};
    sum.add(numbers, sizeof numbers);
  }
  for (const bool bit : bits_) {
    const std::uint8_t byte = bit ? 1 : 0;
    sum.add(&byte, 1);
  }
  return sum.value();
}

void RuleMembers::require_parts(const std::string& name) const {
  std::vector<bool> any(sets_, false);
  for (std::size_t i = 0; i < bits_.size(); ++i)
    if (bits_[i]) any[i % sets_] = true;
  for (std::size_t set = 0; set < sets_; ++set)
    if (!any[set] && !rules_->optional[set])
      throw Error(name + ": no part is in the set '" + rules_->names[set] +
                  "': correct its selector, or write 'optional set' where a model may have none");
}

std::uint32_t RuleMembers::rule_of(std::uint32_t a, std::uint32_t b) const {
  for (const ClashRules::Cell& cell : rules_->cells) {
    const bool forward = has(a, cell.first) && has(b, cell.second);
    if (forward || (has(b, cell.first) && has(a, cell.second))) return cell.rule;
  }
  return no_rule;
}

std::function<std::uint32_t(std::uint32_t, std::uint32_t)> rule_of_pairs(const ClashRules& rules,
                                                                         std::span<const Part> parts) {
  RuleMembers members(rules);
  for (const Part& part : parts) members.add(part);
  return [&rules, parts, members = std::move(members)](std::uint32_t a, std::uint32_t b) {
    if (!rules.same_product && same_product(parts[a], parts[b])) return no_rule;
    return members.rule_of(a, b);
  };
}

}  // namespace graze
