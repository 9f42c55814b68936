#include "robot/yaml.h"

#include <algorithm>
#include <initializer_list>
#include <map>
#include <memory>
#include <unordered_map>
#include <utility>
#include <vector>

#include "graze/error.h"
#include "io/number.h"
#include "io/text_file.h"
#include "robot/xacro_expression.h"
#include "robot/xacro_math.h"

namespace graze {

namespace {

constexpr int deepest_yaml = 64;
constexpr std::size_t most_nodes = 1'000'000;

struct Line {
  std::size_t indent = 0;
  std::string text;  // without the indent, comments and blanks at its end
  std::uint64_t number = 0;
};

// A table that is being read, with the place of each key.
class TableInProgress {
 public:
  // The last value of a key counts, at the place of the first.
  void set(const std::string& key, XacroValue value) {
    const auto [at, added] = place_.try_emplace(key, entries_->size());
    if (added)
      entries_->emplace_back(key, std::move(value));
    else
      (*entries_)[at->second].second = std::move(value);
  }
  void set_if_new(const std::string& key, const XacroValue& value) {
    if (place_.try_emplace(key, entries_->size()).second) entries_->emplace_back(key, value);
  }
  XacroValue finish() { return {entries_}; }

 private:
  std::shared_ptr<XacroDict> entries_ = std::make_shared<XacroDict>();
  std::unordered_map<std::string, std::size_t> place_;
};

class YamlReader {
 public:
  explicit YamlReader(const std::string& path) : path_(path) {
    TextFile file(path);
    std::string_view view;
    while (file.next(view, false)) {
      std::string text = without_comment(std::string(view));
      const std::size_t indent = text.find_first_not_of(' ');
      if (indent == std::string::npos || text == "---" || text == "...") continue;
      if (text[indent] == '\t') fail(file.line(), "a tab indents the line");
      if (text[indent] == '%') continue;
      lines_.push_back({indent, text.substr(indent), file.line()});
    }
  }

  XacroValue read() {
    if (lines_.empty()) return {};
    XacroValue value = block(lines_[0].indent, 0);
    if (at_ < lines_.size()) fail(lines_[at_].number, "the line is indented in a way that is not understood");
    return value;
  }

 private:
  [[noreturn]] void fail(std::uint64_t line, const std::string& why) const {
    throw Error(path_ + ":" + std::to_string(line) + ": " + why);
  }

  static std::string without_comment(const std::string& text) {
    char quote = 0;
    std::size_t end = text.size();
    for (std::size_t i = 0; i < text.size(); ++i) {
      if (quote != 0) {
        if (text[i] == quote) quote = 0;
      } else if ((text[i] == '\'' || text[i] == '"') &&
                 (i == 0 || !std::isalnum(static_cast<unsigned char>(text[i - 1])))) {
        quote = text[i];
      } else if (text[i] == '#' && (i == 0 || text[i - 1] == ' ' || text[i - 1] == '\t')) {
        end = i;
        break;
      }
    }
    while (end > 0 && (text[end - 1] == ' ' || text[end - 1] == '\t' || text[end - 1] == '\r')) --end;
    return text.substr(0, end);
  }

  // Where "key:" ends, one past the colon; npos: the line is none.
  static std::size_t key_end(const std::string& text) {
    char quote = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
      if (quote != 0) {
        if (text[i] == quote) quote = 0;
      } else if (i == 0 && (text[i] == '\'' || text[i] == '"')) {
        quote = text[i];
      } else if (i == 0 && (text[i] == '[' || text[i] == '{')) {
        return std::string::npos;
      } else if (text[i] == ':' && (i + 1 == text.size() || text[i + 1] == ' ')) {
        return i + 1;
      }
    }
    return std::string::npos;
  }

  static bool is_item(const std::string& text) { return text == "-" || text.starts_with("- "); }

  XacroValue block(std::size_t indent, int depth) {
    if (depth > deepest_yaml) fail(lines_[at_].number, "nested too deep");
    if (is_item(lines_[at_].text)) return list(indent, depth);
    if (key_end(lines_[at_].text) == std::string::npos) {
      const Line& line = lines_[at_++];
      return scalar(line.text, line.number, depth);
    }
    return table(indent, depth);
  }

