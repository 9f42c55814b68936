#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "graze/error.h"
#include "graze/robot.h"
#include "io/xml.h"

namespace graze {

namespace {

using Pair = std::pair<std::uint32_t, std::uint32_t>;

std::uint32_t link_of(const XmlFile& file, const XmlElement& element, const char* attribute, const Robot& robot) {
  const std::string& name = file.text(element, attribute);
  for (std::uint32_t i = 0; i < robot.links.size(); ++i) {
    if (robot.links[i].name == name) return i;
  }
  file.fail(element, "the robot has no link '" + name + "'");
}

Pair pair_of(const XmlFile& file, const XmlElement& element, const Robot& robot) {
  file.only(element, {"link1", "link2", "reason"});
  const std::uint32_t a = link_of(file, element, "link1", robot), b = link_of(file, element, "link2", robot);
  if (a == b) file.fail(element, "both links are '" + robot.links[a].name + "'");
  return std::minmax(a, b);
}

// Words that motion planners know.
const char* reason_word(SelfClass value) {
  switch (value) {
    case SelfClass::adjacent:
      return "Adjacent";
    case SelfClass::always:
      return "Always";
    default:
      return "Never";
  }
}

std::string comment(const SelfPair& pair, std::uint64_t samples) {
  if (pair.value == SelfClass::adjacent) return {};
  if (pair.proven) return " <!-- proven -->";
  return " <!-- in " + std::to_string(pair.hits) + " of " + std::to_string(samples) + " samples -->";
}

}  // namespace

std::vector<DisabledPair> read_srdf(const std::string& path, const Robot& robot) {
  const XmlFile file(path);
  const XmlElement& root = file.root();
  if (root.name != "robot") file.fail(root, "the file holds a <" + root.name + ">, not a <robot>");
  std::map<Pair, std::string> found;
  std::set<Pair> enabled;
  for (const XmlElement& element : root.children) {
    if (element.name == "enable_collisions") enabled.insert(pair_of(file, element, robot));
  }
  for (const XmlElement& element : root.children) {
    if (element.name != "disable_default_collisions") continue;
    const std::uint32_t link = link_of(file, element, "link", robot);
    for (std::uint32_t other = 0; other < robot.links.size(); ++other) {
      const Pair pair = std::minmax(link, other);
      if (other != link && !enabled.contains(pair)) found.emplace(pair, "Default");
    }
  }
  for (const XmlElement& element : root.children) {
    if (element.name != "disable_collisions") continue;
    const std::string* const reason = element.find("reason");
    found[pair_of(file, element, robot)] = reason ? *reason : "";
  }
  std::vector<DisabledPair> result;
  for (const auto& [pair, reason] : found) result.push_back({pair.first, pair.second, reason});
  return result;
}

std::string srdf_text(const Robot& robot, const SelfCollisionMatrix& matrix) {
  std::string text = "<?xml version=\"1.0\"?>\n<!-- Pairs of links that need no check. -->\n<robot name=\"" +
                     xml_escaped(robot.name) + "\">\n";
  for (const SelfPair& pair : matrix.pairs) {
    const bool listed = pair.value == SelfClass::disabled;
    if (!listed && pair.value != SelfClass::adjacent && pair.value != SelfClass::always &&
        pair.value != SelfClass::never) {
      continue;
    }
    text += "  <disable_collisions link1=\"" + xml_escaped(robot.links[pair.a].name) + "\" link2=\"" +
            xml_escaped(robot.links[pair.b].name) + "\" reason=\"" +
            xml_escaped(listed ? pair.reason : reason_word(pair.value)) + "\"/>" +
            (listed ? " <!-- as given -->" : comment(pair, matrix.samples)) + "\n";
  }
  return text + "</robot>\n";
}

}  // namespace graze
