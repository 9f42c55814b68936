// Texts of the HTML reports, made part of the program when it is built: src/report/web, and three.js where it was
// found.
#pragma once

#include <string_view>

namespace graze {

extern const std::string_view page_html, page_css, page_js, review_js, table_js, view_js, orbit_js;
extern const std::string_view robot_page_html, robot_page_css, robot_page_js, robot_view_js;
extern const std::string_view study_page_html;  // app/study/explorer.html
extern const std::string_view three_js;         // empty where libjs-three was not installed
extern const std::string_view three_licence;

}  // namespace graze
