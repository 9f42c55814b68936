// One small assembly as a file of each format, written here: walls, a pipe, a tank with a lining, a shelf. All are
// boxes, parallel to the axes, in metres; with instances they are one unit cube, scaled, some of them mirrored.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <cstdio>
#include <string>
#include <utility>
#include <vector>

#include "graze/math.h"

namespace graze::models {

struct BoxPart {
  std::string name;
  Vec3 lo, hi;
  bool mirrored = false;  // the unit cube is put there by a mirror
};

// The overlap of walls a and b is 50 mm deep and has faces in common planes; b and c touch; the nudge moves both up.
inline std::vector<BoxPart> assembly(double nudge) {
  return {{"wall a", {0, 0, 0}, {4, 3, 0.25}},
          {"wall b", {3.95, nudge, 0}, {8, 3 + nudge, 0.25}, true},
          {"wall c", {8, nudge, 0}, {12, 3 + nudge, 0.25}},
          {"pipe", {1, 1, -1}, {1.5, 1.5, 1}},
          {"tank", {20, 0, 0}, {22, 2, 2}, true},
          {"lining", {20.5, 0.5, 0.5}, {21.5, 1.5, 1.5}},
          {"shelf", {22.01, 0, 0}, {23, 2, 2}}};
}

inline std::string number(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.17g", value);
  return text;
}

// Counter-clockwise from outside; corner i is at the high end of the axes whose bits i has.
inline constexpr std::array<std::array<int, 4>, 6> cube_faces = {
    {{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}}};

inline Vec3 corner(const BoxPart& part, int i) {
  return {i & 1 ? part.hi.x : part.lo.x, i & 2 ? part.hi.y : part.lo.y, i & 4 ? part.hi.z : part.lo.z};
}

// Translation and scale of the unit cube.
inline std::pair<Vec3, Vec3> placed(const BoxPart& part) {
  Vec3 at = part.lo, scale = part.hi - part.lo;
  if (part.mirrored) {
    at.x = part.hi.x;
    scale.x = -scale.x;
  }
  return {at, scale};
}

inline std::string three(Vec3 v, const char* between = " ") {
  return number(v.x) + between + number(v.y) + between + number(v.z);
}

template <class Integer>
void put(std::string& bytes, Integer value) {
  for (std::size_t i = 0; i < sizeof value; ++i)
    bytes.push_back(static_cast<char>(static_cast<std::uint64_t>(value) >> 8 * i & 0xff));
}
inline void put_float(std::string& bytes, double value) {
  put(bytes, std::bit_cast<std::uint32_t>(static_cast<float>(value)));
}

inline std::string obj(const std::vector<BoxPart>& parts) {
  std::string text = "# faces of four corners\n";
  for (const BoxPart& part : parts) {
    text += "o " + part.name + "\n";
    for (int i = 0; i < 8; ++i) text += "v " + three(corner(part, i)) + "\n";
    for (const auto& face : cube_faces) {
      text += "f";
      for (const int i : face) text += " " + std::to_string(i - 8);
      text += "\n";
    }
  }
  return text;
}

inline std::string stl_text(const BoxPart& part) {
  std::string text = "solid " + part.name + "\n";
  for (const auto& face : cube_faces) {
    for (const int second : {1, 2}) {
      text += "facet normal 0 0 0\nouter loop\n";
      for (const int k : {0, second, second + 1}) {
        text += "vertex " + three(corner(part, face[static_cast<std::size_t>(k)])) + "\n";
      }
      text += "endloop\nendfacet\n";
    }
  }
  return text + "endsolid\n";
}

inline std::string stl_binary(const BoxPart& part) {
  std::string bytes(80, ' ');
  put(bytes, std::uint32_t{12});
  for (const auto& face : cube_faces) {
    for (const int second : {1, 2}) {
      bytes.append(12, '\0');
      for (const int k : {0, second, second + 1}) {
        const Vec3 v = corner(part, face[static_cast<std::size_t>(k)]);
        for (const double x : {v.x, v.y, v.z}) put_float(bytes, x);
      }
      put(bytes, std::uint16_t{0});
    }
  }
  return bytes;
}

inline std::string ply(const BoxPart& part, bool binary) {
  std::string text = std::string("ply\nformat ") + (binary ? "binary_little_endian" : "ascii") +
                     " 1.0\nelement vertex 8\nproperty float x\nproperty float y\nproperty float z\n"
                     "element face 6\nproperty list uchar int vertex_indices\nend_header\n";
  for (int i = 0; i < 8; ++i) {
    const Vec3 v = corner(part, i);
    if (!binary) text += three(v) + "\n";
    for (const double x : {v.x, v.y, v.z}) {
      if (binary) put_float(text, x);
    }
  }
  for (const auto& face : cube_faces) {
    if (binary) {
      put(text, std::uint8_t{4});
      for (const int i : face) put(text, i);
    } else {
      text += "4";
      for (const int i : face) text += " " + std::to_string(i);
      text += "\n";
    }
  }
  return text;
}

// A GLB file: every part is a node with the one mesh, below a node that stands elsewhere.
inline std::string glb(const std::vector<BoxPart>& parts) {
  std::string binary;
  for (int i = 0; i < 8; ++i) {
    for (const int bit : {1, 2, 4}) put_float(binary, i & bit ? 1 : 0);
  }
  for (const auto& face : cube_faces) {
    for (const std::size_t k : {0, 1, 2, 0, 2, 3}) put(binary, static_cast<std::uint16_t>(face[k]));
  }
  std::string json =
      R"({"asset":{"version":"2.0"},"buffers":[{"byteLength":168}],"bufferViews":[{"buffer":0,"byteLength":96},)"
      R"({"buffer":0,"byteOffset":96,"byteLength":72}],"accessors":[{"bufferView":0,"componentType":5126,"type":"VEC3",)"
      R"("count":8},{"bufferView":1,"componentType":5123,"type":"SCALAR","count":36}],)"
      R"("meshes":[{"primitives":[{"attributes":{"POSITION":0},"indices":1}]}],"scene":0,"scenes":[{"nodes":[0]}],)"
      R"("nodes":[{"name":"hall","children":[)";
  for (std::size_t i = 0; i < parts.size(); ++i) json += (i == 0 ? "" : ",") + std::to_string(i + 1);
  json += "]}";
  for (const BoxPart& part : parts) {
    const auto [at, scale] = placed(part);
    json += R"(,{"name":")" + part.name + R"(","mesh":0,"translation":[)" + three(at, ",") + R"(],"scale":[)" +
            three(scale, ",") + "]}";
  }
  json += "]}";
  while (json.size() % 4 != 0) json.push_back(' ');
  std::string file;
  put(file, std::uint32_t{0x46546c67});
  put(file, std::uint32_t{2});
  put(file, static_cast<std::uint32_t>(28 + json.size() + binary.size()));
  put(file, static_cast<std::uint32_t>(json.size()));
  put(file, std::uint32_t{0x4e4f534a});
  file += json;
  put(file, static_cast<std::uint32_t>(binary.size()));
  put(file, std::uint32_t{0x004e4942});
  return file + binary;
}

inline std::string collada(const std::vector<BoxPart>& parts) {
  std::string text =
      R"(<?xml version="1.0" encoding="utf-8"?>
<COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1">
<asset><created>2020-01-01T00:00:00Z</created><modified>2020-01-01T00:00:00Z</modified><unit name="metre" meter="1"/><up_axis>Z_UP</up_axis></asset>
<library_geometries><geometry id="cube" name="cube"><mesh><source id="positions"><float_array id="values" count="24">)";
  for (int i = 0; i < 8; ++i) {
    for (const int bit : {1, 2, 4}) text += i & bit ? "1 " : "0 ";
  }
  text += R"(</float_array><technique_common><accessor source="#values" count="8" stride="3">
<param name="X" type="float"/><param name="Y" type="float"/><param name="Z" type="float"/></accessor></technique_common></source>
<vertices id="vertices"><input semantic="POSITION" source="#positions"/></vertices>
<polylist count="6"><input semantic="VERTEX" source="#vertices" offset="0"/><vcount>4 4 4 4 4 4</vcount><p>)";
  for (const auto& face : cube_faces) {
    for (const int i : face) text += std::to_string(i) + " ";
  }
  text +=
      "</p></polylist></mesh></geometry></library_geometries>\n"
      "<library_visual_scenes><visual_scene id=\"scene\" name=\"scene\"><node id=\"hall\" name=\"hall\">\n";
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const auto [at, scale] = placed(parts[i]);
    text += "<node id=\"n" + std::to_string(i) + "\" name=\"" + parts[i].name + "\"><translate>" + three(at) +
            "</translate><scale>" + three(scale) + "</scale><instance_geometry url=\"#cube\"/></node>\n";
  }
  return text +
         "</node></visual_scene></library_visual_scenes>\n<scene><instance_visual_scene url=\"#scene\"/></scene>\n"
         "</COLLADA>\n";
}

