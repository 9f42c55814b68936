// The HTML report: one file with a table, the pictures and a view in 3D of each clash, that asks for nothing from
// elsewhere.
#pragma once

#include <span>
#include <string>

#include "report/clash_shots.h"

namespace graze {

struct HtmlSettings {
  // Meshes are in the page as long as they have no more triangles than this together; after that parts are boxes, and
  // the page says so.
  std::size_t max_triangles = 2'000'000;
};

// Throws Error when the program was built without three.js.
void require_html();

// One shot a clash. Throws Error as require_html() does.
std::string clash_html(const ClashReport& report, std::span<const ClashShot> shots, const HtmlSettings& settings = {});

}  // namespace graze
