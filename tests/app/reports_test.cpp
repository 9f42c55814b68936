// `graze check --bcf`, `--html`, `--group`: read back what was written.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstdlib>
#include <map>
#include <nlohmann/json.hpp>
#include <string>

#include "run.h"
#include "tests/app/obj_box.h"

namespace graze::test {
namespace {

using Json = nlohmann::json;

// The structure that BCF 2.1 and 3.0 publish, as far as it concerns the elements of a clash: which there are, and in
// what order.
const std::map<std::string, std::array<std::string, 2>> structures = {
    {"2.1",
     {R"(<!ELEMENT Markup (Header?,Topic,Comment*,Viewpoints*)>
<!ELEMENT Header (File+)>
<!ELEMENT File (Filename?,Date?,Reference?)>
<!ATTLIST File IfcProject CDATA #IMPLIED IfcSpatialStructureElement CDATA #IMPLIED isExternal (true|false) #IMPLIED>
<!ELEMENT Filename (#PCDATA)>
<!ELEMENT Topic (Title,Priority?,Index?,Labels*,CreationDate,CreationAuthor,ModifiedDate?,ModifiedAuthor?,Description?)>
<!ATTLIST Topic Guid CDATA #REQUIRED TopicType CDATA #IMPLIED TopicStatus CDATA #IMPLIED>
<!ELEMENT Title (#PCDATA)><!ELEMENT Index (#PCDATA)><!ELEMENT Labels (#PCDATA)><!ELEMENT CreationDate (#PCDATA)>
<!ELEMENT CreationAuthor (#PCDATA)><!ELEMENT Description (#PCDATA)>
<!ELEMENT Viewpoints (Viewpoint?,Snapshot?,Index?)>
<!ATTLIST Viewpoints Guid CDATA #REQUIRED>
<!ELEMENT Viewpoint (#PCDATA)><!ELEMENT Snapshot (#PCDATA)>)",
      R"(<!ELEMENT VisualizationInfo (Components?,OrthogonalCamera?,PerspectiveCamera?,Lines?,ClippingPlanes?,Bitmap*)>
<!ATTLIST VisualizationInfo Guid CDATA #REQUIRED>
<!ELEMENT Components (ViewSetupHints?,Selection?,Visibility,Coloring?)>
<!ELEMENT Selection (Component+)>
<!ELEMENT Visibility (Exceptions?)><!ATTLIST Visibility DefaultVisibility (true|false) #IMPLIED>
<!ELEMENT Coloring (Color+)>
<!ELEMENT Color (Component+)><!ATTLIST Color Color CDATA #REQUIRED>
<!ELEMENT Component (OriginatingSystem?,AuthoringToolId?)><!ATTLIST Component IfcGuid CDATA #IMPLIED>
<!ELEMENT OriginatingSystem (#PCDATA)><!ELEMENT AuthoringToolId (#PCDATA)>
<!ELEMENT PerspectiveCamera (CameraViewPoint,CameraDirection,CameraUpVector,FieldOfView)>
<!ELEMENT CameraViewPoint (X,Y,Z)><!ELEMENT CameraDirection (X,Y,Z)><!ELEMENT CameraUpVector (X,Y,Z)>
<!ELEMENT X (#PCDATA)><!ELEMENT Y (#PCDATA)><!ELEMENT Z (#PCDATA)><!ELEMENT FieldOfView (#PCDATA)>)"}},
    {"3.0",
     {R"(<!ELEMENT Markup (Header?,Topic)>
<!ELEMENT Header (Files?)><!ELEMENT Files (File*)>
<!ELEMENT File (Filename?,Date?,Reference?)>
<!ATTLIST File IfcProject CDATA #IMPLIED IfcSpatialStructureElement CDATA #IMPLIED IsExternal (true|false) #IMPLIED>
<!ELEMENT Filename (#PCDATA)>
<!ELEMENT Topic (Title,Priority?,Index?,Labels?,CreationDate,CreationAuthor,ModifiedDate?,ModifiedAuthor?,Description?,Comments?,Viewpoints?)>
<!ATTLIST Topic Guid CDATA #REQUIRED ServerAssignedId CDATA #IMPLIED TopicType CDATA #REQUIRED TopicStatus CDATA #REQUIRED>
<!ELEMENT Title (#PCDATA)><!ELEMENT Index (#PCDATA)><!ELEMENT Labels (Label*)><!ELEMENT Label (#PCDATA)>
<!ELEMENT CreationDate (#PCDATA)><!ELEMENT CreationAuthor (#PCDATA)><!ELEMENT Description (#PCDATA)>
<!ELEMENT Viewpoints (ViewPoint*)>
<!ELEMENT ViewPoint (Viewpoint?,Snapshot?,Index?)><!ATTLIST ViewPoint Guid CDATA #REQUIRED>
<!ELEMENT Viewpoint (#PCDATA)><!ELEMENT Snapshot (#PCDATA)>)",
      R"(<!ELEMENT VisualizationInfo (Components?,(OrthogonalCamera|PerspectiveCamera),Lines?,ClippingPlanes?,Bitmaps?)>
<!ATTLIST VisualizationInfo Guid CDATA #REQUIRED>
<!ELEMENT Components ((Selection,Visibility?,Coloring?)|Component+)>
<!ELEMENT Selection (Component*)>
<!ELEMENT Visibility (ViewSetupHints?,Exceptions?)><!ATTLIST Visibility DefaultVisibility (true|false) #IMPLIED>
<!ELEMENT Coloring (Color*)>
<!ELEMENT Color (Components)><!ATTLIST Color Color CDATA #REQUIRED>
<!ELEMENT Component (OriginatingSystem?,AuthoringToolId?)><!ATTLIST Component IfcGuid CDATA #IMPLIED>
<!ELEMENT OriginatingSystem (#PCDATA)><!ELEMENT AuthoringToolId (#PCDATA)>
<!ELEMENT PerspectiveCamera (CameraViewPoint,CameraDirection,CameraUpVector,FieldOfView,AspectRatio)>
<!ELEMENT CameraViewPoint (X,Y,Z)><!ELEMENT CameraDirection (X,Y,Z)><!ELEMENT CameraUpVector (X,Y,Z)>
<!ELEMENT X (#PCDATA)><!ELEMENT Y (#PCDATA)><!ELEMENT Z (#PCDATA)><!ELEMENT FieldOfView (#PCDATA)>
<!ELEMENT AspectRatio (#PCDATA)>)"}}};

const std::string extensions_structure =
    R"(<!ELEMENT Extensions (TopicTypes,TopicStatuses,Priorities,TopicLabels,Users,SnippetTypes,Stages)>
<!ELEMENT TopicTypes (TopicType*)><!ELEMENT TopicType (#PCDATA)>
<!ELEMENT TopicStatuses (TopicStatus*)><!ELEMENT TopicStatus (#PCDATA)>
<!ELEMENT Priorities EMPTY><!ELEMENT TopicLabels (TopicLabel*)><!ELEMENT TopicLabel (#PCDATA)>
<!ELEMENT Users (User*)><!ELEMENT User (#PCDATA)><!ELEMENT SnippetTypes EMPTY><!ELEMENT Stages EMPTY>)";

bool shell(const std::string& command) { return std::system(("{ " + command + "; } > /dev/null 2>&1").c_str()) == 0; }

bool valid(const std::string& path, const std::string& structure) {
  const std::string file = folder() + "structure.dtd";
  write_file(file, structure);
  return shell("xmllint --noout --dtdvalid '" + file + "' '" + path + "'");
}

std::string between(const std::string& text, const std::string& before, const std::string& after) {
  const std::size_t from = text.find(before);
  if (from == std::string::npos) return "";
  const std::size_t start = from + before.size();
  return text.substr(start, text.find(after, start) - start);
}

std::array<double, 3> vector_in(const std::string& text, const std::string& name) {
  const std::string inner = between(text, "<" + name + ">", "</" + name + ">");
  return {std::stod(between(inner, "<X>", "</X>")), std::stod(between(inner, "<Y>", "</Y>")),
          std::stod(between(inner, "<Z>", "</Z>"))};
}

const std::string guid = "2O2Fr$t4X7Zf8NOew3FLOH";

std::string model() {
  const std::string path = folder() + "walls.obj";
  write_file(path, obj_box("a <&> \"wall\"", 0, 0, 4) + obj_box(guid, 8, 3.95, 8) + obj_box("c", 16, 8, 12));
  return path;
}

class Bcf : public testing::TestWithParam<const char*> {};

TEST_P(Bcf, ReadsBack) {
  const std::string version = GetParam(), here = folder(), archive = here + "out.bcfzip";
  ASSERT_TRUE(shell("command -v unzip && command -v xmllint")) << "unzip and libxml2-utils are needed";
  const std::string check =
      "check --json --unit mm " + model() + " --bcf-version " + version + " --bcf-touching --bcf ";
  const Output result = run(check + archive);
  ASSERT_EQ(result.exit_code, 1) << result.err;
  const Json clashes = Json::parse(result.out)["clashes"];
  ASSERT_EQ(clashes.size(), 2u);
  EXPECT_EQ(run(check + here + "again.bcfzip --threads 1").exit_code, 1);
  EXPECT_EQ(read_file(archive), read_file(here + "again.bcfzip"));

  const std::string out = here + "unzipped";
  ASSERT_TRUE(shell("rm -rf '" + out + "' && unzip -t '" + archive + "' && unzip -d '" + out + "' '" + archive + "'"));
  EXPECT_TRUE(shell("xmllint --noout '" + out + "/bcf.version'"));
  EXPECT_NE(read_file(out + "/bcf.version").find("VersionId=\"" + version + "\""), std::string::npos);
  EXPECT_EQ(valid(out + "/extensions.xml", extensions_structure), version == "3.0");

  for (const Json& clash : clashes) {
    // The topic that names the clash.
    const std::string found = here + "found.txt", id = clash["id"];
    ASSERT_TRUE(shell("cd '" + out + "' && grep -l 'clash " + id + "' */markup.bcf | tee '" + found + "'")) << id;
    const std::string line = read_file(found), topic = line.substr(0, line.find('/'));
    const std::string markup = read_file(out + "/" + topic + "/markup.bcf");
    EXPECT_TRUE(valid(out + "/" + topic + "/markup.bcf", structures.at(version)[0])) << markup;
    EXPECT_EQ(between(markup, "<Topic Guid=\"", "\""), topic);
    EXPECT_EQ(between(markup, version == "3.0" ? "<Label>" : "<Labels>", "<"), clash["class"].get<std::string>());
    EXPECT_EQ(between(markup, "<Viewpoint>", "<"), "viewpoint.bcfv");
    EXPECT_EQ(between(markup, "<Snapshot>", "<"), "snapshot.png");
    EXPECT_EQ(read_file(out + "/" + topic + "/snapshot.png").substr(0, 8), "\x89PNG\r\n\x1a\n");

    const std::string path = out + "/" + topic + "/viewpoint.bcfv", view = read_file(path);
    EXPECT_TRUE(valid(path, structures.at(version)[1])) << view;
    EXPECT_EQ(between(view, "<VisualizationInfo Guid=\"", "\""),
              between(markup, "Viewpoints" + std::string(version == "3.0" ? ">\n<ViewPoint" : "") + " Guid=\"", "\""));
    const std::string selection = between(view, "<Selection>", "</Selection>");
    EXPECT_NE(selection.find("IfcGuid=\"" + guid + "\""), std::string::npos);
    for (const char* side : {"a", "b"}) {
      if (clash[side]["name"] == guid) continue;
      const std::string name = clash[side]["name"] == "c" ? "c" : "a &lt;&amp;&gt; &quot;wall&quot;";
      EXPECT_NE(selection.find("<AuthoringToolId>" + name + "<"), std::string::npos) << selection;
    }
    // The camera looks at the clash, in metres.
    const auto eye = vector_in(view, "CameraViewPoint"), direction = vector_in(view, "CameraDirection"),
               up = vector_in(view, "CameraUpVector");
    double along = 0, apart_sq = 0, square = 0;
    for (std::size_t k = 0; k < 3; ++k) {
      const double way = 1e-3 * clash["point"][k].get<double>() - eye[k];
      along += way * direction[k];
      apart_sq += way * way;
      square += up[k] * direction[k];
    }
    EXPECT_NEAR(along, std::sqrt(apart_sq), 1e-12);
    EXPECT_GT(along, 0);
    EXPECT_NEAR(square, 0, 1e-12);

    // The check can fail: the title after the date is not the published order.
    const std::string title = "<Title>" + between(markup, "<Title>", "</Title>") + "</Title>\n";
    std::string wrong = markup;
    wrong.erase(wrong.find(title), title.size());
    wrong.insert(wrong.find("<CreationAuthor>"), title);
    write_file(here + "wrong.bcf", wrong);
    EXPECT_FALSE(valid(here + "wrong.bcf", structures.at(version)[0]));
  }
}

INSTANTIATE_TEST_SUITE_P(Versions, Bcf, testing::Values("2.1", "3.0"),
                         [](const auto& test) { return test.param[0] == '2' ? "Two" : "Three"; });

TEST(Reports, BcfSettings) {
  const std::string path = model(), out = folder() + "out.bcf";
  EXPECT_EQ(run("check " + path + " --bcf " + out + " --date 2026-11-15T12:00:00Z").exit_code, 1);
  EXPECT_NE(read_file(out).find("<CreationDate>2026-11-15T12:00:00Z</CreationDate>"), std::string::npos);
  for (const char* bad : {"2026-13-15T12:00:00Z", "2026-11-15", "yesterday"}) {
    EXPECT_EQ(run("check " + path + " --bcf " + out + " --date " + bad).exit_code, 2) << bad;
  }
  EXPECT_EQ(run("check " + path + " --bcf " + out + " --bcf-version 1.0").exit_code, 2);
  // The time of SOURCE_DATE_EPOCH, where none is said; and only what overlaps, where touching is not asked for.
  setenv("SOURCE_DATE_EPOCH", "1700000000", 1);
  EXPECT_EQ(run("check " + path + " --bcf " + out).exit_code, 1);
  unsetenv("SOURCE_DATE_EPOCH");
  EXPECT_NE(read_file(out).find("<CreationDate>2023-11-14T22:13:20Z</CreationDate>"), std::string::npos);
  EXPECT_EQ(read_file(out).find(">touching<"), std::string::npos);
  // Fewer pictures are said; the topics stay.
  const Output few = run("check " + path + " --bcf-touching --bcf " + out + " --pictures 1");
  EXPECT_NE(few.err.find("pictures of the 1 worst of 2 clashes"), std::string::npos);
  const std::string bytes = read_file(out);
  std::size_t topics = 0, pictures = 0;
  for (std::size_t at = 0; (at = bytes.find("<Topic ", at)) != std::string::npos; ++at) ++topics;
  for (std::size_t at = 0; (at = bytes.find("<Snapshot>", at)) != std::string::npos; ++at) ++pictures;
  EXPECT_EQ(topics, 2u);
  EXPECT_EQ(pictures, 1u);
}

TEST(Reports, Groups) {
  const std::string path = folder() + "row.obj";
  write_file(path, obj_box("a", 0, 0, 4) + obj_box("b", 8, 3, 7) + obj_box("c", 16, 6, 10) +
                       obj_box("d", 24, 100, 101) + obj_box("e", 32, 100.5, 102));
  EXPECT_TRUE(Json::parse(run("check --json " + path).out)["groups"].is_null());
  const Json by_part = Json::parse(run("check --json --group part " + path).out)["groups"];
  EXPECT_EQ(by_part["by"], "part");
  ASSERT_EQ(by_part["list"].size(), 2u);
  EXPECT_EQ(by_part["list"][0]["name"], "b");
  EXPECT_EQ(by_part["list"][0]["clashes"].size(), 2u);
  const Json by_place = Json::parse(run("check --json --group place --group-radius 20 " + path).out)["groups"];
  EXPECT_EQ(by_place["radius"], 20);
  ASSERT_EQ(by_place["list"].size(), 2u);
  EXPECT_EQ(by_place["list"][0]["clashes"].size(), 2u);
  EXPECT_EQ(Json::parse(run("check --json --group place --group-radius 0.5 " + path).out)["groups"]["list"].size(), 3u);
  EXPECT_EQ(run("check --group place --group-radius 0 " + path).exit_code, 2);
  EXPECT_EQ(run("check --group colour " + path).exit_code, 2);
  EXPECT_NE(run("check --group part " + path).out.find("2 clashes of b\n"), std::string::npos);
}

}  // namespace
}  // namespace graze::test
