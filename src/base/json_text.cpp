#include "base/json_text.h"

#include <cmath>

#include "base/compat.h"

namespace graze {

void append_number(std::string& text, double value) {
  if (!std::isfinite(value)) {
    text += "null";
  } else if (value == 0) {
    text += std::signbit(value) ? "-0.0" : "0";
  } else {
    char digits[32];
    text.append(digits, write_double(digits, digits + sizeof digits, value));
  }
}

void append_point(std::string& text, Vec3 point) {
  if (std::isnan(point.x)) {
    text += "null";
    return;
  }
  text += '[';
  append_number(text, point.x);
  text += ',';
  append_number(text, point.y);
  text += ',';
  append_number(text, point.z);
  text += ']';
}

const char* json(Answer answer) noexcept {
  switch (answer) {
    case Answer::no:
      return "false";
    case Answer::yes:
      return "true";
    case Answer::unknown:
      break;
  }
  return "null";
}

void append_string(std::string& text, std::string_view value) {
  constexpr const char* hex = "0123456789abcdef";
  text += '"';
  for (const char c : value) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      text += '\\';
      text += c;
    } else if (byte < 0x20) {
      text += "\\u00";
      text += hex[byte >> 4];
      text += hex[byte & 15];
    } else {
      text += c;
    }
  }
  text += '"';
}

}  // namespace graze
