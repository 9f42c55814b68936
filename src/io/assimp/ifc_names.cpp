// An object is #12=IFCWALL('22 letters',#5,'its name',...). In a text, '' is ', \X2\00E4\X0\ is letters by four
// hexadecimal digits each, \X\E4 one by two digits, and \S\d the letter d and 128.
#include "io/assimp/ifc_names.h"

#include <cstdint>
#include <string_view>

#include "io/text_file.h"

namespace graze {

namespace {

void append_utf8(std::string& text, std::uint32_t c) {
  if (c < 0x80) {
    text.push_back(static_cast<char>(c));
  } else if (c < 0x800) {
    text.push_back(static_cast<char>(0xc0 | c >> 6));
    text.push_back(static_cast<char>(0x80 | (c & 0x3f)));
  } else {
    text.push_back(static_cast<char>(0xe0 | (c >> 12 & 0xf)));
    text.push_back(static_cast<char>(0x80 | (c >> 6 & 0x3f)));
    text.push_back(static_cast<char>(0x80 | (c & 0x3f)));
  }
}

// -1: not that many hexadecimal digits.
int hexadecimal(std::string_view digits, std::size_t count) {
  if (digits.size() < count) return -1;
  int value = 0;
  for (const char c : digits.substr(0, count)) {
    const int digit = c >= '0' && c <= '9' ? c - '0' : c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
    if (digit < 0) return -1;
    value = value * 16 + digit;
  }
  return value;
}

// From behind the first ' on.
std::string decoded(std::string_view text) {
  std::string name;
  while (!text.empty()) {
    if (text[0] == '\'') {
      if (!text.starts_with("''")) return name;
      name.push_back('\'');
      text.remove_prefix(2);
    } else if (text.starts_with("\\X2\\")) {
      text.remove_prefix(4);
      for (int c; (c = hexadecimal(text, 4)) >= 0; text.remove_prefix(4))
        append_utf8(name, static_cast<std::uint32_t>(c));
      if (text.starts_with("\\X0\\")) text.remove_prefix(4);
    } else if (text.starts_with("\\X\\") && hexadecimal(text.substr(3), 2) >= 0) {
      append_utf8(name, static_cast<std::uint32_t>(hexadecimal(text.substr(3), 2)));
      text.remove_prefix(5);
    } else if (text.starts_with("\\S\\") && text.size() > 3) {
      append_utf8(name, static_cast<std::uint32_t>(static_cast<unsigned char>(text[3]) | 0x80));
      text.remove_prefix(4);
    } else {
      name.push_back(text[0]);
      text.remove_prefix(1);
    }
  }
  return name;
}

}  // namespace

std::unordered_map<std::string, std::string> ifc_names(const std::string& path) {
  constexpr std::size_t id_letters = 22;
  std::unordered_map<std::string, std::string> names;
  std::ifstream file = open_file(path);
  for (std::string text; std::getline(file, text);) {
    const std::string_view line = text;
    const std::size_t id = line.find("('");
    if (id == std::string_view::npos || line[0] != '#') continue;
    std::string_view rest = line.substr(id + 2);
    if (rest.size() < id_letters + 2 || rest[id_letters] != '\'' || rest[id_letters + 1] != ',') continue;
    const std::size_t owner_end = rest.find(',', id_letters + 2);
    if (owner_end == std::string_view::npos || !rest.substr(owner_end).starts_with(",'")) continue;
    std::string name = decoded(rest.substr(owner_end + 2));
    if (!name.empty()) names.emplace(rest.substr(0, id_letters), std::move(name));
  }
  return names;
}

}  // namespace graze
