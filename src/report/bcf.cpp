#include "report/bcf.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <set>
#include <utility>
#include <vector>

#include "base/hash.h"
#include "graze/error.h"
#include "report/utf8_text.h"
#include "report/zip.h"

namespace graze {

namespace {

constexpr const char* head = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";
constexpr const char* colors[2] = {"3B7CDE", "F2962B"};  // of the pictures: blue and orange

std::string element(const char* name, std::string_view text) {
  return fmt::format("<{0}>{1}</{0}>\n", name, escaped_text(text));
}

// From the frame of the file to that of BCF.
struct Frame {
  explicit Frame(const Assembly& assembly)
      : y_up(assembly.up == UpAxis::y),
        metres(assembly.metres_per_unit > 0 ? assembly.metres_per_unit : 1),
        origin(assembly.origin) {}
  Vec3 direction(Vec3 v) const { return y_up ? Vec3{v.x, -v.z, v.y} : v; }
  Vec3 point(Vec3 p) const { return direction(p + origin) * metres; }

  bool y_up;
  double metres;
  Vec3 origin;
};

std::string vector_element(const char* name, Vec3 v) {
  return fmt::format("<{0}><X>{1}</X><Y>{2}</Y><Z>{3}</Z></{0}>\n", name, v.x, v.y, v.z);
}

std::string component(const Part& part) {
  const std::string guid = ifc_guid(part);
  return fmt::format("<Component{}>{}</Component>\n", guid.empty() ? "" : " IfcGuid=\"" + guid + "\"",
                     "<OriginatingSystem>graze</OriginatingSystem>" +
                         fmt::format("<AuthoringToolId>{}</AuthoringToolId>", escaped_text(part.path)));
}

const char* class_title(ClashClass value) {
  switch (value) {
    case ClashClass::overlapping:
      return "Overlap";
    case ClashClass::enclosed:
      return "Enclosed";
    case ClashClass::duplicate:
      return "Duplicate";
    case ClashClass::touching:
      return "Touch";
    default:
      return "Clearance";
  }
}

// What is one issue: a clash, or a group of them, the worst first.
struct Topic {
  std::vector<std::size_t> clashes;
  std::string title;  // of a group; else empty
};

std::vector<Topic> topics_of(const ClashReport& report, bool touching) {
  const std::vector<Clash>& clashes = report.result.clashes;
  const auto left_out = [&](std::size_t i) { return !touching && clashes[i].value == ClashClass::touching; };
  std::vector<Topic> topics;
  if (report.group_by == GroupBy::none) {
    for (std::size_t i = 0; i < clashes.size(); ++i)
      if (!left_out(i)) topics.push_back({{i}, {}});
    return topics;
  }
  for (const ClashGroup& group : report.groups) {
    Topic topic{group.clashes, {}};
    std::erase_if(topic.clashes, left_out);
    if (topic.clashes.empty()) continue;
    if (topic.clashes.size() > 1) {
      const Part& leader = report.assembly.parts[clashes[topic.clashes[0]].a];
      topic.title =
          fmt::format("{} clashes {} {}", topic.clashes.size(), report.group_by == GroupBy::part ? "of" : "around",
                      report.group_by == GroupBy::part ? group.name : leader.name);
    }
    topics.push_back(std::move(topic));
  }
  return topics;
}

class Writer {
 public:
  Writer(const ClashReport& report, const BcfSettings& settings)
      : report_(report), settings_(settings), frame_(report.assembly), third_(settings.version == BcfVersion::v3_0) {}

  std::string version() const {
    if (third_) return std::string(head) + "<Version VersionId=\"3.0\"/>\n";
    return std::string(head) + "<Version VersionId=\"2.1\"><DetailedVersion>2.1</DetailedVersion></Version>\n";
  }

  // The words that topics of 3.0 may use.
  std::string extensions() const {
    std::string labels;
    for (const ClashClass value : {ClashClass::overlapping, ClashClass::enclosed, ClashClass::duplicate,
                                   ClashClass::touching, ClashClass::clearance}) {
      labels += element("TopicLabel", name(value));
    }
    labels += element("TopicLabel", "new") + element("TopicLabel", "persistent");
    return std::string(head) + "<Extensions>\n<TopicTypes>\n" + element("TopicType", "Clash") +
           "</TopicTypes>\n<TopicStatuses>\n" + element("TopicStatus", "Open") + "</TopicStatuses>\n" +
           list("Priorities", "Priority", &ClashRule::severity) + "<TopicLabels>\n" + labels + "</TopicLabels>\n" +
           list("Users", "User", &ClashRule::owner, settings_.author) + "<SnippetTypes/>\n<Stages/>\n</Extensions>\n";
  }
  // What the rules say in one field, each once.
  std::string list(const char* name, const char* item, std::string ClashRule::*field,
                   const std::string& more = {}) const {
    std::set<std::string> words;
    if (!more.empty()) words.insert(more);
    for (const ClashRule& rule : report_.rules)
      if (!(rule.*field).empty()) words.insert(rule.*field);
    if (words.empty()) return fmt::format("<{}/>\n", name);
    std::string text = fmt::format("<{}>\n", name);
    for (const std::string& word : words) text += element(item, word);
    return text + fmt::format("</{}>\n", name);
  }

