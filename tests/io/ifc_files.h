// IFC files for the tests: one product made of the records that a test gives.
#pragma once

#include <cmath>
#include <string>
#include <vector>

#include "tests/property/model_files.h"

namespace graze::models {

inline const std::vector<std::string> ifc_schemas = {"IFC2X3", "IFC4", "IFC4X3_ADD2"};

// A product that is extruded by 2 along z; the record of its profile follows.
inline const std::string flat_extrusion = "#100=IFCEXTRUDEDAREASOLID(#101,#2,#3,2.);\n#101=";

// A number as the format has it, with its point.
inline std::string real(double x) {
  std::string text = number(x);
  const std::size_t exponent = text.find('e');
  if (text.find('.') == std::string::npos) text.insert(exponent == std::string::npos ? text.size() : exponent, ".");
  for (char& c : text) c = c == 'e' ? 'E' : c;
  return text;
}

// What a product is made of: records that may use #1 (origin), #2 (placement at the origin), #3 (z), #4 (x), #5 (2D
// origin), #6 (2D placement), #10 (context), #12 (placement of the storey); numbers from #100 on are free.
struct IfcProductText {
  std::string records;
  std::string item = "#100";        // of the body, one or more with commas between
  std::string type = "SweptSolid";  // of the representation
  std::string kind = "IFCBUILDINGELEMENTPROXY";
  std::string more = {};  // records behind the product, which is #50, with placement #51
  Vec3 at = {10, 20, 30};
};

inline std::string ifc_of(const std::string& schema, const IfcProductText& product,
                          const std::string& unit = "IFCSIUNIT(*,.LENGTHUNIT.,$,.METRE.)",
                          const std::string& angle = "IFCSIUNIT(*,.PLANEANGLEUNIT.,$,.RADIAN.)") {
  const std::string at = "(" + real(product.at.x) + "," + real(product.at.y) + "," + real(product.at.z) + ")";
  return "ISO-10303-21;\nHEADER;\nFILE_DESCRIPTION((''),'2;1');\nFILE_NAME('','',(''),(''),'','','');\nFILE_SCHEMA(('" +
         schema +
         "'));\nENDSEC;\nDATA;\n"
         "#1=IFCCARTESIANPOINT((0.,0.,0.));\n#2=IFCAXIS2PLACEMENT3D(#1,$,$);\n#3=IFCDIRECTION((0.,0.,1.));\n"
         "#4=IFCDIRECTION((1.,0.,0.));\n#5=IFCCARTESIANPOINT((0.,0.));\n#6=IFCAXIS2PLACEMENT2D(#5,$);\n"
         "#7=" +
         unit + ";\n#8=" + angle +
         ";\n#9=IFCUNITASSIGNMENT((#7,#8));\n"
         "#10=IFCGEOMETRICREPRESENTATIONCONTEXT($,'Model',3,1.E-06,#2,$);\n"
         "#11=IFCPROJECT('0aBcDeFgHiJkLmNoPqR090',$,'project',$,$,$,$,(#10),#9);\n#12=IFCLOCALPLACEMENT($,#2);\n"
         "#13=IFCBUILDING('0aBcDeFgHiJkLmNoPqR091',$,'building',$,$,#12,$,$,.ELEMENT.,$,$,$);\n"
         "#14=IFCBUILDINGSTOREY('0aBcDeFgHiJkLmNoPqR092',$,'level 1',$,$,#12,$,$,.ELEMENT.,0.);\n"
         "#15=IFCRELAGGREGATES('0aBcDeFgHiJkLmNoPqR093',$,$,$,#11,(#13));\n"
         "#16=IFCRELAGGREGATES('0aBcDeFgHiJkLmNoPqR094',$,$,$,#13,(#14));\n"
         "#17=IFCRELCONTAINEDINSPATIALSTRUCTURE('0aBcDeFgHiJkLmNoPqR095',$,$,$,(#50),#14);\n" +
         product.records + "#20=IFCSHAPEREPRESENTATION(#10,'Body','" + product.type + "',(" + product.item +
         "));\n#21=IFCPRODUCTDEFINITIONSHAPE($,$,(#20));\n#52=IFCCARTESIANPOINT(" + at +
         ");\n#53=IFCAXIS2PLACEMENT3D(#52,$,$);\n#51=IFCLOCALPLACEMENT(#12,#53);\n#50=" + product.kind +
         "('0aBcDeFgHiJkLmNoPqR000',$,'the part',$,$,#51,#21,$,$);\n" + product.more + "ENDSEC;\nEND-ISO-10303-21;\n";
}

// Records of a box from `lo` to `hi` as an extrusion, with the number of the solid; takes five numbers from it on.
inline std::string ifc_box(int number, Vec3 lo, Vec3 hi) {
  const auto n = [&](int i) { return "#" + std::to_string(number + i); };
  const Vec3 size = hi - lo;
  return n(1) + "=IFCRECTANGLEPROFILEDEF(.AREA.,$,#6," + real(size.x) + "," + real(size.y) + ");\n" + n(2) +
         "=IFCCARTESIANPOINT((" + real((lo.x + hi.x) / 2) + "," + real((lo.y + hi.y) / 2) + "," + real(lo.z) + "));\n" +
         n(3) + "=IFCAXIS2PLACEMENT3D(" + n(2) + ",$,$);\n" + n(0) + "=IFCEXTRUDEDAREASOLID(" + n(1) + "," + n(3) +
         ",#3," + real(size.z) + ");\n";
}

// A product that is cut out of #50 (or added to it): a box; takes twenty numbers from `number` on.
inline std::string ifc_feature(int number, Vec3 lo, Vec3 hi, bool opening = true) {
  const auto n = [&](int i) { return "#" + std::to_string(number + i); };
  const std::string id = std::to_string(1000 + number);
  return ifc_box(number, lo, hi) + n(10) + "=IFCSHAPEREPRESENTATION(#10,'Body','SweptSolid',(" + n(0) + "));\n" +
         n(11) + "=IFCPRODUCTDEFINITIONSHAPE($,$,(" + n(10) + "));\n" + n(12) + "=IFCLOCALPLACEMENT(#51,#2);\n" +
         n(13) + (opening ? "=IFCOPENINGELEMENT('" : "=IFCPROJECTIONELEMENT('") + "0aBcDeFgHiJkLmNoPq" +
         id.substr(0, 4) + "',$,'feature',$,$," + n(12) + "," + n(11) + ",$);\n" + n(14) +
         (opening ? "=IFCRELVOIDSELEMENT('" : "=IFCRELPROJECTSELEMENT('") + "0aBcDeFgHiJkLmNoPr" + id.substr(0, 4) +
         "',$,$,$,#50," + n(13) + ");\n";
}

// An archive with stored entries: names and bytes.
inline std::string zip_of(const std::vector<std::pair<std::string, std::string>>& entries) {
  std::string archive, directory;
  for (const auto& entry : entries) {
    const std::string &name = entry.first, &text = entry.second;
    std::uint32_t crc = 0xffffffffu;
    for (const char b : text) {
      crc ^= static_cast<unsigned char>(b);
      for (int k = 0; k < 8; ++k) crc = crc & 1 ? 0xedb88320u ^ crc >> 1 : crc >> 1;
    }
    const auto start = static_cast<std::uint32_t>(archive.size());
    const auto common = [&](std::string& to) {
      for (const int zero : {10, 0, 0, 0, 0}) put(to, static_cast<std::uint16_t>(zero));
      put(to, crc ^ 0xffffffffu);
      for (int i = 0; i < 2; ++i) put(to, static_cast<std::uint32_t>(text.size()));
      put(to, static_cast<std::uint16_t>(name.size()));
      put(to, std::uint16_t{0});
    };
    archive += "PK\3\4";
    common(archive);
    archive += name + text;
    directory += "PK\1\2";
    put(directory, std::uint16_t{10});
    common(directory);
    for (int i = 0; i < 3; ++i) put(directory, std::uint16_t{0});
    put(directory, std::uint32_t{0});
    put(directory, start);
    directory += name;
  }
  const auto start = static_cast<std::uint32_t>(archive.size()), count = static_cast<std::uint32_t>(entries.size());
  archive += directory + std::string("PK\5\6\0\0\0\0", 8);
  for (int i = 0; i < 2; ++i) put(archive, static_cast<std::uint16_t>(count));
  put(archive, static_cast<std::uint32_t>(directory.size()));
  put(archive, start);
  put(archive, std::uint16_t{0});
  return archive;
}

// With one.
inline std::string zip_of(const std::string& name, const std::string& text) { return zip_of({{name, text}}); }

}  // namespace graze::models