// FBX 7.4 as text. One unit is 100 cm.
inline std::string fbx(const std::vector<BoxPart>& parts) {
  std::string text =
      "; FBX 7.4.0 project file\nFBXHeaderExtension:  {\n\tFBXHeaderVersion: 1003\n\tFBXVersion: 7400\n}\n"
      "GlobalSettings:  {\n\tVersion: 1000\n\tProperties70:  {\n\t\tP: \"UpAxis\", \"int\", \"Integer\", \"\",1\n"
      "\t\tP: \"UpAxisSign\", \"int\", \"Integer\", \"\",1\n\t\tP: \"FrontAxis\", \"int\", \"Integer\", \"\",2\n"
      "\t\tP: \"FrontAxisSign\", \"int\", \"Integer\", \"\",1\n\t\tP: \"CoordAxis\", \"int\", \"Integer\", \"\",0\n"
      "\t\tP: \"CoordAxisSign\", \"int\", \"Integer\", \"\",1\n"
      "\t\tP: \"UnitScaleFactor\", \"double\", \"Number\", \"\",100\n\t}\n}\nObjects:  {\n"
      "\tGeometry: 1000, \"Geometry::cube\", \"Mesh\" {\n\t\tVertices: *24 {\n\t\t\ta: ";
  for (int i = 0; i < 8; ++i) {
    for (const int bit : {1, 2, 4}) text += std::string(i + bit > 1 ? "," : "") + (i & bit ? "1" : "0");
  }
  text += "\n\t\t}\n\t\tPolygonVertexIndex: *24 {\n\t\t\ta: ";
  for (std::size_t f = 0; f < cube_faces.size(); ++f) {
    for (std::size_t k = 0; k < 4; ++k) {
      const int i = cube_faces[f][k];
      text += (f + k > 0 ? "," : "") + std::to_string(k == 3 ? -i - 1 : i);
    }
  }
  text += "\n\t\t}\n\t\tGeometryVersion: 124\n\t}\n";
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const auto [at, scale] = placed(parts[i]);
    text += "\tModel: " + std::to_string(2000 + i) + ", \"Model::" + parts[i].name +
            "\", \"Mesh\" {\n\t\tVersion: 232\n\t\tProperties70:  {\n"
            "\t\t\tP: \"Lcl Translation\", \"Lcl Translation\", \"\", \"A\"," +
            three(at, ",") + "\n\t\t\tP: \"Lcl Scaling\", \"Lcl Scaling\", \"\", \"A\"," + three(scale, ",") +
            "\n\t\t}\n\t}\n";
  }
  text += "}\nConnections:  {\n";
  for (std::size_t i = 0; i < parts.size(); ++i) {
    text += "\tC: \"OO\"," + std::to_string(2000 + i) + ",0\n\tC: \"OO\",1000," + std::to_string(2000 + i) + "\n";
  }
  return text + "}\n";
}

