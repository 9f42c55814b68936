// `graze check --review`: what was decided holds in the next run, whether it came from a review file or from BCF, and
// what other programs put into an archive is in the next one.
#include <gtest/gtest.h>

#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <string>

#include "io/unzip.h"
#include "report/zip.h"
#include "run.h"
#include "tests/app/bcf_structure.h"
#include "tests/app/obj_box.h"

namespace graze::test {
namespace {

using Json = nlohmann::json;
using Files = std::map<std::string, std::string>;

std::string reviewed_model() {
  const std::string path = folder() + "walls.obj";
  write_file(path, obj_box("a", 0, 0, 4) + obj_box("b", 8, 3.5, 8) + obj_box("c", 16, 7.75, 12));
  return path;
}

std::string file(const std::string& name, const std::string& text) {
  write_file(folder() + name, text);
  return folder() + name;
}

Json checked(const std::string& more) { return Json::parse(run("check --json " + reviewed_model() + " " + more).out); }

TEST(Review, AcceptedClashesDoNotFail) {
  const std::string path = reviewed_model();
  const Json first = checked("");
  ASSERT_EQ(first["clashes"].size(), 2u);
  EXPECT_TRUE(first["clashes"][0]["review"].is_null());
  const std::string id[2] = {first["clashes"][0]["id"], first["clashes"][1]["id"]};
  const auto review = [&](const std::string& one, const std::string& two) {
    return file("review.jsonl", "{\"graze_review\":1}\n{\"id\":\"" + id[0] + "\",\"status\":\"" + one +
                                    "\",\"assignee\":\"Ann\",\"comments\":[{\"text\":\"a sleeve\"}]}\n{\"id\":\"" +
                                    id[1] + "\",\"status\":\"" + two + "\"}\n");
  };
  const auto code = [&](const std::string& file) { return run("check " + path + " --review " + file).exit_code; };
  EXPECT_EQ(code(review("approved", "ignored")), 0);
  EXPECT_EQ(code(review("approved", "open")), 1);
  EXPECT_EQ(code(review("approved", "resolved")), 1);
  EXPECT_EQ(code(review("closed", "ignored")), 1);
  EXPECT_EQ(code(review("approved", "approved")), 0);

  const std::string decided = review("approved", "resolved"), out = folder() + "out.csv",
                    written = folder() + "written.jsonl";
  const Output table = run("check " + path + " --review " + decided + " -o " + out + " --write-review " + written);
  EXPECT_NE(table.out.find("[approved, Ann]"), std::string::npos) << table.out;
  EXPECT_NE(table.out.find("review: 1 approved, 1 resolved; 1 said to be mended and still there\n"), std::string::npos);
  EXPECT_NE(read_file(out).find(",approved,\"Ann\"\r\n"), std::string::npos);
  const Json second = checked("--review " + written);
  EXPECT_EQ(second["clashes"][0]["review"]["status"], "approved");
  EXPECT_EQ(second["clashes"][0]["review"]["assignee"], "Ann");
  EXPECT_EQ(second["clashes"][0]["review"]["comments"][0]["text"], "a sleeve");
  EXPECT_EQ(second["gone"].size(), 0u);

  // What is said later holds; what is not found any more is kept, and told of.
  const std::string more = file("more.jsonl", "{\"graze_review\":1}\n{\"id\":\"" + id[0] +
                                                  "\",\"status\":\"active\"}\n{\"id\":\"00000000000000ab\",\"status\":"
                                                  "\"approved\",\"parts\":[\"x\",\"y\"]}\n");
  const Json third = checked("--review " + decided + " --review " + more + " --write-review " + written);
  EXPECT_EQ(third["clashes"][0]["review"]["status"], "active");
  EXPECT_EQ(third["clashes"][0]["review"]["comments"].size(), 1u);
  EXPECT_EQ(third["gone"], Json::array({"00000000000000ab"}));
  EXPECT_NE(read_file(written).find("{\"id\":\"00000000000000ab\",\"status\":\"approved\",\"parts\":[\"x\",\"y\"]}\n"),
            std::string::npos);
}

TEST(Review, BadFilesAreErrorsThatNameTheLineAndWriteNothing) {
  const std::string path = reviewed_model(), out = folder() + "out.json";
  const auto fails = [&](const std::string& review, const std::string& message) {
    const Output result = run("check " + path + " -o " + out + " --review " + review);
    EXPECT_EQ(result.exit_code, 2);
    EXPECT_NE(result.err.find(message), std::string::npos) << result.err;
    EXPECT_EQ(result.out, "");
    EXPECT_FALSE(std::filesystem::exists(out));
  };
  fails(file("bad.jsonl", "{\"graze_review\":1}\n\n{\"id\":\"00000000000000ab\",\"status\":\"fine\"}\n"),
        "bad.jsonl:3: 'fine' is no status");
  fails(folder() + "none.jsonl", "none.jsonl");
  Zip empty;
  empty.add("readme.txt", "x");
  fails(file("empty.bcfzip", empty.finish()), "empty.bcfzip: not a BCF archive: it has no bcf.version");
  Zip old;
  old.add("bcf.version", "<Version VersionId=\"2.0\"/>");
  fails(file("old.bcfzip", old.finish()), "old.bcfzip: BCF of version '2.0' is not read");
  Zip broken;
  broken.add("bcf.version", "<Version VersionId=\"2.1\"/>");
  broken.add("00000000-0000-4000-8000-000000000001/markup.bcf", "<Markup>\n<Topic Guid=\"x\">\n</Markup>\n");
  fails(file("broken.bcfzip", broken.finish()), "broken.bcfzip: 00000000-0000-4000-8000-000000000001/markup.bcf:3: ");
  Zip viewless;
  viewless.add("bcf.version", "<Version VersionId=\"2.1\"/>");
  viewless.add("00000000-0000-4000-8000-000000000001/v.bcfv", "<VisualizationInfo>\n</Visualization>\n");
  fails(file("view.bcfzip", viewless.finish()), "view.bcfzip: 00000000-0000-4000-8000-000000000001/v.bcfv:2: ");
  fails(file("cut.bcfzip", read_file(folder() + "broken.bcfzip").substr(0, 150)), "cut.bcfzip: ");
}

TEST(Review, FollowsClashesThatAnEarlierReportKnowsByAnotherId) {
  const std::string path = reviewed_model(), earlier = folder() + "earlier.json";
  ASSERT_EQ(run("check " + path + " -o " + earlier).exit_code, 1);
  const Json before = Json::parse(read_file(earlier));
  std::string lines = "{\"graze_review\":1}\n";
  for (const Json& clash : before["clashes"])
    lines += "{\"id\":\"" + clash["id"].get<std::string>() + "\",\"status\":\"approved\"}\n";
  const std::string review = file("review.jsonl", lines);
  // A part that is called otherwise has another id.
  write_file(path, obj_box("a, renamed", 0, 0, 4) + obj_box("b", 8, 3.5, 8) + obj_box("c", 16, 7.75, 12));
  EXPECT_EQ(run("check " + path + " --review " + review).exit_code, 1);
  EXPECT_EQ(run("check " + path + " --review " + review + " --since " + earlier).exit_code, 0);
}

// --- BCF ---

Files unzip(const std::string& path) {
  const std::string bytes = read_file(path);
  Files files;
  for (const ZipEntry& entry : zip_entries(bytes)) files[entry.name] = unzipped(bytes, entry);
  return files;
}

std::string zip(const Files& files) {
  Zip archive;
  for (const auto& [name, bytes] : files) archive.add(name, bytes);
  return archive.finish();
}

void expect_valid(const Files& files, const std::string& version) {
  std::size_t markups = 0, views = 0;
  for (const auto& [name, bytes] : files) {
    const bool markup = name.ends_with("/markup.bcf"), view = name.ends_with(".bcfv");
    markups += markup;
    views += view;
    if (markup || view || name == "extensions.xml" || name == "project.bcfp" || name == "documents.xml") {
      EXPECT_EQ(bcf_faults(bytes, version), "") << name << "\n" << bytes;
    }
  }
  EXPECT_NE(files.at("bcf.version").find("VersionId=\"" + version + "\""), std::string::npos);
  EXPECT_GT(markups, 0u);
  EXPECT_GT(views, 0u);
  EXPECT_EQ(files.contains("extensions.xml"), version == "3.0");
}

// File by file, and only text is told.
void expect_same(const Files& now, const Files& before) {
  for (const auto& [name, bytes] : before) {
    ASSERT_TRUE(now.contains(name)) << name;
    const bool text = !name.ends_with(".png");
    EXPECT_TRUE(now.at(name) == bytes) << name << "\n" << (text ? now.at(name) + "was\n" + bytes : "");
  }
  EXPECT_EQ(now.size(), before.size());
}

constexpr const char* foreign = "0f5ab1c6-4a38-4a5c-9d0c-2f4b6a0e7c11";
const std::string point = "<X>1.5</X><Y>-2</Y><Z>3e-1</Z>";

// A topic of another program, with all that 2.1 has a place for.
Files foreign_topic() {
  const std::string folder = std::string(foreign) + "/";
  Files files;
  files[folder + "markup.bcf"] = R"(<?xml version="1.0" encoding="UTF-8"?>
<Markup xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
  <Header><File IfcProject="0123456789012345678901" isExternal="true"><Filename>other.ifc</Filename><Date>2026-03-01T08:00:00Z</Date><Reference>https://example.org/other.ifc</Reference></File></Header>
  <Topic Guid=")" + std::string(foreign) +
                                 R"(" TopicType="Remark" TopicStatus="In Review">
    <ReferenceLink>https://example.org/1</ReferenceLink><ReferenceLink>https://example.org/2</ReferenceLink>
    <Title>Door &amp; frame &lt;swap&gt;</Title><Priority>High</Priority><Index>7</Index><Labels>Architecture</Labels><Labels>Doors</Labels>
    <CreationDate>2026-03-01T08:00:00+01:00</CreationDate><CreationAuthor>cleo@example.org</CreationAuthor>
    <ModifiedDate>2026-03-02T08:00:00Z</ModifiedDate><ModifiedAuthor>dan@example.org</ModifiedAuthor><DueDate>2026-04-01T00:00:00Z</DueDate>
    <AssignedTo>eve@example.org</AssignedTo><Stage>Detail</Stage><Description>Two
lines &amp; more</Description>
    <BimSnippet SnippetType="ifc" isExternal="false"><Reference>snippet.ifc</Reference><ReferenceSchema>https://example.org/schema</ReferenceSchema></BimSnippet>
    <DocumentReference Guid="0f5ab1c6-4a38-4a5c-9d0c-2f4b6a0e7c21" isExternal="true"><ReferencedDocument>https://example.org/doc.pdf</ReferencedDocument><Description>the plan</Description></DocumentReference>
    <DocumentReference Guid="0f5ab1c6-4a38-4a5c-9d0c-2f4b6a0e7c22" isExternal="false"><ReferencedDocument>notes.txt</ReferencedDocument></DocumentReference>
    <RelatedTopic Guid="0f5ab1c6-4a38-4a5c-9d0c-2f4b6a0e7c12"/>
  </Topic>
  <Comment Guid="0f5ab1c6-4a38-4a5c-9d0c-2f4b6a0e7c31"><Date>2026-03-01T09:00:00Z</Date><Author>cleo@example.org</Author><Comment>First &#228;</Comment></Comment>
  <Comment Guid="0f5ab1c6-4a38-4a5c-9d0c-2f4b6a0e7c32"><Date>2026-03-01T10:00:00Z</Date><Author>dan@example.org</Author><Comment>Second</Comment><Viewpoint Guid="0f5ab1c6-4a38-4a5c-9d0c-2f4b6a0e7c42"/><ModifiedDate>2026-03-01T11:00:00Z</ModifiedDate><ModifiedAuthor>dan@example.org</ModifiedAuthor></Comment>
  <Viewpoints Guid="0f5ab1c6-4a38-4a5c-9d0c-2f4b6a0e7c41"><Viewpoint>one.bcfv</Viewpoint><Snapshot>one.png</Snapshot><Index>0</Index></Viewpoints>
  <Viewpoints Guid="0f5ab1c6-4a38-4a5c-9d0c-2f4b6a0e7c42"><Viewpoint>two.bcfv</Viewpoint></Viewpoints>
</Markup>
)";
  const std::string camera = "<CameraViewPoint>" + point + "</CameraViewPoint><CameraDirection>" + point +
                             "</CameraDirection><CameraUpVector>" + point + "</CameraUpVector>";
  files[folder + "one.bcfv"] =
      R"(<VisualizationInfo Guid="0f5ab1c6-4a38-4a5c-9d0c-2f4b6a0e7c41">
<Components><ViewSetupHints SpacesVisible="true" OpeningsVisible="false"/><Selection><Component IfcGuid="2O2Fr$t4X7Zf8NOew3FLOH"><OriginatingSystem>Other</OriginatingSystem><AuthoringToolId>77</AuthoringToolId></Component></Selection>
<Visibility DefaultVisibility="true"><Exceptions><Component IfcGuid="2O2Fr$t4X7Zf8NOew3FLOX"/></Exceptions></Visibility>
<Coloring><Color Color="FF0080"><Component IfcGuid="2O2Fr$t4X7Zf8NOew3FLOH"/><Component IfcGuid="2O2Fr$t4X7Zf8NOew3FLOX"/></Color></Coloring></Components>
<OrthogonalCamera>)" +
      camera + "<ViewToWorldScale>12.5</ViewToWorldScale></OrthogonalCamera><Lines><Line><StartPoint>" + point +
      "</StartPoint><EndPoint>" + point + "</EndPoint></Line></Lines><ClippingPlanes><ClippingPlane><Location>" +
      point + "</Location><Direction>" + point +
      "</Direction></ClippingPlane></ClippingPlanes><Bitmap><Bitmap>PNG</Bitmap><Reference>mark.png</"
      "Reference><Location>" +
      point + "</Location><Normal>" + point + "</Normal><Up>" + point +
      "</Up><Height>2</Height></Bitmap></VisualizationInfo>";
  files[folder + "two.bcfv"] = "<VisualizationInfo Guid=\"0f5ab1c6-4a38-4a5c-9d0c-2f4b6a0e7c42\"><PerspectiveCamera>" +
                               camera + "<FieldOfView>50</FieldOfView></PerspectiveCamera></VisualizationInfo>";
  files[folder + "one.png"] = std::string("\x89PNG\r\n\x1a\n\0picture", 16);
  files[folder + "mark.png"] = "mark";
  files[folder + "snippet.ifc"] = "ISO-10303-21;";
  files[folder + "notes.txt"] = "notes";
  files["project.bcfp"] =
      "<ProjectExtension><Project ProjectId=\"p1\"><Name>House</Name></Project>"
      "<ExtensionSchema>extensions.xsd</ExtensionSchema></ProjectExtension>";
  files["extensions.xsd"] =
      R"(<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"><xs:redefine schemaLocation="markup.xsd"><xs:simpleType name="Stage"><xs:restriction base="Stage"><xs:enumeration value="Sketch"/></xs:restriction></xs:simpleType></xs:redefine></xs:schema>)";
  return files;
}

