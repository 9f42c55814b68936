// Small model files that hold more, or less, than faces that can be read: a table of the ways to lose geometry in each
// format, with what must become of it.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "tests/io/ifc_files.h"
#include "tests/property/model_files.h"

namespace graze::models {

// read: all of it, without a word. noted: no surface is lost; a note or a remark says what was left out. lost: an
// error, or, where incomplete models are allowed, a loss that is named. refused: an error in any case.
enum class LossOutcome { read, noted, lost, refused };

struct LossyFile {
  std::string title, name, bytes;
  LossOutcome outcome;
  std::string word;                                              // that the note, the loss or the error has in it
  std::vector<std::pair<std::string, std::string>> others = {};  // files beside it: name and bytes
};

namespace detail {

// A glTF file with its bytes inside: vertices of a tetrahedron (0), its 12 indices (1), a line (2), a vertex that is
// no number (3), an index beyond the vertices (4), a factor of 0 for instances (5).
inline std::string lossy_gltf(const std::string& meshes, const std::string& nodes, const std::string& more = "") {
  std::string bytes;
  for (const double x : {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1}) put_float(bytes, x);
  for (const int i : {0, 2, 1, 0, 1, 3, 1, 2, 3, 2, 0, 3}) put(bytes, static_cast<std::uint16_t>(i));
  for (const int i : {0, 1}) put(bytes, static_cast<std::uint16_t>(i));
  for (int i = 0; i < 9; ++i) put(bytes, i == 4 ? 0x7fc00000u : 0u);
  for (const int i : {0, 1, 9, 0}) put(bytes, static_cast<std::uint16_t>(i));
  for (const double x : {1, 1, 1, 1, 0, 1}) put_float(bytes, x);
  const auto view = [](int at, int size) {
    return R"({"buffer":0,"byteOffset":)" + std::to_string(at) + R"(,"byteLength":)" + std::to_string(size) + "}";
  };
  const auto accessor = [](int at, int type, const char* kind, int count) {
    return R"({"bufferView":)" + std::to_string(at) + R"(,"componentType":)" + std::to_string(type) + R"(,"type":")" +
           kind + R"(","count":)" + std::to_string(count) + "}";
  };
  std::string json = R"({"asset":{"version":"2.0"},"buffers":[{"byteLength":)" + std::to_string(bytes.size()) +
                     R"(}],"bufferViews":[)" + view(0, 48) + "," + view(48, 24) + "," + view(72, 4) + "," +
                     view(76, 36) + "," + view(112, 6) + "," + view(120, 24) + R"(],"accessors":[)" +
                     accessor(0, 5126, "VEC3", 4) + "," + accessor(1, 5123, "SCALAR", 12) + "," +
                     accessor(2, 5123, "SCALAR", 2) + "," + accessor(3, 5126, "VEC3", 3) + "," +
                     accessor(4, 5123, "SCALAR", 3) + "," + accessor(5, 5126, "VEC3", 2) + R"(],"meshes":[)" + meshes +
                     R"(],"nodes":[)" + nodes + "]" + more + "}";
  while (json.size() % 4 != 0) json.push_back(' ');
  std::string file;
  put(file, std::uint32_t{0x46546c67});
  put(file, std::uint32_t{2});
  put(file, static_cast<std::uint32_t>(28 + json.size() + bytes.size()));
  put(file, static_cast<std::uint32_t>(json.size()));
  put(file, std::uint32_t{0x4e4f534a});
  file += json;
  put(file, static_cast<std::uint32_t>(bytes.size()));
  put(file, std::uint32_t{0x004e4942});
  return file + bytes;
}

inline std::string primitive(const std::string& rest) { return R"({"attributes":{"POSITION":0})" + rest + "}"; }
inline std::string mesh_of(const std::string& primitives, const std::string& more = "") {
  return R"({"primitives":[)" + primitives + "]" + more + "}";
}