  XacroValue list(std::size_t indent, int depth) {
    auto items = std::make_shared<XacroList>();
    while (at_ < lines_.size() && lines_[at_].indent == indent && is_item(lines_[at_].text)) {
      Line& line = lines_[at_];
      const std::size_t inner = line.text.find_first_not_of(' ', 1);
      if (inner == std::string::npos) {
        ++at_;
        const bool deeper = at_ < lines_.size() && lines_[at_].indent > indent;
        items->push_back(deeper ? block(lines_[at_].indent, depth + 1) : XacroValue{});
      } else {
        // What stands after the dash is a block of its own, indented by the dash.
        line.indent += inner;
        line.text = line.text.substr(inner);
        std::string rest = line.text;
        const std::string anchor = take_anchor(rest);
        if (!anchor.empty()) {
          const std::size_t before = nodes_;
          const std::size_t at_line = line.number;
          if (rest.empty()) {
            ++at_;
            const bool deeper = at_ < lines_.size() && lines_[at_].indent > indent;
            items->push_back(deeper ? block(lines_[at_].indent, depth + 1) : XacroValue{});
          } else {
            line.indent += line.text.size() - rest.size();
            line.text = rest;
            items->push_back(block(line.indent, depth + 1));
          }
          keep(anchor, items->back(), before, at_line);
          continue;
        }
        items->push_back(block(line.indent, depth + 1));
      }
    }
    return {items};
  }

  XacroValue table(std::size_t indent, int depth) {
    TableInProgress entries;
    std::vector<std::pair<XacroValue, std::uint64_t>> merged;  // of keys <<
    while (at_ < lines_.size() && lines_[at_].indent == indent && !is_item(lines_[at_].text)) {
      const Line line = lines_[at_];
      const std::size_t end = key_end(line.text);
      if (end == std::string::npos) fail(line.number, "'key: value' is expected");
      std::string key = line.text.substr(0, end - 1);
      if (key.size() >= 2 && (key[0] == '\'' || key[0] == '"')) key = key.substr(1, key.size() - 2);
      const std::size_t value = line.text.find_first_not_of(' ', end);
      ++at_;
      std::string rest = value == std::string::npos ? std::string() : line.text.substr(value);
      const std::string anchor = take_anchor(rest);
      const std::size_t before = nodes_;
      if (!rest.empty()) {
        const XacroValue made = scalar(rest, line.number, depth);
        if (!anchor.empty()) keep(anchor, made, before, line.number);
        if (key == "<<") {
          merged.push_back({made, line.number});
        } else {
          entries.set(key, made);
        }
        continue;
      }
      // A list may stand at the indent of its key.
      const bool deeper = at_ < lines_.size() &&
                          (lines_[at_].indent > indent || (lines_[at_].indent == indent && is_item(lines_[at_].text)));
      const XacroValue made = deeper ? block(lines_[at_].indent, depth + 1) : XacroValue{};
      if (!anchor.empty()) keep(anchor, made, before, line.number);
      entries.set(key, made);
    }
    if (at_ < lines_.size() && lines_[at_].indent > indent) fail(lines_[at_].number, "the line is indented too far");
    for (const auto& [value, number] : merged) merge(entries, value, number);
    return entries.finish();
  }

  // Of "&name rest": the name, and the rest alone.
  static std::string take_anchor(std::string& text) {
    if (text.empty() || text[0] != '&') return {};
    const std::size_t end = std::min(text.find(' '), text.size()), rest = text.find_first_not_of(' ', end);
    const std::string name = text.substr(1, end - 1);
    text = rest == std::string::npos ? std::string() : text.substr(rest);
    return name;
  }

  // What is repeated by *name counts as often as it is there.
  struct Anchor {
    XacroValue value;
    std::size_t nodes = 0;
  };
  void keep(const std::string& name, const XacroValue& value, std::size_t before, std::uint64_t line) {
    anchors_[name] = {value, nodes_ - before + 1};
    count(1, line);
  }
  void count(std::size_t nodes, std::uint64_t line) {
    nodes_ += nodes;
    if (nodes_ > most_nodes) fail(line, "the file stands for more than a million values");
  }

