#include "robot/xacro_value.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <optional>

#include "base/compat.h"
#include "graze/error.h"
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
      return repr(x);
    }
    // The shortest digits; with an exponent below -4 and from 16 on.
    static std::string repr(double x) {
      char buffer[32];
      const std::string shortest(buffer, write_double(buffer, buffer + sizeof buffer, std::fabs(x)));
      const std::size_t e = std::min(shortest.find('e'), shortest.size());
      const std::size_t point = std::min(shortest.find('.'), e);
      int exponent = e < shortest.size() ? std::atoi(shortest.c_str() + e + 1) : 0;
      std::string digits = shortest.substr(0, point) + (point < e ? shortest.substr(point + 1, e - point - 1) : "");
      // The value is 0.digits * 10^exponent, without zeros at either end.
      exponent += int(point);
      const std::size_t zeros = std::min(digits.find_first_not_of('0'), digits.size());
      digits.erase(0, zeros);
      digits.erase(digits.find_last_not_of('0') + 1);
      exponent = digits.empty() ? 1 : exponent - int(zeros);
      // Large integers have all of their digits; fewer may read back as the same double.
      for (std::size_t count = 10; digits.size() > 16 && count < digits.size(); ++count) {
        const auto rounded = [&](std::string part) { return "0." + part + "e" + std::to_string(exponent); };
        const std::string least = digits.substr(0, count);
        std::string most = least;
        std::size_t last = most.size();
        while (last > 0 && most[last - 1] == '9') most[--last] = '0';
        if (last > 0) ++most[last - 1];
        const std::string& nearest = digits[count] >= '5' ? most : least;
        if (parse_number(rounded(nearest)).value == std::fabs(x)) digits = nearest;
      }
      digits.erase(digits.find_last_not_of('0') + 1);
      const std::string sign = std::signbit(x) ? "-" : "";
      if (exponent < -3 || exponent > 16) {
        const int power = exponent - 1;
        const std::string fraction = digits.size() > 1 ? "." + digits.substr(1) : "";
        return sign + digits[0] + fraction + "e" + (power < 0 ? "-" : "+") + (std::abs(power) < 10 ? "0" : "") +
               std::to_string(std::abs(power));
      }
      if (exponent <= 0) return sign + "0." + std::string(std::size_t(-exponent), '0') + digits;
      std::string result = sign + digits.substr(0, std::size_t(exponent));
      if (digits.size() < std::size_t(exponent)) result.append(std::size_t(exponent) - digits.size(), '0');
      // A number that is whole still is not written as a whole one.
      result += "." + (digits.size() > std::size_t(exponent) ? digits.substr(std::size_t(exponent)) : "0");
      return result;
    }
    std::string operator()(const std::string& text) const { return text; }
    std::string operator()(const std::shared_ptr<XacroList>& list) const {
      const bool set = list->kind == XacroList::Kind::set, tuple = list->kind == XacroList::Kind::tuple;
      if (list->kind == XacroList::Kind::view) throw Error("the text of a range, zip or the like needs Python");
      if (set && list->empty()) return "set()";
      if (set && list->size() > 1) throw Error("the text of a set depends on Python's order of it");
      std::string text = set ? "{" : tuple ? "(" : "[";
      for (const XacroValue& each : *list) text += (text.size() > 1 ? ", " : "") + quoted(each);
      if (tuple && list->size() == 1) text += ",";
      return text + (set ? "}" : tuple ? ")" : "]");
    }
    std::string operator()(const std::shared_ptr<XacroDict>& table) const {
      std::string text = "{";
      for (const auto& [key, each] : *table) text += (text.size() > 1 ? ", '" : "'") + key + "': " + quoted(each);
      return text + "}";
    }
    static std::string quoted(const XacroValue& value) {
      if (!value.is_text()) return text_of(value);
      const char quote = value.text()->find('\'') == std::string::npos ? '\'' : '"';
      if (value.text()->find(quote) != std::string::npos || value.text()->find('\\') != std::string::npos)
        throw Error("the text of a list with quotes in it needs Python");
      return quote + *value.text() + quote;
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

void set_entry(XacroDict& table, const std::string& key, XacroValue value) {
  const auto found = std::find_if(table.begin(), table.end(), [&](const auto& entry) { return entry.first == key; });
  if (found != table.end()) {
    found->second = std::move(value);
  } else {
    table.emplace_back(key, std::move(value));
  }
}

bool is_equal(const XacroValue& a, const XacroValue& b) {
  const auto number = [](const XacroValue& value) -> std::optional<double> {
    if (const auto* x = std::get_if<double>(&value.is)) return *x;
    if (const auto* n = std::get_if<std::int64_t>(&value.is)) return double(*n);
    if (const auto* t = std::get_if<bool>(&value.is)) return *t ? 1 : 0;
    return std::nullopt;
  };
  const auto x = number(a), y = number(b);
  if (x && y) return *x == *y;
  if (a.is.index() != b.is.index()) return false;
  if (const auto* const list = std::get_if<std::shared_ptr<XacroList>>(&a.is)) {
    const XacroList &p = **list, &q = *std::get<std::shared_ptr<XacroList>>(b.is);
    if (p.kind != q.kind || p.size() != q.size()) return false;
    if (p.kind != XacroList::Kind::set) return std::equal(p.begin(), p.end(), q.begin(), is_equal);
    return std::all_of(p.begin(), p.end(), [&](const XacroValue& each) {
      return std::any_of(q.begin(), q.end(), [&](const XacroValue& other) { return is_equal(each, other); });
    });
  }
  if (const auto* const table = std::get_if<std::shared_ptr<XacroDict>>(&a.is)) {
    const XacroDict &p = **table, &q = *std::get<std::shared_ptr<XacroDict>>(b.is);
    return p.size() == q.size() && std::all_of(p.begin(), p.end(), [&](const auto& entry) {
             return std::any_of(q.begin(), q.end(), [&](const auto& other) {
               return entry.first == other.first && is_equal(entry.second, other.second);
             });
           });
  }
  return !a.is_text() || *a.text() == *b.text();
}

XacroValue literal_of(const std::string& text) {
  if (text.size() >= 2 && text.front() == '\'' && text.back() == '\'') return {text.substr(1, text.size() - 2)};
  const std::size_t first = text.find_first_not_of(" \t\n\r"), last = text.find_last_not_of(" \t\n\r");
  if (first == std::string::npos) return {text};
  if (text == "True" || text == "true") return {true};
  if (text == "False" || text == "false") return {false};
  std::string_view word = std::string_view(text).substr(first, last - first + 1);
  if (word.starts_with('+')) word.remove_prefix(1);
  std::int64_t whole = 0;
  const auto [end, fault] = std::from_chars(word.data(), word.data() + word.size(), whole);
  if (fault == std::errc() && end == word.data() + word.size()) return {whole};
  const Number number = parse_number(word);
  if (number.fault == NumberFault::none) return {number.value};
  return {text};
}

}  // namespace graze