inline std::string lossy_threemf(const std::string& objects, const std::string& items, const std::string& model = "") {
  return zip_of("3D/3dmodel.model",
                "<model unit=\"millimeter\" xmlns=\"http://schemas.microsoft.com/3dmanufacturing/core/2015/02\" " +
                    model + "><resources>" + objects + "</resources><build>" + items + "</build></model>");
}
inline const std::string wedge_vertices =
    "<vertices><vertex x=\"0\" y=\"0\" z=\"0\"/><vertex x=\"1\" y=\"0\" z=\"0\"/><vertex x=\"0\" y=\"1\" z=\"0\"/>"
    "<vertex x=\"0\" y=\"0\" z=\"1\"/></vertices>";
inline const std::string wedge_triangles =
    "<triangles><triangle v1=\"0\" v2=\"2\" v3=\"1\"/><triangle v1=\"0\" v2=\"1\" v3=\"3\"/>"
    "<triangle v1=\"1\" v2=\"2\" v3=\"3\"/><triangle v1=\"2\" v2=\"0\" v3=\"3\"/></triangles>";
inline std::string object(const std::string& mesh, const std::string& id = "1") {
  return "<object id=\"" + id + "\"><mesh>" + mesh + "</mesh></object>";
}

inline std::string ply_of(const std::string& elements, const std::string& rest) {
  return "ply\nformat ascii 1.0\nelement vertex 4\nproperty float x\nproperty float y\nproperty float z\n" + elements +
         "end_header\n" + rest;
}
inline std::string replaced(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  return at == std::string::npos ? text : text.replace(at, from.size(), to);
}

}  // namespace detail

inline std::vector<LossyFile> lossy_obj() {
  const std::string v = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\n", f = "f 1 3 2\nf 1 2 4\nf 2 3 4\nf 3 1 4\n";
  using enum LossOutcome;
  return {
      {"lines beside faces", "a.obj", v + f + "l 1 2 3\n", noted, "1 points, lines and curves"},
      {"points beside faces", "a.obj", v + "p 1 2\n" + f, noted, "points"},
      {"a curve beside faces", "a.obj", v + f + "cstype bezier\ndeg 3\ncurv 0 1 1 2 3 4\nparm u 0 1\nend\n", noted,
       "curves"},
      {"nothing but lines", "a.obj", v + "l 1 2\n", refused, "no faces"},
      {"a free-form surface", "a.obj", v + f + "surf 0 1 0 1 1 2 3 4\n", refused, ":9: 'surf'"},
      {"another file", "a.obj", v + f + "call b.obj\n", refused, ":9: 'call'"},
      {"an unknown element", "a.obj", v + f + "sphere 1\n", refused, ":9: unknown keyword"},
      {"an index beyond", "a.obj", v + f + "f 1 2 5\n", refused, ":9: vertex index 5"},
      {"an index of 0", "a.obj", v + f + "f 0 1 2\n", refused, ":9: index 0"},
      {"a vertex that is no number", "a.obj", "v 0 nan 0\n" + v + f, refused, ":1: 'nan'"},
      {"a face of two corners", "a.obj", v + f + "f 1 2\n", refused, ":9: a face"},
      {"cut off in a vertex", "a.obj", v + f + "v 1 2", refused, ":9: a vertex"},
      {"no faces", "a.obj", v, refused, "no faces"},
      {"a face that crosses itself", "a.obj", v + "v 1 1 0\n" + f + "f 1 5 2 3\n", noted, "cross themselves"},
      {"an empty object", "a.obj", v + "o nothing\no wedge\n" + f, read, ""},
      {"a degenerate face", "a.obj", v + f + "f 1 1 2\n", read, ""},
      {"two objects of one name", "a.obj", v + "o a\nf 1 3 2\nf 1 2 4\no a\nf 2 3 4\nf 3 1 4\n", read, ""},
      {"old faces", "a.obj", v + "fo 1 3 2\nfo 1 2 4\nfo 2 3 4\nfo 3 1 4\n", read, ""},
  };
}

