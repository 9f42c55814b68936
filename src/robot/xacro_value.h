// Values of xacro expressions: as Python has them, as far as the language of xacro is documented.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace graze {

struct XacroValue;
// A list, a tuple, a set or a view, whose elements are in the order in which they were added.
struct XacroList : std::vector<XacroValue> {
  using std::vector<XacroValue>::vector;
  enum class Kind : std::uint8_t { list, tuple, set, view };  // view: what range(), zip() and keys() make
  Kind kind = Kind::list;
};
using XacroDict = std::vector<std::pair<std::string, XacroValue>>;  // in the order of the text

struct XacroValue {
  // Nothing (None), truth, whole number, number, text, list, table.
  std::variant<std::monostate, bool, std::int64_t, double, std::string, std::shared_ptr<XacroList>,
               std::shared_ptr<XacroDict>>
      is;

  bool is_text() const { return std::holds_alternative<std::string>(is); }
  const std::string* text() const { return std::get_if<std::string>(&is); }
};

// As str() of Python writes it: whole numbers without a point, others as the shortest decimal that reads back the same.
// Throws Error for a set of several elements, whose order is Python's own, and for a view.
std::string text_of(const XacroValue& value);

// The last value of a key counts, at the place of the first.
void set_entry(XacroDict& table, const std::string& key, XacroValue value);

// As == of Python: numbers by value, True is 1; sets in any order.
bool is_equal(const XacroValue& a, const XacroValue& b);

// As Python: 0, "", empty lists and None are false.
bool truth_of(const XacroValue& value);

// What the text of a property or parameter stands for: a number, True or False, a text in single quotes, else itself.
// Only numbers may have blanks around them.
XacroValue literal_of(const std::string& text);

}  // namespace graze