namespace detail {

// A chunk of a 3DS file: its number, its length with this head, and what is in it.
inline std::string chunk(std::uint16_t id, const std::string& content) {
  std::string bytes;
  put(bytes, id);
  put(bytes, static_cast<std::uint32_t>(6 + content.size()));
  return bytes + content;
}

}  // namespace detail

// 3DS: every part has a mesh of its own, and a node, which is what assimp takes its name from.
inline std::string max3ds(const std::vector<BoxPart>& parts) {
  using detail::chunk;
  std::string objects, nodes;
  for (const BoxPart& part : parts) {
    std::string link = part.name + std::string(1, '\0');
    for (const std::uint16_t flags_and_parent : {0, 0, 0xffff}) put(link, flags_and_parent);
    nodes += chunk(0xb002, chunk(0xb010, link));
    std::string points, faces;
    put(points, std::uint16_t{8});
    for (int i = 0; i < 8; ++i) {
      const Vec3 v = corner(part, i);
      for (const double x : {v.x, v.y, v.z}) put_float(points, x);
    }
    put(faces, std::uint16_t{12});
    for (const auto& face : cube_faces) {
      for (const std::size_t second : {1, 2}) {
        for (const std::size_t k : {std::size_t{0}, second, second + 1})
          put(faces, static_cast<std::uint16_t>(face[k]));
        put(faces, std::uint16_t{7});
      }
    }
    objects +=
        chunk(0x4000, part.name + std::string(1, '\0') + chunk(0x4100, chunk(0x4110, points) + chunk(0x4120, faces)));
  }
  std::string version;
  put(version, std::uint32_t{3});
  return chunk(0x4d4d, chunk(0x0002, version) + chunk(0x3d3d, objects) + chunk(0xb000, nodes));
}