inline std::vector<LossyFile> lossy_ply() {
  using detail::ply_of;
  const std::string v = "0 0 0\n1 0 0\n0 1 0\n0 0 1\n", f = "3 0 2 1\n3 0 1 3\n3 1 2 3\n3 2 0 3\n";
  const std::string faces = "element face 4\nproperty list uchar int vertex_indices\n";
  const std::string edges = "element edge 1\nproperty int vertex1\nproperty int vertex2\n";
  using enum LossOutcome;
  return {
      {"edges beside faces", "a.ply", ply_of(faces + edges, v + f + "0 1\n"), noted, "1 edges"},
      {"a face of two corners", "a.ply",
       ply_of("element face 5\nproperty list uchar int vertex_indices\n", v + f + "2 0 1\n"), noted,
       "1 faces of fewer than three corners"},
      {"points alone", "a.ply", ply_of("", v), noted, "4 points"},
      {"nothing but edges", "a.ply",
       ply_of("element face 0\nproperty list uchar int vertex_indices\n" + edges, v + "0 1\n"), refused, "no faces"},
      {"strips", "a.ply",
       ply_of("element tristrips 1\nproperty list int int vertex_indices\n", v + "8 0 2 1 3 -1 3 0 1\n"), noted,
       "open"},
      {"a strip with a negative index", "a.ply",
       ply_of("element tristrips 1\nproperty list int int vertex_indices\n", v + "4 0 2 1 -2\n"), refused,
       "'tristrips' 0"},
      {"faces without corners", "a.ply", ply_of("element face 4\nproperty int material\n", v + "1\n1\n1\n1\n"), refused,
       "vertex_indices"},
      {"an index beyond", "a.ply", ply_of(faces, v + "3 0 2 1\n3 0 1 3\n3 1 2 3\n3 2 0 9\n"), refused, "vertex 9"},
      {"a negative index", "a.ply", ply_of(faces, v + "3 0 2 1\n3 0 1 3\n3 1 2 3\n3 2 0 -1\n"), refused, "'face' 3"},
      {"a vertex that is no number", "a.ply", ply_of(faces, "0 nan 0\n1 0 0\n0 1 0\n0 0 1\n" + f), refused,
       "'vertex' 0"},
      {"cut off", "a.ply", ply_of(faces, v + "3 0 2 1\n3 0 1"), refused, "'face' 1"},
      {"more than it has", "a.ply", ply_of("element face 40000\nproperty list uchar int vertex_indices\n", v + f),
       refused, "cannot have"},
      {"other properties", "a.ply",
       ply_of("element face 4\nproperty uchar red\nproperty list uchar int vertex_index\n",
              v + "9 3 0 2 1\n9 3 0 1 3\n9 3 1 2 3\n9 3 2 0 3\n"),
       read, ""},
  };
}

inline std::vector<LossyFile> lossy_stl() {
  const BoxPart box{"box", {0, 0, 0}, {1, 1, 1}};
  const std::string text = stl_text(box), binary = stl_binary(box);
  std::string nan = binary;
  for (std::size_t i = 96; i < 100; ++i) nan[i] = '\xff';
  using enum LossOutcome;
  return {
      {"text cut off", "a.stl", text.substr(0, text.size() / 2), refused, "a.stl:"},
      {"binary cut off", "a.stl", binary.substr(0, binary.size() - 20), refused, "has 664"},
      {"more triangles than bytes", "a.stl", detail::replaced(binary, std::string("\x0c\0\0\0", 4), "\xff\xff\xff\x7f"),
       refused, "2147483647 triangles"},
      {"a vertex that is no number", "a.stl", nan, refused, "not finite"},
      {"a vertex that is no number in text", "a.stl", detail::replaced(text, "vertex 0 0 0", "vertex 0 nan 0"), refused,
       "a.stl:"},
      {"no triangles", "a.stl", "solid nothing\nendsolid\n", refused, "no triangles"},
      {"a loop of two corners", "a.stl",
       "solid a\nfacet normal 0 0 0\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nendloop\nendfacet\nendsolid\n", refused,
       "expected 'vertex'"},
      {"a degenerate triangle", "a.stl",
       text + "solid b\nfacet normal 0 0 0\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 1 0 0\nendloop\nendfacet\n"
              "endsolid\n",
       read, ""},
      {"two solids", "a.stl", text + stl_text({"other", {3, 0, 0}, {4, 1, 1}}), read, ""},
  };
}

