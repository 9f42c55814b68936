// Base64 (RFC 4648), as data URIs carry it.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace graze {

// Nothing when the text is not base64: a wrong length, letter or padding.
std::optional<std::vector<char>> decode_base64(std::string_view text);

std::string encode_base64(std::string_view bytes);

}  // namespace graze