  std::string markup(const Topic& topic, std::size_t number, bool picture) const {
    const std::size_t index = topic.clashes[0];
    const Clash& clash = report_.result.clashes[index];
    const ClashRule rule = clash.rule < report_.rules.size() ? report_.rules[clash.rule] : ClashRule{};
    std::string text = std::string(head) + "<Markup>\n<Header>\n" + (third_ ? "<Files>\n" : "");
    for (const std::string& file : report_.files) {
      text += fmt::format("<File {}=\"true\">", third_ ? "IsExternal" : "isExternal");
      text += element("Filename", std::filesystem::path(file).filename().string()) + "</File>\n";
    }
    text += std::string(third_ ? "</Files>\n" : "") + "</Header>\n";
    text += fmt::format("<Topic Guid=\"{}\" TopicType=\"Clash\" TopicStatus=\"Open\">\n", bcf_guid(clash.id, "topic"));
    text += element("Title", topic.title.empty() ? title(clash) : topic.title);
    if (!rule.severity.empty()) text += element("Priority", rule.severity);
    text += fmt::format("<Index>{}</Index>\n", number);
    text += labels(index);
    text += element("CreationDate", settings_.date) + element("CreationAuthor", settings_.author);
    if (!rule.owner.empty()) text += element("AssignedTo", rule.owner);
    std::string all;
    for (const std::size_t i : topic.clashes)
      all += (all.empty() ? "" : "\n\n") + description(report_.result.clashes[i]);
    text += element("Description", all);
    if (!third_) text += "</Topic>\n";
    const std::string shot =
        fmt::format(" Guid=\"{}\">\n{}{}", bcf_guid(clash.id, "viewpoint"), element("Viewpoint", "viewpoint.bcfv"),
                    picture ? element("Snapshot", "snapshot.png") : "");
    text += third_ ? "<Viewpoints>\n<ViewPoint" + shot + "</ViewPoint>\n</Viewpoints>\n</Topic>\n"
                   : "<Viewpoints" + shot + "</Viewpoints>\n";
    return text + "</Markup>\n";
  }

  std::string viewpoint(const Topic& topic, const Camera& camera) const {
    const Clash& clash = report_.result.clashes[topic.clashes[0]];
    const Part* parts[2] = {&report_.assembly.parts[clash.a], &report_.assembly.parts[clash.b]};
    std::vector<std::uint32_t> selected;
    for (const std::size_t i : topic.clashes) {
      for (const std::uint32_t part : {report_.result.clashes[i].a, report_.result.clashes[i].b})
        if (std::find(selected.begin(), selected.end(), part) == selected.end()) selected.push_back(part);
    }
    std::string selection;
    for (const std::uint32_t part : selected) selection += component(report_.assembly.parts[part]);
    std::string text =
        std::string(head) +
        fmt::format("<VisualizationInfo Guid=\"{}\">\n<Components>\n<Selection>\n", bcf_guid(clash.id, "viewpoint")) +
        selection + "</Selection>\n<Visibility DefaultVisibility=\"true\"/>\n<Coloring>\n";
    for (int i = 0; i < 2; ++i) {
      text += fmt::format("<Color Color=\"{}\">\n", colors[i]) + (third_ ? "<Components>\n" : "") +
              component(*parts[i]) + (third_ ? "</Components>\n" : "") + "</Color>\n";
    }
    text += "</Coloring>\n</Components>\n<PerspectiveCamera>\n";
    // Square to each other, as viewers expect.
    const View view(camera, 1, 1);
    text += vector_element("CameraViewPoint", frame_.point(camera.eye));
    text += vector_element("CameraDirection", frame_.direction(view.forward));
    text += vector_element("CameraUpVector", frame_.direction(view.up));
    text += "<FieldOfView>45</FieldOfView>\n";
    if (third_) text += "<AspectRatio>1.5</AspectRatio>\n";
    return text + "</PerspectiveCamera>\n</VisualizationInfo>\n";
  }