// An element on one line, without blanks between elements and with attributes in order.
std::string plain(const XmlElement& element) {
  std::map<std::string, std::string> attributes(element.attributes.begin(), element.attributes.end());
  std::string text = "<" + element.name;
  for (const auto& [key, value] : attributes)
    if (!key.starts_with("xmlns")) text += " " + key + "=" + value;
  text += ">";
  if (element.children.empty()) text += element.content;
  for (const XmlElement& child : element.children) text += plain(child);
  return text + "</>";
}
std::string plain(const std::string& xml) { return plain(XmlFile("x", xml).root()); }

// All texts and attributes of a tree, whatever they are in.
void collect(const XmlElement& element, std::multiset<std::string>& words) {
  if (element.children.empty() && !element.content.empty()) words.insert(element.content);
  for (const auto& [key, value] : element.attributes)
    if (!key.starts_with("xmlns")) words.insert(value);
  for (const XmlElement& child : element.children) collect(child, words);
}

TEST(Review, ForeignTopicsComeThroughBothVersions) {
  const std::string path = reviewed_model(), own = folder() + "own.bcfzip";
  ASSERT_EQ(run("check " + path + " --bcf " + own).exit_code, 1);
  Files files = unzip(own);
  expect_valid(files, "2.1");
  const std::size_t topics_of_graze = 2;
  for (const auto& [name, bytes] : foreign_topic()) files[name] = bytes;
  expect_valid(files, "2.1");
  const std::string with = file("with.bcfzip", zip(files));
  const auto again = [&](const std::string& from, const std::string& version, const std::string& to) {
    const Output result = run("check " + path + " --review " + from + " --bcf " + folder() + to +
                              (version.empty() ? "" : " --bcf-version " + version));
    EXPECT_EQ(result.exit_code, 1) << result.err;
    return unzip(folder() + to);
  };
  const auto markups = [](const Files& all) {
    return std::count_if(all.begin(), all.end(), [](const auto& each) { return each.first.ends_with("/markup.bcf"); });
  };
  // The same version is that of the archive, and what is foreign is there to the byte.
  const Files second = again(with, "", "second.bcfzip");
  expect_valid(second, "2.1");
  EXPECT_EQ(markups(second), topics_of_graze + 1);
  for (const auto& [name, bytes] : foreign_topic()) EXPECT_EQ(second.at(name), bytes) << name;
  expect_same(second, files);  // nothing was decided, nothing changes

  // In the other version every word of it is there.
  const Files third = again(with, "3.0", "third.bcfzip");
  expect_valid(third, "3.0");
  EXPECT_EQ(markups(third), topics_of_graze + 1);
  const std::string at = std::string(foreign) + "/";
  for (const char* name : {"markup.bcf", "one.bcfv", "two.bcfv"}) {
    std::multiset<std::string> before, after;
    collect(XmlFile(name, foreign_topic().at(at + name)).root(), before);
    collect(XmlFile(name, third.at(at + name)).root(), after);
    if (std::string(name) == "markup.bcf") {
      // Documents are named otherwise.
      EXPECT_EQ(before.erase("notes.txt"), 1u);
      for (const char* word : {"true", "false"}) {
        before.erase(word);
        after.erase(word);
      }
    } else if (std::string(name) == "one.bcfv") {
      EXPECT_EQ(before.erase("PNG"), 1u);
      EXPECT_EQ(after.erase("png"), 1u);
    }
    for (const std::string& word : before) {
      const auto found = after.find(word);
      ASSERT_NE(found, after.end()) << name << " has lost " << word;
      after.erase(found);
    }
    EXPECT_EQ(after.size(), 1u) << name;  // the document's GUID; the ratio of the picture's sides
  }
  for (const char* name : {"one.png", "mark.png", "snippet.ifc"})
    EXPECT_EQ(third.at(at + name), foreign_topic().at(at + name));
  EXPECT_EQ(
      std::count_if(third.begin(), third.end(),
                    [](const auto& each) { return each.first.starts_with("documents/") && each.second == "notes"; }),
      1);
  EXPECT_NE(third.at("extensions.xml").find("<Stage>Sketch</Stage>"), std::string::npos);
  EXPECT_NE(third.at("extensions.xml").find("<User>eve@example.org</User>"), std::string::npos);
  EXPECT_NE(third.at("project.bcfp").find("<Name>House</Name>"), std::string::npos);

  // There and back again: the same but for what 3.0 writes otherwise.
  expect_same(again(folder() + "third.bcfzip", "", "third_again.bcfzip"), third);
  const Files back = again(folder() + "third.bcfzip", "2.1", "back.bcfzip");
  expect_valid(back, "2.1");
  for (const auto& [name, bytes] : foreign_topic()) {
    if (name == "extensions.xsd" || name == "project.bcfp") continue;
    const bool xml = name.ends_with(".bcf") || name.ends_with(".bcfv");
    EXPECT_EQ(xml ? plain(back.at(name)) : back.at(name), xml ? plain(bytes) : bytes) << name;
  }
  // The check of the structure can fail.
  EXPECT_NE(bcf_faults(third.at(at + "markup.bcf"), "2.1"), "");
  EXPECT_NE(bcf_faults(files.at(at + "one.bcfv"), "3.0"), "");
}