  // Entries of a table, or of several, that the table itself does not have.
  void merge(TableInProgress& entries, const XacroValue& value, std::uint64_t line) const {
    if (const auto* const list = std::get_if<std::shared_ptr<XacroList>>(&value.is)) {
      for (const XacroValue& each : **list) merge(entries, each, line);
      return;
    }
    const auto* const table = std::get_if<std::shared_ptr<XacroDict>>(&value.is);
    if (!table) fail(line, "<< takes a table");
    for (const auto& [key, each] : **table) entries.set_if_new(key, each);
  }

  XacroValue scalar(const std::string& text, std::uint64_t line, int depth) {
    if (depth > deepest_yaml) fail(line, "nested too deep");
    count(1, line);
    if (text[0] == '*') {
      const auto found = anchors_.find(text.substr(1));
      if (found == anchors_.end()) fail(line, "there is no anchor '" + text.substr(1) + "'");
      count(found->second.nodes, line);
      return found->second.value;
    }
    if (text[0] == '[' || text[0] == '{') {
      std::size_t at = 0;
      XacroValue value = flow(text, at, line, depth);
      if (text.find_first_not_of(' ', at) != std::string::npos) fail(line, "more after the closing bracket");
      return value;
    }
    if (text[0] == '&' || text[0] == '|' || text[0] == '>' || text[0] == '%' || text[0] == '@' || text[0] == '`') {
      fail(line, "an anchor here, or a text of several lines, is not read");
    }
    if (text[0] == '"' || text[0] == '\'') return quoted(text, line);
    if (text[0] == '!') return with_unit(text, line);
    return plain(text, line);
  }

  XacroValue quoted(const std::string& text, std::uint64_t line) const {
    if (text.size() < 2 || text.back() != text[0]) fail(line, "a text does not end");
    const std::string inner = text.substr(1, text.size() - 2);
    if (text[0] == '"') {
      if (inner.find_first_of("\\\"") != std::string::npos) fail(line, "escapes in a text are not read");
      return {inner};
    }
    std::string result;
    for (std::size_t i = 0; i < inner.size(); ++i) {
      if (inner[i] == '\'' && (++i == inner.size() || inner[i] != '\'')) fail(line, "a quote in a text stands alone");
      result += inner[i];
    }
    return {result};
  }

  // The tags that xacro adds: an expression in a unit.
  XacroValue with_unit(const std::string& text, std::uint64_t line) const {
    const std::size_t end = std::min(text.find(' '), text.size());
    const std::string tag = text.substr(0, end);
    double factor = 0;
    for (const auto& [name, value] : {std::pair{"!radians", 1.0},
                                      {"!degrees", 0x1.921fb54442d18p+1 / 180},
                                      {"!meters", 1.0},
                                      {"!millimeters", 0.001},
                                      {"!foot", 0.3048},
                                      {"!inches", 0.0254}}) {
      if (tag == name) factor = value;
    }
    if (factor == 0 || end == text.size()) fail(line, "the tag in '" + text + "' is not read");
    const XacroNames no_names{[](const std::string&, XacroValue&) { return false; }, {}};
    try {
      const XacroValue number = call_xacro("float", {evaluate_xacro(text.substr(end), no_names)});
      return {std::get<double>(number.is) * factor};
    } catch (const Error& error) {
      fail(line, "in '" + text + "': " + error.what());
    }
  }

