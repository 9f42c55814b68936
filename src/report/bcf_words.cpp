// The words that topics of BCF may use, and its project file, in both versions.
#include <array>
#include <string_view>

#include "report/bcf_form.h"
#include "report/xml_text.h"

namespace graze {

namespace {

// A list of extensions.xml, its items, and the type of extensions.xsd that has the same words.
struct Words {
  std::string_view list, item, type;
};
constexpr std::array<Words, 7> lists = {{{"TopicTypes", "TopicType", "TopicType"},
                                         {"TopicStatuses", "TopicStatus", "TopicStatus"},
                                         {"Priorities", "Priority", "Priority"},
                                         {"TopicLabels", "TopicLabel", "TopicLabel"},
                                         {"Users", "User", "UserIdType"},
                                         {"SnippetTypes", "SnippetType", "SnippetType"},
                                         {"Stages", "Stage", "Stage"}}};

void add(BcfWords& words, std::string_view list, const std::string& word) {
  if (word.find_first_not_of(" \t\r\n") != std::string::npos) words[std::string(list)].insert(word);
}

void add_attribute(BcfWords& words, std::string_view list, const XmlElement& element, std::string_view attribute) {
  if (const std::string* const value = element.find(attribute)) add(words, list, *value);
}

// Enumerations of the types of a schema, whatever prefix its elements have.
void add_types(BcfWords& words, const XmlElement& element, std::string_view list) {
  const auto local = [&] { return std::string_view(element.name).substr(element.name.find(':') + 1); };
  if (local() == "enumeration" && !list.empty()) add_attribute(words, list, element, "value");
  if (local() == "simpleType") {
    list = {};
    const std::string* const type = element.find("name");
    for (const Words& each : lists)
      if (type != nullptr && *type == each.type) list = each.list;
  }
  for (const XmlElement& child : element.children) add_types(words, child, list);
}

XmlElement project_of(const std::string& xml) {
  const XmlFile file("project.bcfp", xml);
  const XmlElement* const project = file.root().child("Project");
  return project == nullptr ? XmlElement{} : *project;
}

}  // namespace

void add_words(BcfWords& words, const XmlElement& markup) {
  const XmlElement* const topic = markup.child("Topic");
  if (topic == nullptr) return;
  add_attribute(words, "TopicTypes", *topic, "TopicType");
  add_attribute(words, "TopicStatuses", *topic, "TopicStatus");
  add(words, "Priorities", child_text(*topic, "Priority"));
  add(words, "Stages", child_text(*topic, "Stage"));
  if (const XmlElement* const labels = topic->child("Labels"))
    for (const XmlElement& label : labels->children) add(words, "TopicLabels", label.content);
  for (const char* user : {"CreationAuthor", "ModifiedAuthor", "AssignedTo"})
    add(words, "Users", child_text(*topic, user));
  if (const XmlElement* const snippet = topic->child("BimSnippet"))
    add_attribute(words, "SnippetTypes", *snippet, "SnippetType");
  if (const XmlElement* const comments = topic->child("Comments"))
    for (const XmlElement& comment : comments->children)
      for (const char* user : {"Author", "ModifiedAuthor"}) add(words, "Users", child_text(comment, user));
}

void add_words_of_extensions(BcfWords& words, const std::string& xml) {
  const XmlFile file("extensions.xml", xml);
  for (const XmlElement& list : file.root().children)
    for (const XmlElement& word : list.children) add(words, list.name, word.content);
}

void add_words_of_schema(BcfWords& words, const std::string& xsd) {
  add_types(words, XmlFile("extensions.xsd", xsd).root(), {});
}

std::string extensions_xml(const BcfWords& words) {
  XmlElement root = make_element("Extensions");
  for (const Words& each : lists) {
    XmlElement list = make_element(each.list);
    if (const auto at = words.find(std::string(each.list)); at != words.end())
      for (const std::string& word : at->second) list.children.push_back(make_element(each.item, word));
    root.children.push_back(std::move(list));
  }
  return xml_text(root);
}

std::string third_project(const std::string& xml) {
  XmlElement project = project_of(xml);
  const std::string* const id = project.find("ProjectId");
  if (id == nullptr || id->empty()) return {};
  if (child_text(project, "Name").empty()) remove_children(project, "Name");
  XmlElement root = make_element("ProjectInfo");
  root.children.push_back(std::move(project));
  return xml_text(root);
}

std::string second_project(const std::string& xml) {
  XmlElement project = project_of(xml);
  if (project.name.empty()) return {};
  XmlElement root = make_element("ProjectExtension");
  root.children.push_back(std::move(project));
  root.children.push_back(make_element("ExtensionSchema"));
  return xml_text(root);
}

}  // namespace graze
