// The structure that BCF 2.1 and 3.0 publish, as tables: which elements and attributes there are, in what order, and
// what their texts may be.
#pragma once

#include <algorithm>
#include <cctype>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "io/xml.h"

namespace graze::test {

// Of a type: attributes as "Guid:guid! Color:text", and children in order as "Title:text Labels:text*": `?` may be
// missing, `*` may be missing or repeated, `+` may be repeated. A child such as "A:a|B:b" is one of the two.
struct BcfType {
  std::string attributes, children;
};
using BcfTypes = std::map<std::string, BcfType>;

inline const BcfTypes& bcf_types(const std::string& version) {
  static const BcfTypes common = {
      {"Point", {"", "X:double Y:double Z:double"}},
      {"Hints", {"SpacesVisible:bool SpaceBoundariesVisible:bool OpeningsVisible:bool", ""}},
      {"Line", {"", "StartPoint:Point EndPoint:Point"}},
      {"Plane", {"", "Location:Point Direction:Point"}},
      {"Planes", {"", "ClippingPlane:Plane*"}},
      {"Related", {"Guid:guid!", ""}},
      {"Project", {"ProjectId:text!", "Name:text?"}}};
  static const BcfTypes second = [] {
    BcfTypes types = {
        {"Markup", {"", "Header:Header? Topic:Topic Comment:Comment* Viewpoints:ViewPoint*"}},
        {"Header", {"", "File:File+"}},
        {"File",
         {"IfcProject:ifc IfcSpatialStructureElement:ifc isExternal:bool",
          "Filename:text? Date:date? Reference:text?"}},
        {"Topic",
         {"Guid:guid! TopicType:text TopicStatus:text",
          "ReferenceLink:text* Title:text Priority:text? Index:int? Labels:text* CreationDate:date CreationAuthor:text "
          "ModifiedDate:date? ModifiedAuthor:text? DueDate:date? AssignedTo:text? Stage:text? Description:text? "
          "BimSnippet:Snippet? DocumentReference:Document* RelatedTopic:Related*"}},
        {"Snippet", {"SnippetType:text! isExternal:bool", "Reference:text ReferenceSchema:text"}},
        {"Document", {"Guid:guid isExternal:bool", "ReferencedDocument:text? Description:text?"}},
        {"Comment",
         {"Guid:guid!",
          "Date:date Author:text Comment:text Viewpoint:Related? ModifiedDate:date? ModifiedAuthor:text?"}},
        {"ViewPoint", {"Guid:guid!", "Viewpoint:text? Snapshot:text? Index:int?"}},
        {"VisualizationInfo",
         {"Guid:guid!",
          "Components:Components? OrthogonalCamera:Orthogonal? PerspectiveCamera:Perspective? Lines:Lines? "
          "ClippingPlanes:Planes? Bitmap:Bitmap*"}},
        {"Components", {"", "ViewSetupHints:Hints? Selection:Selection? Visibility:Visibility Coloring:Coloring?"}},
        {"Selection", {"", "Component:Component+"}},
        {"Visibility", {"DefaultVisibility:bool", "Exceptions:Selection?"}},
        {"Coloring", {"", "Color:Color+"}},
        {"Color", {"Color:capitals", "Component:Component+"}},
        {"Component", {"IfcGuid:ifc", "OriginatingSystem:text? AuthoringToolId:text?"}},
        {"Orthogonal",
         {"", "CameraViewPoint:Point CameraDirection:Point CameraUpVector:Point ViewToWorldScale:double"}},
        {"Perspective", {"", "CameraViewPoint:Point CameraDirection:Point CameraUpVector:Point FieldOfView:double"}},
        {"Lines", {"", "Line:Line+"}},
        {"Bitmap", {"", "Bitmap:text Reference:text Location:Point Normal:Point Up:Point Height:double"}},
        {"ProjectExtension", {"", "Project:Project? ExtensionSchema:text"}}};
    types.insert(common.begin(), common.end());
    return types;
  }();
  static const BcfTypes third = [] {
    BcfTypes types = {
        {"Markup", {"", "Header:Header? Topic:Topic"}},
        {"Header", {"", "Files:Files?"}},
        {"Files", {"", "File:File*"}},
        {"File",
         {"IfcProject:ifc IfcSpatialStructureElement:ifc IsExternal:bool",
          "Filename:said? Date:date? Reference:said?"}},
        {"Topic",
         {"Guid:small! ServerAssignedId:said TopicType:said! TopicStatus:said!",
          "ReferenceLinks:Links? Title:said Priority:said? Index:int? Labels:Labels? CreationDate:date "
          "CreationAuthor:said ModifiedDate:date? ModifiedAuthor:said? DueDate:date? AssignedTo:said? Stage:said? "
          "Description:said? BimSnippet:Snippet? DocumentReferences:Documents? RelatedTopics:RelatedTopics? "
          "Comments:Comments? Viewpoints:ViewPoints?"}},
        {"Links", {"", "ReferenceLink:said*"}},
        {"Labels", {"", "Label:said*"}},
        {"Snippet", {"SnippetType:said! IsExternal:bool", "Reference:said ReferenceSchema:said"}},
        {"Documents", {"", "DocumentReference:Document*"}},
        {"Document", {"Guid:small!", "DocumentGuid:small|Url:said? Description:said?"}},
        {"RelatedTopics", {"", "RelatedTopic:Related*"}},
        {"Comments", {"", "Comment:Comment*"}},
        {"Comment",
         {"Guid:small!",
          "Date:date Author:said Comment:said? Viewpoint:Related? ModifiedDate:date? ModifiedAuthor:said?"}},
        {"ViewPoints", {"", "ViewPoint:ViewPoint*"}},
        {"ViewPoint", {"Guid:small!", "Viewpoint:said? Snapshot:said? Index:int?"}},
        {"VisualizationInfo",
         {"Guid:small!",
          "Components:Components? OrthogonalCamera:Orthogonal|PerspectiveCamera:Perspective Lines:Lines? "
          "ClippingPlanes:Planes? Bitmaps:Bitmaps?"}},
        {"Components", {"", "Selection:Selection? Visibility:Visibility? Coloring:Coloring?"}},
        {"Selection", {"", "Component:Component*"}},
        {"Visibility", {"DefaultVisibility:bool", "ViewSetupHints:Hints? Exceptions:Selection?"}},
        {"Coloring", {"", "Color:Color*"}},
        {"Color", {"Color:text!", "Components:Colored"}},
        {"Colored", {"", "Component:Component+"}},
        {"Component", {"IfcGuid:ifc", "OriginatingSystem:said? AuthoringToolId:said?"}},
        {"Orthogonal",
         {"",
          "CameraViewPoint:Point CameraDirection:Point CameraUpVector:Point ViewToWorldScale:double "
          "AspectRatio:double"}},
        {"Perspective",
         {"",
          "CameraViewPoint:Point CameraDirection:Point CameraUpVector:Point FieldOfView:double AspectRatio:double"}},
        {"Lines", {"", "Line:Line*"}},
        {"Bitmaps", {"", "Bitmap:Bitmap*"}},
        {"Bitmap", {"", "Format:text Reference:said Location:Point Normal:Point Up:Point Height:double"}},
        {"Extensions",
         {"",
          "TopicTypes:Words1? TopicStatuses:Words2? Priorities:Words3? TopicLabels:Words4? Users:Words5? "
          "SnippetTypes:Words6? Stages:Words7?"}},
        {"Words1", {"", "TopicType:said*"}},
        {"Words2", {"", "TopicStatus:said*"}},
        {"Words3", {"", "Priority:said*"}},
        {"Words4", {"", "TopicLabel:said*"}},
        {"Words5", {"", "User:said*"}},
        {"Words6", {"", "SnippetType:said*"}},
        {"Words7", {"", "Stage:said*"}},
        {"ProjectInfo", {"", "Project:Project"}},
        {"DocumentInfo", {"", "Documents:DocumentList?"}},
        {"DocumentList", {"", "Document:DocumentFile*"}},
        {"DocumentFile", {"Guid:small!", "Filename:said Description:said?"}}};
    types.insert(common.begin(), common.end());
    return types;
  }();
  return version == "3.0" ? third : second;
}

inline bool bcf_text_fits(const std::string& type, const std::string& text) {
  const auto only = [&](const char* letters) { return text.find_first_not_of(letters) == std::string::npos; };
  if (type == "said") return text.find_first_not_of(" \t\r\n") != std::string::npos;
  if (type == "bool") return text == "true" || text == "false" || text == "0" || text == "1";
  if (type == "int") return !text.empty() && only("-0123456789");
  if (type == "double") return !text.empty() && only("+-.eE0123456789");
  if (type == "date") return text.size() >= 19 && text[4] == '-' && text[10] == 'T' && text[13] == ':';
  if (type == "capitals") return (text.size() == 6 || text.size() == 8) && only("0123456789ABCDEF");
  if (type == "ifc") return text.size() == 22;
  const bool small = type == "small";
  if (small || type == "guid") {
    return text.size() == 36 && text[8] == '-' && text[13] == '-' && text[18] == '-' && text[23] == '-' &&
           only(small ? "-0123456789abcdef" : "-0123456789abcdefABCDEF");
  }
  return true;
}

// What is wrong with an element of a type, each as a sentence; empty: nothing.
inline void find_bcf_faults(const BcfTypes& types, const XmlElement& element, const std::string& type,
                            std::vector<std::string>& faults) {
  const auto known = types.find(type);
  const std::string where = "<" + element.name + "> in line " + std::to_string(element.line) + ": ";
  if (known == types.end()) {
    if (!element.children.empty()) faults.push_back(where + "has children");
    if (!bcf_text_fits(type, element.content)) faults.push_back(where + "'" + element.content + "' is no " + type);
    return;
  }
  std::istringstream attributes(known->second.attributes);
  std::map<std::string, std::string> allowed;
  for (std::string word; attributes >> word;) {
    const bool required = word.ends_with('!');
    if (required) word.pop_back();
    const std::size_t colon = word.find(':');
    allowed[word.substr(0, colon)] = word.substr(colon + 1);
    if (required && element.find(word.substr(0, colon)) == nullptr) faults.push_back(where + "lacks " + word);
  }
  for (const auto& [key, value] : element.attributes) {
    if (key.starts_with("xmlns") || key.starts_with("xsi:")) continue;
    if (!allowed.contains(key)) {
      faults.push_back(where + "unknown attribute " + key);
    } else if (!bcf_text_fits(allowed[key], value)) {
      faults.push_back(where + key + " '" + value + "' is no " + allowed[key]);
    }
  }
  std::size_t at = 0;
  std::istringstream children(known->second.children);
  for (std::string word; children >> word;) {
    const char count = word.back();
    if (count == '?' || count == '*' || count == '+') word.pop_back();
    std::map<std::string, std::string> either;
    std::istringstream parts(word);
    for (std::string part; std::getline(parts, part, '|');) {
      const std::size_t colon = part.find(':');
      either[part.substr(0, colon)] = part.substr(colon + 1);
    }
    std::size_t found = 0;
    while (at < element.children.size() && either.contains(element.children[at].name) &&
           (found == 0 || count == '*' || count == '+')) {
      find_bcf_faults(types, element.children[at], either[element.children[at].name], faults);
      ++at;
      ++found;
    }
    if (found == 0 && count != '?' && count != '*') faults.push_back(where + "lacks " + word);
  }
  if (at < element.children.size()) faults.push_back(where + "<" + element.children[at].name + "> has no place there");
}

// All faults of a file of an archive, by what its root is called.
inline std::string bcf_faults(const std::string& text, const std::string& version) {
  const XmlFile xml("file", text);
  std::vector<std::string> faults;
  if (!bcf_types(version).contains(xml.root().name)) faults.push_back("no file begins with <" + xml.root().name + ">");
  find_bcf_faults(bcf_types(version), xml.root(), xml.root().name, faults);
  std::string joined;
  for (const std::string& fault : faults) joined += fault + "\n";
  return joined;
}

}  // namespace graze::test
