#include "robot/xacro_value.h"

#include <charconv>
#include <cmath>

#include "base/json_text.h"
#include "io/number.h"

namespace graze {

std::string text_of(const XacroValue& value) {
  struct Writer {
    std::string operator()(std::monostate) const { return "None"; }
    std::string operator()(bool b) const { return b ? "True" : "False"; }
    std::string operator()(std::int64_t n) const { return std::to_string(n); }
    std::string operator()(double x) const {
      if (std::isnan(x)) return "nan";
      if (std::isinf(x)) return x < 0 ? "-inf" : "inf";
      std::string text;
      append_number(text, x);
      // A number that is whole still is not written as a whole one.
      if (text.find_first_of(".eE") == std::string::npos) text += ".0";
      return text;
    }
    std::string operator()(const std::string& text) const { return text; }
    std::string operator()(const std::shared_ptr<XacroList>& list) const {
      std::string text = "[";
      for (const XacroValue& each : *list) text += (text.size() > 1 ? ", " : "") + quoted(each);
      return text + "]";
    }
    std::string operator()(const std::shared_ptr<XacroDict>& table) const {
      std::string text = "{";
      for (const auto& [key, each] : *table) text += (text.size() > 1 ? ", '" : "'") + key + "': " + quoted(each);
      return text + "}";
    }
    static std::string quoted(const XacroValue& value) {
      return value.is_text() ? "'" + *value.text() + "'" : text_of(value);
    }
  };
  return std::visit(Writer{}, value.is);
}

bool truth_of(const XacroValue& value) {
  struct Reader {
    bool operator()(std::monostate) const { return false; }
    bool operator()(bool b) const { return b; }
    bool operator()(std::int64_t n) const { return n != 0; }
    bool operator()(double x) const { return x != 0; }
    bool operator()(const std::string& text) const { return !text.empty(); }
    bool operator()(const std::shared_ptr<XacroList>& list) const { return !list->empty(); }
    bool operator()(const std::shared_ptr<XacroDict>& table) const { return !table->empty(); }
  };
  return std::visit(Reader{}, value.is);
}

XacroValue literal_of(const std::string& text) {
  if (text.size() >= 2 && text.front() == '\'' && text.back() == '\'') return {text.substr(1, text.size() - 2)};
  const std::size_t first = text.find_first_not_of(" \t\n\r"), last = text.find_last_not_of(" \t\n\r");
  if (first == std::string::npos) return {text};
  std::string_view word = std::string_view(text).substr(first, last - first + 1);
  if (word == "True" || word == "true") return {true};
  if (word == "False" || word == "false") return {false};
  if (word.starts_with('+')) word.remove_prefix(1);
  std::int64_t whole = 0;
  const auto [end, fault] = std::from_chars(word.data(), word.data() + word.size(), whole);
  if (fault == std::errc() && end == word.data() + word.size()) return {whole};
  const Number number = parse_number(word);
  if (number.fault == NumberFault::none) return {number.value};
  return {text};
}

}  // namespace graze
