#include "report/utf8_text.h"

#include <cstddef>
#include <cstdint>

#include "io/xml.h"

namespace graze {

namespace {

// The bytes of the character that the text begins with; 0 when they are no character of XML 1.0: overlong, a surrogate,
// beyond U+10FFFF, a control character other than tab and line ends, U+FFFE or U+FFFF.
std::size_t character_length(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char first = byte(0);
  if (first < 0x80) return first >= 0x20 || first == '\t' || first == '\n' || first == '\r' ? 1 : 0;
  const std::size_t length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
  if (first < 0xc2 || first > 0xf4 || text.size() < length) return 0;
  std::uint32_t code = first & (0xffu >> (length + 1));
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xc0) != 0x80) return 0;
    code = code << 6 | (byte(i) & 0x3fu);
  }
  constexpr std::uint32_t least[5] = {0, 0, 0x80, 0x800, 0x10000};
  if (code < least[length] || code > 0x10ffff || (code >= 0xd800 && code < 0xe000)) return 0;
  return code == 0xfffe || code == 0xffff ? 0 : length;
}

}  // namespace

std::string clean_text(std::string_view text) {
  std::string result;
  while (!text.empty()) {
    const std::size_t length = character_length(text);
    if (length == 0) {
      result += "\xef\xbf\xbd";
      text.remove_prefix(1);
    } else {
      result += text.substr(0, length);
      text.remove_prefix(length);
    }
  }
  return result;
}

std::string escaped_text(std::string_view text) { return xml_escaped(clean_text(text)); }

}  // namespace graze