 private:
  std::string title(const Clash& clash) const {
    return fmt::format("{}: {} / {}", class_title(clash.value), report_.assembly.parts[clash.a].name,
                       report_.assembly.parts[clash.b].name);
  }

  std::string labels(std::size_t index) const {
    std::vector<std::string> words = {name(report_.result.clashes[index].value)};
    if (!report_.states.empty() && report_.states[index] != ClashReport::State::none) {
      words.push_back(report_.states[index] == ClashReport::State::fresh ? "new" : "persistent");
    }
    std::string text;
    for (const std::string& word : words) text += element(third_ ? "Label" : "Labels", word);
    return third_ ? "<Labels>\n" + text + "</Labels>\n" : text;
  }

  std::string description(const Clash& clash) const {
    std::string length = "the surfaces run through each other";
    if (std::isfinite(clash.bound)) {
      length = fmt::format("{} {:.6g} (+- {:.1g}), lengths in {}", clash.distance < 0 ? "depth" : "gap",
                           std::abs(clash.distance), clash.bound, report_.units);
    }
    if (clash.volume_upper > 0) length += fmt::format("; {:.3g} cubed in common", clash.volume_upper);
    if (clash.fit.kind != FitKind::none)
      length += fmt::format("; {} fit, shaft radius {:.6g}, bore radius {:.6g}", name(clash.fit.kind), clash.fit.shaft,
                            clash.fit.bore);
    if (clash.rule < report_.rules.size()) length += "; rule " + report_.rules[clash.rule].name;
    return fmt::format("{}; {}.\n{}\n{}\nclash {}", name(clash.value), length, report_.assembly.parts[clash.a].path,
                       report_.assembly.parts[clash.b].path, clash.id);
  }

  const ClashReport& report_;
  const BcfSettings& settings_;
  Frame frame_;
  bool third_;
};

}  // namespace

std::string bcf_guid(const std::string& id, const std::string& role) {
  std::uint64_t halves[2];
  for (std::uint64_t half = 0; half < 2; ++half) {
    std::uint64_t hash = 0xcbf29ce484222325u + half;
    for (const char c : "graze " + role + " " + id) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3u;
    halves[half] = mix(hash);
  }
  // RFC 9562: version 8, a UUID of the maker's own; variant 10.
  const std::uint64_t high = (halves[0] & ~std::uint64_t{0xf000}) | 0x8000;
  const std::uint64_t low = (halves[1] & ~(std::uint64_t{3} << 62)) | std::uint64_t{1} << 63;
  return fmt::format("{:08x}-{:04x}-{:04x}-{:04x}-{:012x}", high >> 32, high >> 16 & 0xffff, high & 0xffff, low >> 48,
                     low & 0xffffffffffffu);
}

std::string ifc_guid(const Part& part) {
  constexpr std::size_t length = 22;
  const bool known = part.global_id.size() == length;
  if (!known && part.name.size() < length) return "";
  const std::string tail = known ? part.global_id : part.name.substr(part.name.size() - length);
  // 128 bits in 22 digits of 6: the first has only 2.
  if (tail[0] < '0' || tail[0] > '3') return "";
  const bool digits = std::all_of(tail.begin(), tail.end(), [](char c) {
    return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '_' || c == '$';
  });
  const bool whole = known || part.name.size() == length;
  const bool suffix = !whole && part.name.starts_with("Ifc") && part.name[part.name.size() - length - 1] == '_';
  return digits && (whole || suffix) ? tail : "";
}

std::string bcf_archive(const ClashReport& report, std::span<const ClashShot> shots, const BcfSettings& settings) {
  if (shots.size() != report.result.clashes.size()) throw Error("BCF: not one shot a clash");
  const std::vector<Topic> topics = topics_of(report, settings.touching);
  if (topics.size() > 21844)
    throw Error("BCF: more than 21844 topics, which a zip cannot hold; group them, or check fewer parts at a time");
  const Writer writer(report, settings);
  Zip zip;
  zip.add("bcf.version", writer.version());
  if (settings.version == BcfVersion::v3_0) zip.add("extensions.xml", writer.extensions());
  for (std::size_t i = 0; i < topics.size(); ++i) {
    const std::size_t leader = topics[i].clashes[0];
    const std::string folder = bcf_guid(report.result.clashes[leader].id, "topic") + "/";
    zip.add(folder + "markup.bcf", writer.markup(topics[i], i, !shots[leader].png.empty()));
    zip.add(folder + "viewpoint.bcfv", writer.viewpoint(topics[i], shots[leader].camera));
    if (!shots[leader].png.empty()) zip.add(folder + "snapshot.png", shots[leader].png);
  }
  return zip.finish();
}

}  // namespace graze
