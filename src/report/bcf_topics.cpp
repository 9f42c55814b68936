#include "report/bcf_topics.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <utility>

#include "report/utf8_text.h"
#include "report/xml_text.h"

namespace graze {

namespace {

constexpr const char* head = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";
constexpr const char* colors[2] = {"3B7CDE", "F2962B"};  // of the pictures: blue and orange

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

class TopicWriter {
 public:
  TopicWriter(const ClashReport& report, const BcfSettings& settings)
      : report_(report), settings_(settings), frame_(report.assembly), third_(settings.version == BcfVersion::v3_0) {}

  // With the lists of 3.0, whatever the version.
  FreshTopic fresh(const TopicClashes& topic, std::size_t number, const ClashShot& shot) const {
    const std::size_t index = topic.clashes[0];
    const Clash& clash = report_.result.clashes[index];
    const ClashRule rule = clash.rule < report_.rules.size() ? report_.rules[clash.rule] : ClashRule{};
    FreshTopic made{make_element("Markup"), bcf_guid(clash.id, "viewpoint"), viewpoint(topic, shot.camera), shot.png,
                    review_of(topic)};
    XmlElement& files = child_of(child_of(made.markup, "Header"), "Files");
    for (const std::string& file : report_.files) {
      XmlElement each = make_element("File");
      set_attribute(each, third_ ? "IsExternal" : "isExternal", "true");
      each.children.push_back(make_element("Filename", std::filesystem::path(file).filename().string()));
      files.children.push_back(std::move(each));
    }
    XmlElement& element = child_of(made.markup, "Topic");
    set_attribute(element, "Guid", bcf_guid(clash.id, "topic"));
    set_attribute(element, "TopicType", "Clash");
    set_attribute(element, "TopicStatus", status_word(made.review.status));
    const auto add = [&](const char* name, const std::string& text) {
      if (!text.empty()) element.children.push_back(make_element(name, text));
    };
    add("Title", topic.title.empty() ? title(clash) : topic.title);
    add("Priority", rule.severity);
    add("Index", std::to_string(number));
    element.children.push_back(labels(index));
    add("CreationDate", settings_.date);
    add("CreationAuthor", settings_.author);
    add("AssignedTo", made.review.assignee.empty() ? rule.owner : made.review.assignee);
    std::string all;
    for (const std::size_t i : topic.clashes)
      all += (all.empty() ? "" : "\n\n") + description(report_.result.clashes[i]);
    add("Description", all);
    return made;
  }

  std::string viewpoint(const TopicClashes& topic, const Camera& camera) const {
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

  XmlElement labels(std::size_t index) const {
    XmlElement list = make_element("Labels");
    list.children.push_back(make_element("Label", name(report_.result.clashes[index].value)));
    if (!report_.states.empty() && report_.states[index] != ClashReport::State::none) {
      const bool fresh = report_.states[index] == ClashReport::State::fresh;
      list.children.push_back(make_element("Label", fresh ? "new" : "persistent"));
    }
    return list;
  }

  // Of a group: that of its first clash; but it is accepted only where all of them are.
  ReviewEntry review_of(const TopicClashes& topic) const {
    const auto entry = [&](std::size_t i) {
      const auto at = report_.review.find(report_.result.clashes[i].id);
      return at == report_.review.end() ? ReviewEntry{} : at->second;
    };
    ReviewEntry result = entry(topic.clashes[0]);
    for (const std::size_t i : topic.clashes)
      if (const ReviewEntry other = entry(i); accepted(result.status) && !accepted(other.status))
        result.status = other.status;
    return result;
  }

  std::string description(const Clash& clash) const {
    std::string length = "the surfaces run through each other";
    if (std::isfinite(clash.bound)) {
      length = is_unmeasured(clash)
                   ? fmt::format("depth up to {:.6g}, lengths in {}", clash.bound, report_.units)
                   : fmt::format("{} {:.6g} (+- {:.1g}), lengths in {}", clash.distance < 0 ? "depth" : "gap",
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

std::vector<TopicClashes> topics_of(const ClashReport& report, bool touching) {
  const std::vector<Clash>& clashes = report.result.clashes;
  const auto left_out = [&](std::size_t i) {
    const auto at = report.review.find(clashes[i].id);
    if (at == report.review.end()) return !touching && clashes[i].value == ClashClass::touching;
    return at->second.status == ReviewStatus::ignored;
  };
  std::vector<TopicClashes> topics;
  if (report.group_by == GroupBy::none) {
    for (std::size_t i = 0; i < clashes.size(); ++i)
      if (!left_out(i)) topics.push_back({{i}, {}});
    return topics;
  }
  for (const ClashGroup& group : report.groups) {
    TopicClashes topic{group.clashes, {}};
    std::erase_if(topic.clashes, left_out);
    if (topic.clashes.empty()) continue;
    if (topic.clashes.size() > 1) {
      const Part& leader = report.assembly.parts[clashes[topic.clashes[0]].a];
      topic.title = fmt::format(
          "{} clashes {}", topic.clashes.size(),
          report.group_by == GroupBy::place ? "around " + leader.name : group_words(report.group_by, group.name));
    }
    topics.push_back(std::move(topic));
  }
  return topics;
}

std::string bcf_version_text(BcfVersion version) {
  if (version == BcfVersion::v3_0) return std::string(head) + "<Version VersionId=\"3.0\"/>\n";
  return std::string(head) + "<Version VersionId=\"2.1\"><DetailedVersion>2.1</DetailedVersion></Version>\n";
}

BcfWords words_of(const ClashReport& report, const BcfSettings& settings) {
  BcfWords words = {{"TopicTypes", {"Clash"}}, {"Users", {settings.author}}, {"TopicLabels", {"new", "persistent"}}};
  for (const ClashClass value : {ClashClass::overlapping, ClashClass::enclosed, ClashClass::duplicate,
                                 ClashClass::touching, ClashClass::clearance})
    words["TopicLabels"].insert(name(value));
  for (const ReviewStatus value :
       {ReviewStatus::open, ReviewStatus::active, ReviewStatus::reviewed, ReviewStatus::approved,
        ReviewStatus::resolved, ReviewStatus::closed, ReviewStatus::ignored})
    words["TopicStatuses"].insert(status_word(value));
  for (const ClashRule& rule : report.rules) {
    if (!rule.severity.empty()) words["Priorities"].insert(rule.severity);
    if (!rule.owner.empty()) words["Users"].insert(rule.owner);
  }
  return words;
}

FreshTopic fresh_topic(const ClashReport& report, const BcfSettings& settings, const TopicClashes& topic,
                       std::size_t number, const ClashShot& shot) {
  return TopicWriter(report, settings).fresh(topic, number, shot);
}

}  // namespace graze
