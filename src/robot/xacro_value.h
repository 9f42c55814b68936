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
using XacroList = std::vector<XacroValue>;
using XacroDict = std::vector<std::pair<std::string, XacroValue>>;  // in the order of the text

struct XacroValue {
  // Nothing (None), truth, whole number, number, text, list, table.
  std::variant<std::monostate, bool, std::int64_t, double, std::string, std::shared_ptr<XacroList>,
               std::shared_ptr<XacroDict>>
      is;

  bool is_text() const { return std::holds_alternative<std::string>(is); }
  const std::string* text() const { return std::get_if<std::string>(&is); }
};

// As str() writes it: whole numbers without a point, others as the shortest decimal that reads back the same.
std::string text_of(const XacroValue& value);

// As Python: 0, "", empty lists and None are false.
bool truth_of(const XacroValue& value);

// What the text of a property or parameter stands for: a number, True or False, a text in single quotes, else itself.
XacroValue literal_of(const std::string& text);

}  // namespace graze
