// SRDF, read and written: pairs of links that are not to be compared.
#include <algorithm>
#include <fstream>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "graze/error.h"
#include "graze/robot.h"
#include "io/text_file.h"
#include "io/xml.h"
#include "robot/xacro.h"

namespace graze {

namespace {

using Pair = std::pair<std::uint32_t, std::uint32_t>;

constexpr std::uint32_t no_link = ~std::uint32_t{0};

// Reads entries; those that name links which the robot does not have are told and left aside.
class EntryReader {
 public:
  EntryReader(const XmlFile& file, const Robot& robot, std::vector<std::string>& remarks)
      : file_(file), robot_(robot), remarks_(remarks) {}

  std::uint32_t link(const XmlElement& element, const char* attribute) {
    const std::string& name = file_.text(element, attribute);
    for (std::uint32_t i = 0; i < robot_.links.size(); ++i) {
      if (robot_.links[i].name == name) return i;
    }
    remarks_.push_back(file_.path_of(element) + ":" + std::to_string(element.line) + ": the robot has no link '" +
                       name + "'; the <" + element.name + "> is left aside");
    return no_link;
  }

  std::optional<Pair> pair(const XmlElement& element) {
    for (const std::string& other : file_.others(element, {"link1", "link2", "reason"})) {
      remarks_.push_back(file_.path() + ": " + other + ": left aside");
    }
    const std::uint32_t a = link(element, "link1"), b = link(element, "link2");
    if (a == no_link || b == no_link) return std::nullopt;
    if (a == b) file_.fail(element, "both links are '" + robot_.links[a].name + "'");
    return std::minmax(a, b);
  }

 private:
  const XmlFile& file_;
  const Robot& robot_;
  std::vector<std::string>& remarks_;
};

XmlFile expanded(const XmlFile& file, const ReadRobotSettings& settings) {
  const XmlElement& root = file.root();
  if (root.name != "robot") file.fail(root, "the file holds a <" + root.name + ">, not a <robot>");
  return is_xacro(file) ? expand_xacro(file, settings) : file;
}

std::set<Pair> enabled_pairs(EntryReader read, const XmlElement& root) {
  std::set<Pair> enabled;
  for (const XmlElement& element : root.children) {
    if (element.name != "enable_collisions") continue;
    if (const auto pair = read.pair(element)) enabled.insert(*pair);
  }
  return enabled;
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

std::vector<DisabledPair> read_srdf(const std::string& path, const Robot& robot, std::vector<std::string>* remarks,
                                    const ReadRobotSettings& settings) {
  const XmlFile file = expanded(XmlFile(path), settings);
  const XmlElement& root = file.root();
  std::vector<std::string> unheard;
  EntryReader read(file, robot, remarks ? *remarks : unheard);
  std::map<Pair, std::string> found;
  const std::set<Pair> enabled = enabled_pairs(read, root);
  for (const XmlElement& element : root.children) {
    if (element.name != "disable_default_collisions") continue;
    const std::uint32_t link = read.link(element, "link");
    for (std::uint32_t other = 0; link != no_link && other < robot.links.size(); ++other) {
      const Pair pair = std::minmax(link, other);
      if (other != link && !enabled.contains(pair)) found.emplace(pair, "Default");
    }
  }
  for (const XmlElement& element : root.children) {
    if (element.name != "disable_collisions") continue;
    const std::string* const reason = element.find("reason");
    if (const auto pair = read.pair(element)) found[*pair] = reason ? *reason : "";
  }
  std::vector<DisabledPair> result;
  for (const auto& [pair, reason] : found) result.push_back({pair.first, pair.second, reason});
  return result;
}

const char* moveit_reason(const SelfPair& pair, std::uint64_t samples, double fraction) noexcept {
  switch (pair.value) {
    case SelfClass::adjacent:
    case SelfClass::always:
    case SelfClass::never:
      return reason_word(pair.value);
    case SelfClass::sometimes:
      if (samples > 0 && double(pair.hits) >= fraction * double(samples)) return "Always";
      return pair.at_default ? "Default" : "";
    default:
      return "";
  }
}

namespace {

std::string entry_text(const Robot& robot, const SelfPair& pair, const std::string& reason, const std::string& note) {
  return "  <disable_collisions link1=\"" + xml_escaped(robot.links[pair.a].name) + "\" link2=\"" +
         xml_escaped(robot.links[pair.b].name) + "\" reason=\"" + xml_escaped(reason) + "\"/>" + note + "\n";
}

// The pairs that were found to need no check, but for those that a file wants to have checked.
std::string found_entries(const Robot& robot, const SelfCollisionMatrix& matrix, const std::set<Pair>& enabled) {
  std::string text;
  for (const SelfPair& pair : matrix.pairs) {
    const bool needs_none =
        pair.value == SelfClass::adjacent || pair.value == SelfClass::always || pair.value == SelfClass::never;
    if (needs_none && !enabled.contains({pair.a, pair.b}))
      text += entry_text(robot, pair, reason_word(pair.value), comment(pair, matrix.samples));
  }
  return text;
}

}  // namespace

std::string srdf_text(const Robot& robot, const SelfCollisionMatrix& matrix) {
  std::string text = "<?xml version=\"1.0\"?>\n<!-- Pairs of links that need no check. -->\n<robot name=\"" +
                     xml_escaped(robot.name) + "\">\n";
  for (const SelfPair& pair : matrix.pairs) {
    if (pair.value == SelfClass::disabled) text += entry_text(robot, pair, pair.reason, " <!-- as given -->");
  }
  return text + found_entries(robot, matrix, {}) + "</robot>\n";
}

std::string srdf_merged(const std::string& path, const Robot& robot, const SelfCollisionMatrix& matrix,
                        const ReadRobotSettings& settings) {
  std::ifstream stream = open_file(path);
  std::string text{std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
  const XmlFile as_written(path, text), file = expanded(as_written, settings);
  const XmlElement& root = as_written.root();
  std::vector<std::string> unheard;
  const std::string entries =
      found_entries(robot, matrix, enabled_pairs(EntryReader(file, robot, unheard), file.root()));
  if (entries.empty()) return text;
  const std::size_t close = root.close;
  if (text.compare(close, 2, "/>") == 0) return text.replace(close, 2, ">\n" + entries + "</robot>");
  // On lines of their own, before the line of the closing tag.
  const std::size_t line = close == 0 ? 0 : text.find_last_not_of(" \t", close - 1) + 1;
  const bool alone = line > 0 && text[line - 1] == '\n';
  return text.insert(alone ? line : close, (alone ? "" : "\n") + entries);
}

bool is_plain_srdf(const std::string& path) {
  const XmlFile file(path);
  return file.root().name == "robot" &&
         std::all_of(file.root().children.begin(), file.root().children.end(),
                     [](const XmlElement& element) { return element.name == "disable_collisions"; });
}

}  // namespace graze
