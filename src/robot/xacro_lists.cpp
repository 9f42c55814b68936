// Functions and methods of lists, texts and tables in expressions of xacro, as Python has them.
#include <algorithm>
#include <array>
#include <cmath>

#include "graze/error.h"
#include "robot/xacro_math.h"

namespace graze {

namespace {

using Kind = XacroList::Kind;

constexpr std::array list_functions = {"list", "tuple", "set",       "sorted", "reversed", "range",  "len", "sum",
                                       "all",  "any",   "enumerate", "zip",    "dict",     "divmod", "ord", "repr"};

constexpr std::int64_t longest_range = 1'000'000;

XacroValue list_of(XacroList items, Kind kind) {
  items.kind = kind;
  return {std::make_shared<XacroList>(std::move(items))};
}

// What iterating over a value gives. The order of a set is Python's own: only what does not depend on it may ask.
XacroList elements_of(const std::string& name, const XacroValue& value, bool ordered) {
  XacroList items;
  if (value.is_text()) {
    for (const char c : *value.text()) {
      if (static_cast<unsigned char>(c) >= 0x80) throw Error(name + "() of a text beyond ASCII needs Python");
      items.push_back({std::string(1, c)});
    }
    return items;
  }
  if (const auto* const table = std::get_if<std::shared_ptr<XacroDict>>(&value.is)) {
    for (const auto& [key, each] : **table) items.push_back({key});
    return items;
  }
  const auto* const list = std::get_if<std::shared_ptr<XacroList>>(&value.is);
  if (!list) throw Error(name + "() takes a list, not '" + text_of(value) + "'");
  if (ordered && (*list)->kind == Kind::set && (*list)->size() > 1) {
    throw Error(name + "() of a set depends on Python's order of it: use sorted()");
  }
  items = **list;
  return items;
}

bool comes_before(const XacroValue& a, const XacroValue& b) {
  if (a.is_text() && b.is_text()) return *a.text() < *b.text();
  const auto number = [](const XacroValue& value) {
    if (const auto* x = std::get_if<double>(&value.is)) return *x;
    if (const auto* n = std::get_if<std::int64_t>(&value.is)) return double(*n);
    if (const auto* t = std::get_if<bool>(&value.is)) return *t ? 1.0 : 0.0;
    throw Error("sorted() takes numbers or texts alone");
  };
  return number(a) < number(b);
}

std::int64_t whole_of(const std::string& name, const XacroValue& value) {
  const auto* const n = std::get_if<std::int64_t>(&value.is);
  if (!n) throw Error(name + "() takes whole numbers, not '" + text_of(value) + "'");
  return *n;
}

XacroValue make_range(const XacroList& arguments) {
  std::int64_t first = 0, end = 0, step = 1;
  if (arguments.empty() || arguments.size() > 3) throw Error("range() takes one to three whole numbers");
  if (arguments.size() == 1) end = whole_of("range", arguments[0]);
  if (arguments.size() > 1) {
    first = whole_of("range", arguments[0]);
    end = whole_of("range", arguments[1]);
  }
  if (arguments.size() > 2) step = whole_of("range", arguments[2]);
  if (step == 0) throw Error("range() with a step of 0");
  XacroList items;
  for (std::int64_t i = first; step > 0 ? i < end : i > end; i += step) {
    if (static_cast<std::int64_t>(items.size()) == longest_range) throw Error("range() of more than a million numbers");
    items.push_back({i});
  }
  return list_of(std::move(items), Kind::view);
}

XacroValue sum_of(const XacroList& items) {
  std::int64_t whole = 0;
  double sum = 0;
  bool is_whole = true;
  for (const XacroValue& each : items) {
    if (const auto* x = std::get_if<double>(&each.is)) {
      if (is_whole) sum = double(whole);
      is_whole = false;
      sum += *x;
      continue;
    }
    const std::int64_t n = std::holds_alternative<bool>(each.is) ? std::get<bool>(each.is) : whole_of("sum", each);
    if (is_whole) {
      whole += n;
      if (std::fabs(double(whole)) > 0x1p53) throw Error("sum() beyond 2^53 needs Python");
    } else {
      sum += double(n);
    }
  }
  return is_whole ? XacroValue{whole} : XacroValue{sum};
}

XacroValue zipped(const XacroList& arguments) {
  std::vector<XacroList> columns;
  std::size_t rows = arguments.empty() ? 0 : ~std::size_t{0};
  for (const XacroValue& each : arguments) {
    columns.push_back(elements_of("zip", each, true));
    rows = std::min(rows, columns.back().size());
  }
  XacroList items;
  for (std::size_t row = 0; row < rows; ++row) {
    XacroList one;
    for (const XacroList& column : columns) one.push_back(column[row]);
    items.push_back(list_of(std::move(one), Kind::tuple));
  }
  return list_of(std::move(items), Kind::view);
}

XacroValue unique_of(const XacroList& items) {
  XacroList unique;
  for (const XacroValue& each : items) {
    if (std::none_of(unique.begin(), unique.end(), [&](const XacroValue& other) { return is_equal(each, other); }))
      unique.push_back(each);
  }
  return list_of(std::move(unique), Kind::set);
}

}  // namespace

bool is_xacro_list_function(const std::string& name) {
  return std::any_of(list_functions.begin(), list_functions.end(), [&](const char* each) { return name == each; });
}

XacroValue call_xacro_list_function(const std::string& name, const XacroList& arguments) {
  if (name == "range") return make_range(arguments);
  if (name == "zip") return zipped(arguments);
  const bool makes = name == "list" || name == "tuple" || name == "set" || name == "dict";
  if (makes && arguments.empty()) {
    if (name == "dict") return {std::make_shared<XacroDict>()};
    return list_of({}, name == "list" ? Kind::list : name == "tuple" ? Kind::tuple : Kind::set);
  }
  if (name == "divmod") {
    if (arguments.size() != 2) throw Error("divmod() takes two numbers");
    const std::int64_t x = whole_of(name, arguments[0]), y = whole_of(name, arguments[1]);
    if (y == 0) throw Error("divmod() by 0");
    const bool below = x % y != 0 && (x < 0) != (y < 0);
    return list_of({{x / y - (below ? 1 : 0)}, {x % y + (below ? y : 0)}}, Kind::tuple);
  }
  if (arguments.size() != 1) throw Error(name + "() takes one argument");
  const XacroValue& first = arguments[0];
  if (name == "repr") {
    const std::string text = text_of(list_of({first}, Kind::list));
    return {text.substr(1, text.size() - 2)};
  }
  if (name == "ord") {
    if (!first.is_text() || first.text()->size() != 1) throw Error("ord() takes a text of one letter");
    return {static_cast<std::int64_t>(static_cast<unsigned char>((*first.text())[0]))};
  }
  if (name == "dict") {
    if (!std::holds_alternative<std::shared_ptr<XacroDict>>(first.is)) throw Error("dict() of pairs needs Python");
    return {std::make_shared<XacroDict>(*std::get<std::shared_ptr<XacroDict>>(first.is))};
  }
  const bool ordered = name == "list" || name == "tuple" || name == "reversed" || name == "enumerate" || name == "sum";
  XacroList items = elements_of(name, first, ordered);
  if (name == "len") return {static_cast<std::int64_t>(items.size())};
  if (name == "list" || name == "tuple") return list_of(std::move(items), name == "list" ? Kind::list : Kind::tuple);
  if (name == "set") return unique_of(items);
  if (name == "sum") return sum_of(items);
  if (name == "all") return {std::all_of(items.begin(), items.end(), truth_of)};
  if (name == "any") return {std::any_of(items.begin(), items.end(), truth_of)};
  if (name == "sorted") {
    std::stable_sort(items.begin(), items.end(), comes_before);
    return list_of(std::move(items), Kind::list);
  }
  if (name == "reversed") {
    std::reverse(items.begin(), items.end());
    return list_of(std::move(items), Kind::view);
  }
  XacroList numbered;  // enumerate
  for (std::size_t i = 0; i < items.size(); ++i) {
    numbered.push_back(list_of({{static_cast<std::int64_t>(i)}, items[i]}, Kind::tuple));
  }
  return list_of(std::move(numbered), Kind::view);
}

namespace {

constexpr const char* blanks = " \t\n\r\f\v";

std::string stripped(const std::string& text, bool left, bool right) {
  const std::size_t begin = left ? text.find_first_not_of(blanks) : 0;
  if (begin == std::string::npos) return {};
  const std::size_t end = right ? text.find_last_not_of(blanks) + 1 : text.size();
  return begin < end ? text.substr(begin, end - begin) : std::string();
}

XacroList split_text(const std::string& text) {  // at blanks, none of them empty
  XacroList parts;
  for (std::size_t at = text.find_first_not_of(blanks); at != std::string::npos;) {
    const std::size_t end = std::min(text.find_first_of(blanks, at), text.size());
    parts.push_back({text.substr(at, end - at)});
    at = text.find_first_not_of(blanks, end);
  }
  return parts;
}

XacroList split_text(const std::string& text, const std::string& separator) {
  if (separator.empty()) throw Error("split() at nothing");
  XacroList parts;
  std::size_t at = 0;
  for (std::size_t end; (end = text.find(separator, at)) != std::string::npos; at = end + separator.size()) {
    parts.push_back({text.substr(at, end - at)});
  }
  parts.push_back({text.substr(at)});
  return parts;
}

std::string replaced(std::string text, const std::string& old, const std::string& now) {
  if (old.empty()) throw Error("replace() of nothing needs Python");
  for (std::size_t at = 0; (at = text.find(old, at)) != std::string::npos; at += now.size()) {
    text.replace(at, old.size(), now);
    if (text.size() > (1 << 20)) throw Error("a text is longer than a megabyte");
  }
  return text;
}

XacroValue method_of_text(const std::string& text, const std::string& name, const XacroList& arguments) {
  const auto is = [&](const char* wanted, std::size_t count) { return name == wanted && arguments.size() == count; };
  const auto word = [&](std::size_t i) -> const std::string& {
    if (!arguments[i].is_text()) throw Error("." + name + "() takes texts, not '" + text_of(arguments[i]) + "'");
    return *arguments[i].text();
  };
  if (is("split", 0)) return list_of(split_text(text), Kind::list);
  if (is("split", 1)) return list_of(split_text(text, word(0)), Kind::list);
  if (is("startswith", 1)) return {text.starts_with(word(0))};
  if (is("endswith", 1)) return {text.ends_with(word(0))};
  if (is("replace", 2)) return {replaced(text, word(0), word(1))};
  if (is("strip", 0)) return {stripped(text, true, true)};
  if (is("lstrip", 0)) return {stripped(text, true, false)};
  if (is("rstrip", 0)) return {stripped(text, false, true)};
  if (is("find", 1)) {
    const std::size_t at = text.find(word(0));
    return {at == std::string::npos ? std::int64_t{-1} : static_cast<std::int64_t>(at)};
  }
  if (is("lower", 0) || is("upper", 0)) {
    std::string changed = text;
    for (char& c : changed) {
      if (static_cast<unsigned char>(c) >= 0x80) throw Error("." + name + "() of a text beyond ASCII needs Python");
      if (name == "lower" && c >= 'A' && c <= 'Z') c = static_cast<char>(c + 32);
      if (name == "upper" && c >= 'a' && c <= 'z') c = static_cast<char>(c - 32);
    }
    return {changed};
  }
  if (is("join", 1)) {
    std::string joined;
    const XacroList items = elements_of("join", arguments[0], true);
    for (std::size_t i = 0; i < items.size(); ++i) {
      if (!items[i].is_text()) throw Error(".join() takes texts, not '" + text_of(items[i]) + "'");
      joined += (i > 0 ? text : std::string()) + *items[i].text();
    }
    return {joined};
  }
  throw Error("." + name + "() of a text needs Python");
}

}  // namespace

XacroValue call_xacro_method(const XacroValue& of, const std::string& name, const XacroList& arguments) {
  if (of.is_text()) return method_of_text(*of.text(), name, arguments);
  const auto* const table = std::get_if<std::shared_ptr<XacroDict>>(&of.is);
  if (!table) throw Error("." + name + "() needs Python");
  if (name == "get" && (arguments.size() == 1 || arguments.size() == 2)) {
    for (const auto& [key, each] : **table) {
      if (key == text_of(arguments[0])) return each;
    }
    return arguments.size() == 2 ? arguments[1] : XacroValue{};
  }
  if (!arguments.empty()) throw Error("." + name + "() needs Python");
  XacroList items;
  for (const auto& [key, each] : **table) {
    if (name == "keys") items.push_back({key});
    if (name == "values") items.push_back(each);
    if (name == "items") items.push_back(list_of({{key}, each}, Kind::tuple));
  }
  if (name != "keys" && name != "values" && name != "items") throw Error("." + name + "() needs Python");
  return list_of(std::move(items), Kind::view);
}

}  // namespace graze
