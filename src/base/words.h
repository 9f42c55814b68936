// Words of messages.
#pragma once

#include <string>
#include <string_view>

namespace graze {

// "a box", "an ellipsoid": by the first letter, which tells for all names of kinds.
inline std::string with_article(std::string_view noun) {
  const bool vowel = !noun.empty() && std::string_view("aeiou").find(noun.front()) != std::string_view::npos;
  return (vowel ? "an " : "a ") + std::string(noun);
}

}  // namespace graze
