// Text from files, made fit for XML and HTML.
#pragma once

#include <string>
#include <string_view>

namespace graze {

// Valid UTF-8 of the characters that XML 1.0 has: every byte or character that is not becomes U+FFFD.
std::string clean_text(std::string_view text);

// Cleaned, and with & < > " as entities: for XML and HTML, between tags and in attributes.
std::string escaped_text(std::string_view text);

}  // namespace graze
