#include "report/html.h"

#include <fmt/format.h>

#include <filesystem>
#include <unordered_set>

#include "base/json_text.h"
#include "graze/error.h"
#include "graze/version.h"
#include "io/base64.h"
#include "report/utf8_text.h"
#include "report/view_meshes.h"
#include "report/web_page.h"
#include "report/web_text.h"

namespace graze {

namespace {

// The parts of all clashes, those of the worst first.
std::vector<std::uint32_t> involved_parts(const std::vector<Clash>& clashes) {
  std::vector<std::uint32_t> parts;
  std::unordered_set<std::uint32_t> known;
  for (const std::size_t i : worst_first(clashes)) {
    for (const std::uint32_t part : {clashes[i].a, clashes[i].b}) {
      if (known.insert(part).second) parts.push_back(part);
    }
  }
  return parts;
}

std::string points_text(const std::vector<Vec3>& points, Vec3 origin) {
  std::string text = "[";
  for (std::size_t i = 0; i < points.size(); ++i) {
    // Drawn in floats about the clash: more digits would not be seen.
    const Vec3 from = points[i] - origin;
    text += fmt::format("{}{:.7g},{:.7g},{:.7g}", i == 0 ? "" : ",", from.x, from.y, from.z);
  }
  return text + "]";
}

// Curves, patches and the gap are relative to the clash's point.
void append_shot(std::string& text, const Clash& clash, const ClashShot& shot) {
  JsonWriter out(text);
  const auto points = [&](const std::vector<Vec3>& of_it) { out.raw(points_text(of_it, clash.point)); };
  out.object([&] {
    out.field("eye", shot.camera.eye).key("curves").list(shot.region.curves, [&](const ContactCurve& curve) {
      std::vector<Vec3> around = curve.points;
      if (curve.closed && !around.empty()) around.push_back(around[0]);
      points(around);
    });
    out.key("patches").list(shot.region.patches, points).key("gap");
    points({shot.region.from, shot.region.to});
    out.key("png");
    shot.png.empty() ? out.value(nullptr) : out.value(encode_base64(shot.png));
  });
}

void append_groups(std::string& text, const ClashReport& report, GroupBy by) {
  JsonWriter out(text);
  out.list(group_clashes(report.result.clashes, report.assembly.parts, by, report.group_radius),
           [&](const ClashGroup& group) {
             out.object([&] {
               out.field("name", group.name).key("clashes").list(group.clashes, [&](std::size_t i) { out.value(i); });
             });
           });
}

}  // namespace

void require_html() {
  if (three_js.empty()) {
    throw Error(
        "this graze was built without three.js and cannot write HTML: install Debian's libjs-three (or set "
        "GRAZE_THREE_JS to three.min.js) and build again");
  }
}

std::string clash_html(const ClashReport& report, std::span<const ClashShot> shots, const HtmlSettings& settings) {
  require_html();
  const std::vector<Clash>& clashes = report.result.clashes;
  if (shots.size() != clashes.size()) throw Error("HTML: not one shot per clash");
  std::string data;
  JsonWriter out(data);
  out.object([&] {
    out.field("graze", version_string()).field("up", report.assembly.up == UpAxis::y ? "y" : "z");
    // The page draws in the coordinates of the parts, and adds the origin where it shows numbers.
    out.field("origin", report.assembly.origin);
    ClashReport local = report;
    local.assembly.origin = {};
    std::string report_text = clash_json(local);
    report_text.pop_back();  // the end of its last line
    out.line().key("report").raw(report_text).key("by_part");
    append_groups(data, report, GroupBy::part);
    out.line().key("by_place");
    append_groups(data, report, GroupBy::place);
    out.line().key("meshes").raw(
        view_meshes_json(report.assembly.parts, involved_parts(clashes), settings.max_triangles));
    std::size_t at = 0;
    out.line().key("shots").lines(shots, [&](const ClashShot& shot) { append_shot(data, clashes[at++], shot); });
  });

  std::string title = "Clashes";
  if (report.files.size() == 1) title += " of " + std::filesystem::path(report.files[0]).filename().string();
  std::string page(page_html);
  replace(page, "<!--title-->", escaped_text(title));
  replace(page, "/*page.css*/", page_css);
  // The longest texts come last, so that the others are not looked for in them.
  replace(page, "/*page.js*/", page_js);
  replace(page, "/*orbit.js*/", orbit_js);
  replace(page, "/*view.js*/", view_js);
  finish_page(page, data);
  return page;
}

}  // namespace graze