// Replaces the first; the text must be there.
std::string with(std::string text, const std::string& what, const std::string& by) {
  const std::size_t at = text.find(what);
  EXPECT_NE(at, std::string::npos) << what << " is not in\n" << text;
  return at == std::string::npos ? text : text.replace(at, what.size(), by);
}

class BcfReview : public testing::TestWithParam<const char*> {};

TEST_P(BcfReview, TopicsOfGrazeAreUpdatedAndKeepWhatPeopleDid) {
  const std::string version = GetParam(), path = reviewed_model(), first = folder() + "first.bcfzip";
  const bool third = version == "3.0";
  const std::string check = "check --json " + path + " --bcf-version " + version + " --date 2026-05-01T00:00:00Z ";
  ASSERT_EQ(run(check + "--bcf " + first).exit_code, 1);
  Files files = unzip(first);
  const Json clashes = checked("")["clashes"];
  std::map<std::string, std::string> topics;  // by the ids of their clashes
  for (const auto& [name, bytes] : files)
    for (const Json& clash : clashes)
      if (name.ends_with("markup.bcf") && bytes.find("clash " + clash["id"].get<std::string>()) != std::string::npos)
        topics[clash["id"]] = name.substr(0, name.find('/') + 1);
  ASSERT_EQ(topics.size(), 2u);
  const std::string one = topics[clashes[0]["id"]], two = topics[clashes[1]["id"]];

  // What a BIM program does: a status, an assignee, a label, a comment with a viewpoint of its own, another title.
  std::string& markup = files[one + "markup.bcf"];
  markup = with(markup, "TopicStatus=\"Open\"", "TopicStatus=\"Approved\"");
  markup = with(markup, "<Description>", "<AssignedTo>ann@example.org</AssignedTo>\n<Description>");
  markup = with(markup, third ? "<Labels>\n" : "<CreationDate>",
                third ? "<Labels>\n<Label>Sleeve</Label>\n" : "<Labels>Sleeve</Labels>\n<CreationDate>");
  const std::string comment =
      "<Comment Guid=\"0f5ab1c6-4a38-4a5c-9d0c-2f4b6a0e7c31\"><Date>2026-05-02T09:00:00Z</Date>"
      "<Author>bo@example.org</Author><Comment>is meant so</Comment>"
      "<Viewpoint Guid=\"0f5ab1c6-4a38-4a5c-9d0c-2f4b6a0e7c41\"/></Comment>";
  if (third) {
    markup = with(markup, "<Viewpoints>\n",
                  "<Comments>" + comment +
                      "</Comments>\n<Viewpoints>\n<ViewPoint Guid="
                      "\"0f5ab1c6-4a38-4a5c-9d0c-2f4b6a0e7c41\"><Viewpoint>theirs.bcfv</Viewpoint></ViewPoint>\n");
  } else {
    markup = with(markup, "<Viewpoints ",
                  comment +
                      "<Viewpoints Guid=\"0f5ab1c6-4a38-4a5c-9d0c-2f4b6a0e7c41\">"
                      "<Viewpoint>theirs.bcfv</Viewpoint></Viewpoints>\n<Viewpoints ");
  }
  files[one + "theirs.bcfv"] = with(files[one + "viewpoint.bcfv"], "VisualizationInfo Guid=\"",
                                    "VisualizationInfo Guid=\"0f5ab1c6-4a38-4a5c-9d0c-2f4b6a0e7c41\" Gone=\"");
  files[one + "theirs.bcfv"] = with(
      files[one + "theirs.bcfv"], files[one + "theirs.bcfv"].substr(files[one + "theirs.bcfv"].find(" Gone="), 44), "");
  std::string& other = files[two + "markup.bcf"];
  other = with(other, "<Title>Overlap", "<Title>Please look: Overlap");
  other = with(other, "TopicStatus=\"Open\"", "TopicStatus=\"Offen\"");
  expect_valid(files, version);
  const std::string reviewed = file("reviewed.bcfzip", zip(files));

  const Output result = run(check + "--review " + reviewed + " --bcf " + folder() + "next.bcfzip --write-review " +
                            folder() + "review.jsonl");
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_NE(result.err.find("the status 'Offen' of the topic 'Please look: "), std::string::npos) << result.err;
  const Json report = Json::parse(result.out);
  EXPECT_EQ(report["clashes"][0]["review"]["status"], "approved");
  EXPECT_EQ(report["clashes"][0]["review"]["assignee"], "ann@example.org");
  EXPECT_EQ(report["clashes"][0]["review"]["comments"][0]["text"], "is meant so");
  EXPECT_EQ(report["clashes"][0]["review"]["comments"][0]["author"], "bo@example.org");
  EXPECT_EQ(report["clashes"][1]["review"]["status"], "open");
  Files next = unzip(folder() + "next.bcfzip");
  expect_valid(next, version);
  for (const char* kept : {"TopicStatus=\"Approved\"", ">ann@example.org<", ">Sleeve<", ">is meant so<",
                           ">theirs.bcfv<", ">overlapping<", ">viewpoint.bcfv<", ">snapshot.png<"})
    EXPECT_NE(next[one + "markup.bcf"].find(kept), std::string::npos) << kept << "\n" << next[one + "markup.bcf"];
  EXPECT_EQ(next[one + "theirs.bcfv"], files[one + "theirs.bcfv"]);
  EXPECT_NE(next[two + "markup.bcf"].find("<Title>Please look: Overlap"), std::string::npos);
  EXPECT_NE(next[two + "markup.bcf"].find("TopicStatus=\"Offen\""), std::string::npos);
  EXPECT_EQ(next.size(), files.size());

  // A review file on top: comments are added, a status is changed, and who did it when is said.
  const std::string more =
      file("more.jsonl",
           "{\"graze_review\":1}\n{\"id\":\"" + clashes[1]["id"].get<std::string>() +
               "\",\"status\":\"approved\",\"assignee\":\"cy\",\"comments\":[{\"date\":\"2026-05-03T00:00:00Z\","
               "\"author\":\"Cy\",\"text\":\"fine <&>\"}]}\n");
  const Output last = run("check " + path + " --bcf-version " + version + " --date 2026-05-04T00:00:00Z --review " +
                          folder() + "next.bcfzip --review " + more + " --bcf " + folder() + "last.bcfzip");
  EXPECT_EQ(last.exit_code, 0) << last.out;
  Files written = unzip(folder() + "last.bcfzip");
  expect_valid(written, version);
  for (const char* said : {"TopicStatus=\"Approved\"", "<AssignedTo>cy<", ">fine &lt;&amp;&gt;<",
                           "<ModifiedDate>2026-05-04T00:00:00Z<", "<Author>Cy<", "<Title>Please look: Overlap"})
    EXPECT_NE(written[two + "markup.bcf"].find(said), std::string::npos) << said << "\n" << written[two + "markup.bcf"];
  // The review file that was written says the same as the archive, and reading all again changes nothing.
  EXPECT_EQ(run("check " + path + " --review " + folder() + "review.jsonl --review " + more).exit_code, 0);
  ASSERT_EQ(run("check " + path + " --date 2026-05-05T00:00:00Z --review " + folder() + "last.bcfzip --bcf " +
                folder() + "again.bcfzip")
                .exit_code,
            0);
  expect_same(unzip(folder() + "again.bcfzip"), written);
}