inline std::vector<LossyFile> lossy_gltf() {
  using detail::lossy_gltf, detail::mesh_of, detail::primitive;
  const std::string solid = primitive(R"(,"indices":1)"), line = primitive(R"(,"indices":2,"mode":1)");
  const std::string whole = mesh_of(solid), node = R"({"name":"it","mesh":0})";
  const std::string file = lossy_gltf(whole, node);
  const auto beside = [&](const std::string& uri) {
    return R"({"asset":{"version":"2.0"},"buffers":[{"byteLength":36,"uri":")" + uri +
           R"("}],"bufferViews":[{"buffer":0,"byteLength":36}],"accessors":[{"bufferView":0,"componentType":5126,)"
           R"("type":"VEC3","count":3}],"meshes":[{"primitives":[{"attributes":{"POSITION":0}}]}],"nodes":[{"mesh":0}]})";
  };
  std::string triangle;
  for (const double x : {0, 0, 0, 1, 0, 0, 0, 1, 0}) put_float(triangle, x);
  using enum LossOutcome;
  return {
      {"lines beside triangles", "a.glb", lossy_gltf(mesh_of(solid + "," + line), node), noted, "lines"},
      {"points beside triangles", "a.glb", lossy_gltf(mesh_of(solid + "," + primitive(R"(,"mode":0)")), node), noted,
       "points"},
      {"a mesh of lines beside another", "a.glb", lossy_gltf(whole + "," + mesh_of(line), node + R"(,{"mesh":1})"),
       noted, "has no faces"},
      {"nothing but lines", "a.glb", lossy_gltf(mesh_of(line), node), refused, "no faces"},
      {"an optional extension", "a.glb", lossy_gltf(whole, node, R"(,"extensionsUsed":["XYZ_unknown"])"), noted,
       "XYZ_unknown"},
      {"a required extension", "a.glb", lossy_gltf(whole, node, R"(,"extensionsRequired":["XYZ_unknown"])"), refused,
       "XYZ_unknown"},
      {"another scene", "a.glb",
       lossy_gltf(whole, node + "," + node, R"(,"scene":1,"scenes":[{"nodes":[0]},{"nodes":[1]}])"), noted,
       "other scenes"},
      {"a hidden node", "a.glb",
       lossy_gltf(whole, node + R"(,{"mesh":0,"extensions":{"KHR_node_visibility":{"visible":false}}})"), noted,
       "hidden"},
      {"an index beyond", "a.glb", lossy_gltf(mesh_of(solid + "," + primitive(R"(,"indices":4)")), node), lost,
       "index 2 is 9"},
      {"a vertex that is no number", "a.glb", lossy_gltf(mesh_of(solid + R"(,{"attributes":{"POSITION":3}})"), node),
       lost, "vertex 1 is not finite"},
      {"an unknown mode", "a.glb", lossy_gltf(mesh_of(solid + "," + primitive(R"(,"mode":9)")), node), lost, "mode"},
      {"indices that are not three each", "a.glb",
       lossy_gltf(mesh_of(solid + "," + primitive(R"(,"indices":2)")), node), lost, "not three per triangle"},
      {"an empty mesh", "a.glb", lossy_gltf(whole + "," + mesh_of(""), node + R"(,{"mesh":1})"), lost, "no triangles"},
      {"a mesh that is not there", "a.glb", lossy_gltf(whole, node + R"(,{"mesh":7})"), lost, "no element 7"},
      {"an accessor that is not there", "a.glb",
       lossy_gltf(mesh_of(solid + R"(,{"attributes":{"POSITION":77}})"), node), lost, "no element 77"},
      {"a node that is flattened", "a.glb", lossy_gltf(whole, node + R"(,{"mesh":0,"scale":[1,0,1]})"), lost,
       "singular"},
      {"an instance that is flattened", "a.glb",
       lossy_gltf(whole, R"({"mesh":0,"extensions":{"EXT_mesh_gpu_instancing":{"attributes":{"SCALE":5}}}})"), lost,
       "singular"},
      {"instances without a place", "a.glb",
       lossy_gltf(whole, R"({"mesh":0,"extensions":{"EXT_mesh_gpu_instancing":{"attributes":{"_ID":0}}}})"), lost,
       "no attribute"},
      {"a skin", "a.glb", lossy_gltf(whole, R"({"mesh":0,"skin":0})", R"(,"skins":[{"joints":[0]}])"), lost, "skin"},
      {"a morph target", "a.glb",
       lossy_gltf(mesh_of(primitive(R"(,"indices":1,"targets":[{"POSITION":0}])"), R"(,"weights":[0.5])"), node), lost,
       "morph"},
      {"a morph target at rest", "a.glb",
       lossy_gltf(mesh_of(primitive(R"(,"indices":1,"targets":[{"POSITION":0}])"), R"(,"weights":[0])"), node), read,
       ""},
      {"a node that is not there", "a.glb", lossy_gltf(whole, R"({"mesh":0,"children":[9]})"), refused, "no element 9"},
      {"a node below itself", "a.glb",
       lossy_gltf(whole, R"({"mesh":0,"children":[0]})", R"(,"scenes":[{"nodes":[0]}])"), refused, "two parents"},
      {"cut off", "a.glb", file.substr(0, file.size() - 60), refused, "truncated"},
      {"a buffer that is not there", "a.gltf", beside("gone.bin"), refused, "gone.bin"},
      {"a buffer that is too short", "a.gltf", beside("short.bin"), refused, "should have 36", {{"short.bin", "abcd"}}},
      {"a buffer beside it",
       "a.gltf",
       beside("sub/./there%20it%20is.bin"),
       noted,
       "open",
       {{"sub/there it is.bin", triangle}}},
      {"no nodes", "a.glb", lossy_gltf(whole, ""), refused, "no faces"},
      {"two nodes of one name", "a.glb", lossy_gltf(whole, node + R"(,{"name":"it","mesh":0,"translation":[5,0,0]})"),
       read, ""},
  };
}