  // A scalar as YAML 1.1 reads it, which is what xacro's reader does: 1e3 is a text, and yes is true.
  XacroValue plain(const std::string& text, std::uint64_t line) const {
    const auto is = [&](std::initializer_list<const char*> words) {
      return std::any_of(words.begin(), words.end(), [&](const char* word) { return text == word; });
    };
    if (is({"~", "null", "Null", "NULL"})) return {};
    if (is({"true", "True", "TRUE", "yes", "Yes", "YES", "on", "On", "ON"})) return {true};
    if (is({"false", "False", "FALSE", "no", "No", "NO", "off", "Off", "OFF"})) return {false};
    const std::string word = text[0] == '+' || text[0] == '-' ? text.substr(1) : text;
    if (is({".inf", ".Inf", ".INF", "+.inf", "-.inf", ".nan", ".NaN", ".NAN"}))
      fail(line, "'" + text + "' is no number");
    const bool begins = !word.empty() && (word[0] == '.' || (word[0] >= '0' && word[0] <= '9'));
    if (!begins) return {text};
    if (word.find_first_not_of("0123456789") == std::string::npos) {
      if (word.size() > 1 && word[0] == '0') {
        if (word.find_first_of("89") != std::string::npos) return {text};
        fail(line, "'" + text + "' is an octal number of YAML: write it in decimals, or in quotes");
      }
      const XacroValue whole = literal_of(text);
      if (!std::holds_alternative<std::int64_t>(whole.is)) fail(line, "'" + text + "' is too large");
      return whole;
    }
    // What else begins as a number of YAML 1.1 may: others bases, minutes, dates, and digits in groups.
    const bool odd = word.starts_with("0x") || word.starts_with("0b") ||
                     word.find_first_not_of("0123456789_:.-") == std::string::npos;
    const std::size_t e = word.find_first_of("eE"), point = word.find('.');
    const bool is_float =
        point != std::string::npos && point < e && word.find_first_not_of("0123456789.eE+-") == std::string::npos &&
        (e == std::string::npos || (e + 2 < word.size() && (word[e + 1] == '+' || word[e + 1] == '-')));
    if (is_float) {
      const Number number = parse_number(text[0] == '+' ? word : text);
      if (number.fault == NumberFault::none) return {number.value};
    }
    const bool version = std::count(word.begin(), word.end(), '.') > 1;
    if (odd && !version && word.find_first_of("_:-xb") != std::string::npos) {
      fail(line, "'" + text + "' is a number or date that is not read: write it in decimals, or in quotes");
    }
    return {text};
  }

  XacroValue flow(const std::string& text, std::size_t& at, std::uint64_t line, int depth) {
    if (depth > deepest_yaml) fail(line, "nested too deep");
    const auto skip = [&] {
      while (at < text.size() && text[at] == ' ') ++at;
      if (at == text.size()) fail(line, "a bracket does not end in its line");
    };
    const char open = text[at];
    if (open != '[' && open != '{') {
      const std::size_t begin = at;
      char quote = 0;
      for (; at < text.size(); ++at) {
        if (quote != 0) {
          if (text[at] == quote) quote = 0;
        } else if (at == begin && (text[at] == '\'' || text[at] == '"')) {
          quote = text[at];
        } else if (text[at] == ',' || text[at] == ']' || text[at] == '}' ||
                   (text[at] == ':' && at + 1 < text.size() && text[at + 1] == ' ')) {
          break;
        }
      }
      std::size_t end = at;
      while (end > begin && text[end - 1] == ' ') --end;
      if (end == begin) return {};
      return scalar(text.substr(begin, end - begin), line, depth + 1);
    }
    ++at;
    auto items = std::make_shared<XacroList>();
    TableInProgress entries;
    const char close = open == '[' ? ']' : '}';
    for (;;) {
      skip();
      if (text[at] == close) break;
      XacroValue value = flow(text, at, line, depth + 1);
      skip();
      if (open == '{') {
        if (text[at] != ':') fail(line, "':' is missing");
        ++at;
        skip();
        entries.set(text_of(value), flow(text, at, line, depth + 1));
        skip();
      } else {
        items->push_back(std::move(value));
      }
      if (text[at] == ',') {
        ++at;
      } else if (text[at] != close) {
        fail(line, "',' is missing");
      }
    }
    ++at;
    if (open == '[') return {items};
    return entries.finish();
  }

  const std::string& path_;
  std::vector<Line> lines_;
  std::map<std::string, Anchor> anchors_;
  std::size_t at_ = 0, nodes_ = 0;
};

}  // namespace

XacroValue read_yaml(const std::string& path) { return YamlReader(path).read(); }

}  // namespace graze
