#include "io/base64.h"

#include <array>
#include <cstdint>

namespace graze {

namespace {

constexpr std::uint8_t no_digit = 64;

constexpr std::string_view letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

constexpr std::array<std::uint8_t, 256> digits_of_letters() {
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

std::string encode_base64(std::string_view bytes) {
  std::string text;
  text.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    std::uint32_t three = 0;
    for (std::size_t k = 0; k < 3; ++k)
      three = three << 8 | (i + k < bytes.size() ? static_cast<unsigned char>(bytes[i + k]) : 0u);
    for (std::size_t k = 0; k < 4; ++k) text += i + k <= bytes.size() ? letters[three >> (18 - 6 * k) & 63] : '=';
  }
  return text;
}

}  // namespace graze