inline std::vector<LossyFile> lossy_threemf() {
  using detail::lossy_threemf, detail::object, detail::replaced;
  using detail::wedge_triangles, detail::wedge_vertices;
  const std::string wedge = object(wedge_vertices + wedge_triangles), item = "<item objectid=\"1\"/>";
  const std::string beams =
      "<b:beamlattice minlength=\"1\" radius=\"1\"><b:beams><b:beam v1=\"0\" v2=\"1\"/></b:beams>"
      "</b:beamlattice>";
  const std::string lattice = "xmlns:b=\"http://schemas.microsoft.com/3dmanufacturing/beamlattice/2017/02\"";
  const std::string file = lossy_threemf(wedge, item);
  using enum LossOutcome;
  return {
      {"beams beside triangles", "a.3mf",
       lossy_threemf(object(wedge_vertices + wedge_triangles + beams), item, lattice), noted, "beamlattice"},
      {"nothing but beams", "a.3mf", lossy_threemf(object(wedge_vertices + beams), item, lattice), lost,
       "no triangles"},
      {"an extension that is required", "a.3mf", lossy_threemf(wedge, item, lattice + " requiredextensions=\"b\""),
       refused, "requires"},
      {"an object that is not there", "a.3mf", lossy_threemf(wedge, item + "<item objectid=\"9\"/>"), lost,
       "no object"},
      {"an object of another file", "a.3mf",
       lossy_threemf(wedge, item + "<item objectid=\"1\" p:path=\"/3D/other.model\"/>"), lost, "no object"},
      {"an object of another model that is there", "a.3mf",
       zip_of({{"3D/other.model", "<model><resources>" + wedge + "</resources><build/></model>"},
               {"3D/3dmodel.model",
                "<model><resources/><build><item objectid=\"1\" q:path=\"/3D/Other.model\"/></build></model>"}}),
       read, ""},
      {"an object without a mesh", "a.3mf",
       lossy_threemf(wedge + "<object id=\"2\"/>", item + "<item objectid=\"2\"/>"), lost, "neither a mesh"},
      {"two objects of one id", "a.3mf", lossy_threemf(wedge + wedge, item), refused, "a second object"},
      {"an item that is flattened", "a.3mf",
       lossy_threemf(wedge, item + "<item objectid=\"1\" transform=\"1 0 0 0 1 0 0 0 0 0 0 0\"/>"), lost, "flattens"},
      {"a component of itself", "a.3mf",
       lossy_threemf("<object id=\"1\"><components><component objectid=\"1\"/></components></object>", item), refused,
       "nested too deep"},
      {"an index beyond", "a.3mf",
       lossy_threemf(object(wedge_vertices + replaced(wedge_triangles, "v3=\"3\"", "v3=\"9\"")), item), lost, "9"},
      {"a vertex that is no number", "a.3mf",
       lossy_threemf(object(replaced(wedge_vertices, "x=\"1\"", "x=\"nan\"") + wedge_triangles), item), lost, "nan"},
      {"an unknown unit", "a.3mf",
       zip_of("3D/3dmodel.model",
              "<model unit=\"cubit\"><resources>" + wedge + "</resources><build>" + item + "</build></model>"),
       refused, "cubit"},
      {"no items", "a.3mf", lossy_threemf(wedge, ""), refused, "no parts"},
      {"cut off", "a.3mf", file.substr(0, file.size() / 2), refused, "damaged"},
      {"a wrong checksum", "a.3mf", replaced(file, "x=\"1\"", "x=\"2\""), refused, "damaged"},
  };
}

