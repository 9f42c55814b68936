// Pages of one file: what they have in common.
#pragma once

#include <string>
#include <string_view>

namespace graze {

// JSON within a script element: no letter of it may end the element.
std::string in_script(const std::string& json);

// The first `marker` of a page; throws Error where there is none.
void replace(std::string& page, std::string_view marker, std::string_view by);

// Puts three.js, its licence and the data (JSON) in: the longest texts come last, so that others are not looked for in
// them.
void finish_page(std::string& page, const std::string& data);

}  // namespace graze