INSTANTIATE_TEST_SUITE_P(Versions, BcfReview, testing::Values("2.1", "3.0"),
                         [](const auto& test) { return test.param[0] == '2' ? "Two" : "Three"; });

TEST(Review, AGroupIsDecidedAtOnce) {
  const std::string path = reviewed_model(), first = folder() + "first.bcfzip";
  ASSERT_EQ(run("check " + path + " --group part --bcf " + first).exit_code, 1);
  Files files = unzip(first);
  std::size_t topics = 0;
  for (auto& [name, bytes] : files) {
    if (!name.ends_with("markup.bcf")) continue;
    ++topics;
    bytes = with(bytes, "TopicStatus=\"Open\"", "TopicStatus=\"Approved\"");
  }
  ASSERT_EQ(topics, 1u);
  const std::string reviewed = file("reviewed.bcfzip", zip(files));
  EXPECT_EQ(run("check " + path + " --review " + reviewed).exit_code, 0);
  // As topics of their own both are approved, and the one of the group has become one of them.
  ASSERT_EQ(run("check " + path + " --review " + reviewed + " --bcf " + folder() + "apart.bcfzip").exit_code, 0);
  topics = 0;
  for (const auto& [name, bytes] : unzip(folder() + "apart.bcfzip")) {
    if (!name.ends_with("markup.bcf")) continue;
    ++topics;
    EXPECT_NE(bytes.find("TopicStatus=\"Approved\""), std::string::npos) << bytes;
  }
  EXPECT_EQ(topics, 2u);
}

TEST(Review, OptionsTakeNoFilesThatFollowThem) {
  const std::string path = reviewed_model(), other = file("other.obj", obj_box("d", 0, 3, 5));
  for (const char* option : {"--fail-on none", "--a a --b '*'", "-o /dev/null/x.csv"}) {
    const Output result = run("check --json " + std::string(option) + " " + path + " " + other);
    if (std::string(option).starts_with("-o")) {
      EXPECT_EQ(result.exit_code, 2);  // and not for the name of another file
      EXPECT_NE(result.err.find("/dev/null/x.csv"), std::string::npos) << result.err;
      continue;
    }
    EXPECT_EQ(Json::parse(result.out)["files"].size(), 2u) << option << result.err;
  }
  EXPECT_EQ(run("check --fail-on overlapping,touching " + path).exit_code, 1);
  EXPECT_EQ(run("check --fail-on enclosed --fail-on touching " + path).exit_code, 0);
}

}  // namespace
}  // namespace graze::test
