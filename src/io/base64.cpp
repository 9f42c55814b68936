#include "io/base64.h"

#include <array>
#include <cstdint>

namespace graze {

namespace {

constexpr std::uint8_t no_digit = 64;

constexpr std::array<std::uint8_t, 256> digits_of_letters() {
  constexpr std::string_view letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::array<std::uint8_t, 256> digits{};
  digits.fill(no_digit);
  for (std::uint8_t i = 0; i < letters.size(); ++i) digits[static_cast<unsigned char>(letters[i])] = i;
  return digits;
}
constexpr auto digits = digits_of_letters();

}  // namespace

std::optional<std::vector<char>> decode_base64(std::string_view text) {
  if (text.size() % 4 != 0) return std::nullopt;
  std::size_t padding = 0;
  while (padding < 2 && !text.empty() && text.back() == '=') {
    text.remove_suffix(1);
    ++padding;
  }
  std::vector<char> bytes;
  bytes.reserve(text.size() / 4 * 3 + 2);
  std::uint32_t bits = 0;
  int held = 0;
  for (const char letter : text) {
    const std::uint8_t digit = digits[static_cast<unsigned char>(letter)];
    if (digit == no_digit) return std::nullopt;
    bits = (bits << 6 | digit) & 0xffff;
    held += 6;
    if (held >= 8) {
      held -= 8;
      bytes.push_back(static_cast<char>(bits >> held & 0xff));
    }
  }
  return bytes;
}

}  // namespace graze
