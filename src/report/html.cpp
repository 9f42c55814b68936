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

// What the page needs of a clash only when it is looked at; the page reads a line when it does. Curves, patches and the
// gap are relative to the clash's point.
void append_detail(std::string& text, const Clash& clash, const ClashShot& shot) {
  JsonWriter out(text);
  const auto points = [&](const std::vector<Vec3>& of_it) { out.raw(points_text(of_it, clash.point)); };
  out.object([&] {
    out.field("point", clash.point).key("normal").direction(clash.normal);
    out.key("box").array([&] { out.value(clash.box.lo).value(clash.box.hi); });
    append_measures(out, clash, {});
    out.field("eye", shot.camera.eye).key("curves").list(shot.region.curves, [&](const ContactCurve& curve) {
      std::vector<Vec3> around = curve.points;
      if (curve.closed && !around.empty()) around.push_back(around[0]);
      points(around);
    });
    out.key("patches").list(shot.region.patches, points).key("gap");
    points({shot.region.from, shot.region.to});
    if (!shot.png.empty()) out.field("png", encode_base64(shot.png));
  });
  text += '\n';
}

// What the table shows of a clash: id, class, numbers of the parts, distance, bound (null: surfaces that cross), number
// of the rule, state, which part is inside, whether there is a picture.
void append_row(JsonWriter& out, const ClashReport& report, std::size_t i, bool picture) {
  const Clash& clash = report.result.clashes[i];
  const auto state = report.states.empty() ? ClashReport::State::none : report.states[i];
  out.array([&] {
    out.value(clash.id).value(static_cast<int>(clash.value)).value(clash.a).value(clash.b);
    out.value(clash.distance).value(clash.bound);
    out.value(clash.rule < report.rules.size() ? static_cast<int>(clash.rule) : -1).value(static_cast<int>(state));
    out.value(clash.value != ClashClass::enclosed ? 0 : clash.a_is_inside ? 1 : 2).value(picture ? 1 : 0);
  });
}

void append_parts(JsonWriter& out, const ClashReport& report, const std::vector<std::uint32_t>& numbers) {
  out.object([&] {
    for (const std::uint32_t number : numbers) {
      const Part& part = report.assembly.parts[number];
      out.line().key(std::to_string(number)).object([&] {
        out.field("name", part.name).field("path", part.path);
        for (const auto& [field, value] :
             {std::pair("global_id", &part.global_id), std::pair("kind", &part.kind), std::pair("type", &part.type),
              std::pair("storey", &part.storey), std::pair("layer", &part.layer)}) {
          if (!value->empty()) out.field(field, *value);
        }
      });
    }
  });
}

void append_groups(JsonWriter& out, const ClashReport& report) {
  out.object([&] {
    for (const GroupBy by : {GroupBy::part, GroupBy::place, GroupBy::storey, GroupBy::types}) {
      const std::vector<ClashGroup> groups =
          group_clashes(report.result.clashes, report.assembly.parts, by, report.group_radius);
      // Where files say nothing of it, there is nothing to choose.
      if (groups.size() == 1 && groups[0].name.empty()) continue;
      out.line().key(name(by)).list(groups, [&](const ClashGroup& group) {
        out.object([&] {
          out.field("name", by == GroupBy::place ? group.name : group_words(by, group.name)).key("clashes");
          out.list(group.clashes, [&](std::size_t i) { out.value(i); });
        });
      });
    }
  });
}

// Of all clashes, those among it that were not found this time: the review file that the page writes has them all.
void append_review(JsonWriter& out, const ClashReview& review) {
  const std::string text = clash_review_text(review);
  out.array([&] {
    for (std::size_t at = text.find('\n') + 1; at < text.size();) {
      const std::size_t end = text.find('\n', at);
      out.line().raw(std::string_view(text).substr(at, end - at));
      at = end + 1;
    }
  });
}

// The report without its clashes, which are in the rows.
std::string head_json(const ClashReport& report) {
  ClashReport head = report;
  head.result.clashes.clear();
  head.groups.clear();
  head.review.clear();
  std::string text = clash_json(head);
  text.pop_back();  // the end of its last line
  return text;
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
  // The page draws in the coordinates of the parts, and adds the origin where it shows numbers.
  const std::vector<std::uint32_t> parts = involved_parts(clashes);
  std::string data, details;
  JsonWriter out(data);
  out.object([&] {
    out.field("graze", version_string()).field("up", report.assembly.up == UpAxis::y ? "y" : "z");
    out.field("origin", report.assembly.origin).line().key("report").raw(head_json(report));
    out.line().key("parts");
    append_parts(out, report, parts);
    out.line().key("groups");
    append_groups(out, report);
    out.line().key("review");
    append_review(out, report.review);
    out.line().key("meshes").raw(view_meshes_json(report.assembly.parts, parts, settings.max_triangles));
    std::size_t at = 0;
    out.line().key("rows").lines(shots,
                                 [&](const ClashShot& shot) { append_row(out, report, at++, !shot.png.empty()); });
  });
  for (std::size_t i = 0; i < clashes.size(); ++i) append_detail(details, clashes[i], shots[i]);

  std::string title = "Clashes";
  if (report.files.size() == 1) title += " of " + std::filesystem::path(report.files[0]).filename().string();
  std::string page(page_html);
  replace(page, "<!--title-->", escaped_text(title));
  replace(page, "/*page.css*/", page_css);
  // The longest texts come last, so that the others are not looked for in them.
  replace(page, "/*page.js*/", page_js);
  replace(page, "/*review.js*/", review_js);
  replace(page, "/*table.js*/", table_js);
  replace(page, "/*orbit.js*/", orbit_js);
  replace(page, "/*view.js*/", view_js);
  finish_page(page, data);
  replace(page, "<!--details-->", in_script(details));
  return page;
}

}  // namespace graze