// IFC 2x3: every part is an extruded rectangle on one storey.
inline std::string ifc(const std::vector<BoxPart>& parts) {
  const auto point = [](double x, double y, double z) {
    return "(" + number(x) + (number(x).find('.') == std::string::npos ? "." : "") + "," + number(y) +
           (number(y).find('.') == std::string::npos ? "." : "") + "," + number(z) +
           (number(z).find('.') == std::string::npos ? "." : "") + ")";
  };
  const auto real = [](double x) { return number(x) + (number(x).find('.') == std::string::npos ? "." : ""); };
  const auto id = [](std::size_t i) {
    std::string text = "0aBcDeFgHiJkLmNoPqR000";
    text[20] = static_cast<char>('0' + i / 10);
    text[21] = static_cast<char>('0' + i % 10);
    return text;
  };
  std::string text =
      "ISO-10303-21;\nHEADER;\nFILE_DESCRIPTION(('ViewDefinition [CoordinationView]'),'2;1');\n"
      "FILE_NAME('assembly.ifc','2020-01-01T00:00:00',(''),(''),'','','');\nFILE_SCHEMA(('IFC2X3'));\nENDSEC;\nDATA;\n"
      "#1=IFCPERSON($,$,'',$,$,$,$,$);\n#2=IFCORGANIZATION($,'',$,$,$);\n#3=IFCPERSONANDORGANIZATION(#1,#2,$);\n"
      "#4=IFCAPPLICATION(#2,'1','graze','graze');\n#5=IFCOWNERHISTORY(#3,#4,$,.ADDED.,$,$,$,0);\n"
      "#6=IFCSIUNIT(*,.LENGTHUNIT.,$,.METRE.);\n#7=IFCUNITASSIGNMENT((#6));\n#8=IFCCARTESIANPOINT((0.,0.,0.));\n"
      "#9=IFCAXIS2PLACEMENT3D(#8,$,$);\n#10=IFCGEOMETRICREPRESENTATIONCONTEXT($,'Model',3,1.E-05,#9,$);\n"
      "#11=IFCPROJECT('" +
      id(90) +
      "',#5,'project',$,$,$,$,(#10),#7);\n#12=IFCLOCALPLACEMENT($,#9);\n"
      "#13=IFCSITE('" +
      id(91) +
      "',#5,'site',$,$,#12,$,$,.ELEMENT.,$,$,$,$,$);\n"
      "#14=IFCBUILDING('" +
      id(92) +
      "',#5,'building',$,$,#12,$,$,.ELEMENT.,$,$,$);\n"
      "#15=IFCBUILDINGSTOREY('" +
      id(93) +
      "',#5,'hall',$,$,#12,$,$,.ELEMENT.,0.);\n"
      "#16=IFCRELAGGREGATES('" +
      id(94) + "',#5,$,$,#11,(#13));\n#17=IFCRELAGGREGATES('" + id(95) +
      "',#5,$,$,#13,(#14));\n#18=IFCRELAGGREGATES('" + id(96) +
      "',#5,$,$,#14,(#15));\n"
      "#19=IFCDIRECTION((0.,0.,1.));\n#20=IFCCARTESIANPOINT((0.,0.));\n#21=IFCAXIS2PLACEMENT2D(#20,$);\n";
  std::string contained;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const Vec3 lo = parts[i].lo, size = parts[i].hi - parts[i].lo;
    const std::size_t n = 100 + 10 * i;
    const auto at = [&](std::size_t k) { return "#" + std::to_string(n + k); };
    text += at(0) + "=IFCRECTANGLEPROFILEDEF(.AREA.,$,#21," + real(size.x) + "," + real(size.y) + ");\n" +  //
            at(1) + "=IFCEXTRUDEDAREASOLID(" + at(0) + ",#9,#19," + real(size.z) + ");\n" +                 //
            at(2) + "=IFCSHAPEREPRESENTATION(#10,'Body','SweptSolid',(" + at(1) + "));\n" +                 //
            at(3) + "=IFCPRODUCTDEFINITIONSHAPE($,$,(" + at(2) + "));\n" +                                  //
            at(4) + "=IFCCARTESIANPOINT(" + point(lo.x + size.x / 2, lo.y + size.y / 2, lo.z) + ");\n" +    //
            at(5) + "=IFCAXIS2PLACEMENT3D(" + at(4) + ",$,$);\n" +                                          //
            at(6) + "=IFCLOCALPLACEMENT(#12," + at(5) + ");\n" +                                            //
            at(7) + "=IFCBUILDINGELEMENTPROXY('" + id(i) + "',#5,'" + parts[i].name + "',$,$," + at(6) + "," + at(3) +
            ",$,$);\n";
    contained += (i == 0 ? "" : ",") + at(7);
  }
  return text + "#90=IFCRELCONTAINEDINSPATIALSTRUCTURE('" + id(97) + "',#5,$,$,(" + contained +
         "),#15);\nENDSEC;\nEND-ISO-10303-21;\n";
}

}  // namespace graze::models