inline std::vector<LossyFile> lossy_octomap() {
  const auto tree = [](const std::string& bytes, const char* id = "OcTree", const char* res = "0.5") {
    return "# Octomap OcTree binary file\nid " + std::string(id) + "\nsize 1\nres " + res + "\ndata\n" + bytes;
  };
  using enum LossOutcome;
  return {
      {"one cube", "a.bt", tree(std::string("\x02\x00", 2)), read, ""},
      {"cut off", "a.bt", tree("\x02"), refused, "too soon"},
      {"nothing occupied", "a.bt", tree(std::string("\x01\x00", 2)), refused, "nothing"},
      {"another kind", "a.bt", tree("\x02\x02", "ColorOcTree"), refused, "OcTree"},
      {"no size", "a.bt", tree("\x02\x02", "OcTree", "nan"), refused, "res"},
  };
}

inline std::vector<LossyFile> lossy_ifc() {
  IfcProductText text{ifc_box(100, {0, 0, 0}, {1, 2, 3})};
  const std::string whole = ifc_of("IFC4", text);
  text.records += "#120=IFCPHANTOMSOLID(#2);\n";
  text.item = "#100,#120";
  using enum LossOutcome;
  return {
      {"an item that is not read", "a.ifc", ifc_of("IFC4", text), lost, "IFCPHANTOMSOLID"},
      {"cut off", "a.ifc", whole.substr(0, whole.rfind("ENDSEC")), lost, "ends before"},
      {"no data", "a.ifc", whole.substr(0, 60), refused, "DATA"},
  };
}

inline std::vector<LossyFile> lossy_files() {
  std::vector<LossyFile> all;
  for (auto* make : {lossy_obj, lossy_ply, lossy_stl, lossy_gltf, lossy_threemf, lossy_octomap, lossy_ifc})
    for (LossyFile& file : make()) all.push_back(std::move(file));
  return all;
}

}  // namespace graze::models
