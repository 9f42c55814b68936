// Files made to take all memory or time, to crash, or to read what they should not: deep, cyclic, with absurd counts,
// packed without end, cut off, or with references that lead out of their folder. Each must be refused, with its name,
// at once.
#pragma once

#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "tests/property/lossy_files.h"
#include "tests/property/step_files.h"

namespace graze::models {

struct HostileFile {
  std::string title, name, bytes;
  std::string word = {};  // that the error has in it, besides the name of the file
};

namespace detail {

inline std::string times(std::size_t count, const std::string& text) {
  std::string all;
  all.reserve(count * text.size());
  for (std::size_t i = 0; i < count; ++i) all += text;
  return all;
}

// What no format is: rubbish that starts as a good file does, or not.
inline std::vector<HostileFile> rubbish(const std::string& name, const std::string& good) {
  std::vector<HostileFile> files = {
      {"nothing", name, ""},
      {"a zero", name, std::string(1, '\0')},
      {"zeros", name, std::string(1 << 20, '\0')},
      {"ones", name, std::string(1 << 20, '\xff')},
      {"one long line", name, std::string(2 << 20, 'x')},
      {"blanks", name, std::string(1 << 20, ' ')},
      {"ends of lines", name, std::string(1 << 20, '\n')},
      {"brackets", name, std::string(1 << 20, '[')},
      {"braces", name, times(1 << 18, "{\"a\":")},
      {"parentheses", name, std::string(1 << 20, '(')},
      {"elements", name, times(1 << 18, "<a>")},
      {"quotes", name, std::string(1 << 20, '\'')},
      {"an archive that ends", name, "PK\3\4"},
      {"a tenth of a file", name, good.substr(0, good.size() / 10)},
  };
  for (HostileFile& file : files) file.title = "rubbish: " + file.title;
  return files;
}

// Deflate: a zero, then as many as are wanted, 258 by 13 bits.
inline std::string packed_zeros(std::uint64_t count, unsigned char letter) {
  std::string bytes;
  std::uint64_t held = 0;
  int bits = 0;
  const auto put_bits = [&](std::uint32_t value, int number) {
    held |= std::uint64_t{value} << bits;
    for (bits += number; bits >= 8; bits -= 8, held >>= 8) bytes.push_back(static_cast<char>(held & 0xff));
  };
  const auto code = [&](std::uint32_t value, int number) {  // the highest bit first
    for (int i = number - 1; i >= 0; --i) put_bits(value >> i & 1, 1);
  };
  put_bits(3, 3);  // the last block, of fixed codes
  code(0x30u + letter, 8);
  for (std::uint64_t i = 1; i < count; i += 258) {
    code(0xc5, 8);
    code(0, 5);
  }
  code(0, 7);
  put_bits(0, 7);
  return bytes;
}

// An archive with one deflated entry that says it has `size` bytes.
inline std::string packed_zip(const std::string& name, const std::string& packed, std::uint32_t size) {
  std::string archive = zip_of(name, packed);
  const auto method = [&](std::size_t at) { archive[at] = 8; };
  const auto claim = [&](std::size_t at) {
    for (std::size_t i = 0; i < 4; ++i) archive[at + i] = static_cast<char>(size >> 8 * i & 0xff);
  };
  method(8);
  claim(22);
  const std::size_t entry = archive.rfind("PK\1\2");
  method(entry + 10);
  claim(entry + 24);
  return archive;
}

inline std::vector<HostileFile> bombs(const std::string& file, const std::string& entry) {
  const std::string packed = packed_zeros(std::uint64_t{150} << 20, ' ');
  return {
      {"a bomb", file, packed_zip(entry, packed, 150u << 20), "too many"},
      {"a bomb that says it is small", file, packed_zip(entry, packed, 1000), "damaged"},
      {"an entry of 4 GB", file, packed_zip(entry, "\3", 0xfffffff0u), "too many"},
      {"a stream that does not end", file, packed_zip(entry, packed.substr(0, 1000), 150000), "damaged"},
      {"a directory that is not there", file, replaced(zip_of(entry, "x"), "PK\1\2", "PK\7\7"), "damaged"},
      {"an entry that is not there", file, replaced(zip_of(entry, "x"), "PK\3\4", "PK\7\7"), "damaged"},
  };
}

}  // namespace detail

inline std::vector<HostileFile> hostile_obj() {
  const std::string v = "v 0 0 0\nv 1 0 0\nv 0 1 0\n";
  auto files = detail::rubbish("a.obj", v + "f 1 2 3\n");
  for (const char* index : {"2147483647", "2147483648", "-2147483648", "18446744073709551617", "1e9", "0", "4", "-4"})
    files.push_back({std::string("index ") + index, "a.obj", v + "f 1 2 " + index + "\n", "a.obj:4"});
  files.push_back({"a face of many corners", "a.obj", v + "f" + detail::times(250'000, " 1") + " 9\n", "a.obj:4"});
  files.push_back({"a line without end", "a.obj", v + "f 1 2 3" + detail::times(1 << 20, " \\\n"), "a.obj:4"});
  files.push_back({"a number without end", "a.obj", "v 0 0 " + std::string(1 << 19, '9') + "\n" + v, "a.obj:1"});
  files.push_back({"many groups", "a.obj", detail::times(300'000, "g a\no b\n"), "no faces"});
  return files;
}

inline std::vector<HostileFile> hostile_ply() {
  using detail::ply_of;
  const std::string list = "element face 1\nproperty list uchar int vertex_indices\n",
                    v = "0 0 0\n1 0 0\n0 1 0\n0 0 1\n";
  auto files = detail::rubbish("a.ply", ply_of(list, v + "3 0 1 2\n"));
  for (const char* count : {"18446744073709551615", "4294967295", "-1", "1e18", "nan", "0.5"})
    files.push_back({std::string("count ") + count, "a.ply",
                     ply_of("element face " + std::string(count) + "\nproperty list uchar int vertex_indices\n", v),
                     "cannot have"});
  for (const char* length : {"4294967295", "-1", "1e300", "0.5"})
    files.push_back({std::string("list of ") + length, "a.ply",
                     ply_of("element face 1\nproperty list double int vertex_indices\n", v + length + " 0 1 2\n"),
                     "a.ply"});
  files.push_back({"elements of nothing", "a.ply",
                   ply_of(detail::times(50'000, "element none 1000000\n"), "0 0 0\n1 0" + std::string(1'000'000, ' ')),
                   "'vertex' 1"});
  files.push_back({"an element of nothing that is the vertex", "a.ply",
                   "ply\nformat ascii 1.0\nelement vertex 1000\nend_header\n" + std::string(2000, '0'), "x, y and z"});
  std::string binary =
      "ply\nformat binary_little_endian 1.0\nelement vertex 0\nproperty float x\nproperty float y\n"
      "property float z\nelement face 1\nproperty list uint int vertex_indices\nend_header\n";
  files.push_back({"a binary list of 4 billion", "a.ply", binary + "\xff\xff\xff\xff", "more than"});
  return files;
}

inline std::vector<HostileFile> hostile_stl() {
  const std::string good = stl_binary({"box", {0, 0, 0}, {1, 1, 1}});
  auto files = detail::rubbish("a.stl", good);
  for (const char* count : {"\xff\xff\xff\xff", "\x00\x00\x00\x80", "\x01\x00\x00\x10", "\x0d\x00\x00\x00"})
    files.push_back({"a count that is not its own", "a.stl",
                     good.substr(0, 80) + std::string(count, 4) + good.substr(84), "this file has"});
  const std::string facet = "facet normal 0 0 0\nouter loop\nvertex 0 0 0\n";
  files.push_back({"facets in facets", "a.stl", "solid a\n" + detail::times(100'000, facet), "a.stl:5"});
  files.push_back({"solids in solids", "a.stl", detail::times(300'000, "solid a\n"), "a.stl:2"});
  files.push_back({"solids of nothing", "a.stl", detail::times(200'000, "solid a\nendsolid\n"), "no triangles"});
  return files;
}

inline std::vector<HostileFile> hostile_gltf() {
  using detail::times;
  const std::string head = R"({"asset":{"version":"2.0"})";
  const std::string triangle = "AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAA";
  const std::string data = R"(,"buffers":[{"byteLength":36,"uri":"data:;base64,)" + triangle +
                           R"("}],"bufferViews":[{"buffer":0,"byteLength":36}])";
  const std::string plain = R"({"bufferView":0,"componentType":5126,"type":"VEC3","count":3})";
  const std::string mesh = R"(,"meshes":[{"primitives":[{"attributes":{"POSITION":0}}]}])";
  const auto with = [&](const std::string& accessors, const std::string& meshes, const std::string& nodes) {
    return head + data + R"(,"accessors":[)" + accessors + "]" + meshes + R"(,"nodes":[)" + nodes + "]}";
  };
  const auto accessor = [&](const std::string& rest) { return with("{" + rest + "}", mesh, R"({"mesh":0})"); };
  const auto uri = [&](const std::string& path) {
    return head + R"(,"buffers":[{"byteLength":36,"uri":")" + path + R"("}],"nodes":[{}]})";
  };
  const std::string good = with(plain, mesh, R"({"mesh":0})");
  auto files = detail::rubbish("a.gltf", good);
  const auto add = [&](const std::string& title, const std::string& bytes, const std::string& word) {
    files.push_back({title, "a.gltf", bytes, word});
  };
  std::string chain, named;
  constexpr int deep = 200'000;
  for (int i = 0; i < deep; ++i) chain += R"({"children":[)" + std::to_string(i + 1) + "]},";
  add("200,000 nested nodes", with(plain, mesh, chain + R"({"mesh":0})"), "nested more than");
  for (int i = 0; i < 20'000; ++i) named += ",{\"name\":\"" + std::string(10, 'b') + "\",\"mesh\":0}";
  std::string children;
  for (int i = 1; i <= 20'000; ++i) children += (i == 1 ? "" : ",") + std::to_string(i);
  add("a long name above many nodes",
      with(plain, mesh, "{\"name\":\"" + std::string(1 << 20, 'a') + "\",\"children\":[" + children + "]}" + named),
      "named too long");
  add("a circle of nodes", with(plain, mesh, R"({"children":[1]},{"children":[0],"mesh":0})"), "no faces");
  add("two nodes above one", with(plain, mesh, R"({"children":[2]},{"children":[2]},{"mesh":0})"), "two parents");
  add("a scene that is not there", good.substr(0, good.size() - 1) + R"(,"scene":4294967296,"scenes":[{}]})", "scenes");
  for (const char* path :
       {"../../../../etc/passwd", "/etc/passwd", "%2e%2e/%2e%2e/%2e%2e/etc/passwd", "file:///etc/passwd",
        "..\\\\..\\\\x", "sub/../../x.bin", "http://127.0.0.1/x", "..%2f..%2fx", "%2Fetc%2Fpasswd", "C:\\\\x"})
    add(std::string("a buffer in ") + path, uri(path), "it refers to");
  add("a buffer that is a folder", uri("."), "a.gltf");
  add("base64 that is none", detail::replaced(good, "AAAA", "A*AA"), "base64");
  add("fewer bytes than it says",
      detail::replaced(good, "\"byteLength\":36,\"uri\"", "\"byteLength\":9007199254740991,\"uri\""), "should have");
  for (const char* count : {"9007199254740991", "4294967297", "715827883", "4", "0"})
    add(std::string("an accessor of ") + count,
        detail::replaced(good, "\"count\":3", std::string("\"count\":") + count), "accessor 0");
  for (const char* offset : {"9007199254740991", "18446744073709551615", "-1", "1e30"})
    add(std::string("an offset of ") + offset,
        accessor(plain.substr(1, plain.size() - 2) + ",\"byteOffset\":" + offset), "a.gltf");
  add("a stride of 2^52",
      detail::replaced(good, "\"byteLength\":36}]", "\"byteLength\":36,\"byteStride\":4503599627370496}]"),
      "bytes apart");
  add("a sparse accessor of nothing",
      accessor(R"("componentType":5126,"type":"VEC3","count":268435456,"sparse":{"count":1,"indices":{"bufferView":0,)"
               R"("componentType":5121},"values":{"bufferView":0}})"),
      "too many");
  add("a sparse index beyond",
      accessor(R"("componentType":5126,"type":"VEC3","count":3,"sparse":{"count":1,"indices":{"bufferView":0,)"
               R"("byteOffset":14,"componentType":5123},"values":{"bufferView":0}})"),
      "accessor 0");
  add("a mesh many times over",
      with(R"({"componentType":5126,"type":"VEC3","count":1000000,"sparse":{"count":1,"indices":{"bufferView":0,)"
           R"("componentType":5121},"values":{"bufferView":0}}})",
           R"(,"meshes":[{"primitives":[)" + times(2000, R"({"attributes":{"POSITION":0}},)") +
               R"({"attributes":{"POSITION":0}}]}])",
           R"({"mesh":0})"),
      "too many");
  add("a packed view of billions",
      detail::replaced(
          good, R"("bufferViews":[{"buffer":0,"byteLength":36}])",
          R"("bufferViews":[{"buffer":0,"byteLength":36,"extensions":{"EXT_meshopt_compression":{"buffer":0,)"
          R"("byteLength":36,"byteStride":12,"count":4000000000,"mode":"ATTRIBUTES"}}}])"),
      "too many");
  add("a packed view of 2^52 by 2^52",
      detail::replaced(
          good, R"("bufferViews":[{"buffer":0,"byteLength":36}])",
          R"("bufferViews":[{"buffer":0,"byteLength":36,"extensions":{"EXT_meshopt_compression":{"buffer":0,)"
          R"("byteLength":36,"byteStride":4503599627370496,"count":4503599627370496,"mode":"TRIANGLES"}}}])"),
      "too many");
  add("a packed mesh that is none",
      with(R"({"componentType":5126,"type":"VEC3","count":3})",
           R"(,"meshes":[{"primitives":[{"attributes":{"POSITION":0},"extensions":{"KHR_draco_mesh_compression":)"
           R"({"bufferView":0,"attributes":{"POSITION":0}}}}]}])",
           R"({"mesh":0})"),
      "a.gltf");
  for (const char* header : {"glTF\2\0\0\0\xff\xff\xff\xff", "glTF\2\0\0\0\x14\0\0\0\xff\xff\xff\xffJSON"})
    files.push_back({"a header that lies", "a.glb", std::string(header, header[9] == '\0' ? 20 : 12), "a.glb"});
  return files;
}

inline std::vector<HostileFile> hostile_threemf() {
  using detail::lossy_threemf, detail::object, detail::times;
  using detail::wedge_triangles, detail::wedge_vertices;
  const std::string wedge = object(wedge_vertices + wedge_triangles, "0"), model = "3D/3dmodel.model";
  auto files = detail::rubbish("a.3mf", lossy_threemf(wedge, "<item objectid=\"0\"/>"));
  for (HostileFile& bomb : detail::bombs("a.3mf", model)) files.push_back(std::move(bomb));
  const auto add = [&](const std::string& title, const std::string& bytes, const std::string& word) {
    files.push_back({title, "a.3mf", bytes, word});
  };
  std::string doubled = wedge, chain = wedge;
  for (int i = 1; i <= 60; ++i) {
    const std::string one = "<component objectid=\"" + std::to_string(i - 1) + "\"/>";
    doubled += "<object id=\"" + std::to_string(i) + "\"><components>" + one + one + "</components></object>";
  }
  for (int i = 1; i <= 2000; ++i)
    chain += "<object id=\"" + std::to_string(i) + "\"><components><component objectid=\"" + std::to_string(i - 1) +
             "\"/></components></object>";
  add("2^60 parts", lossy_threemf(doubled, "<item objectid=\"60\"/>"), "too");
  add("components 2,000 deep", lossy_threemf(chain, "<item objectid=\"2000\"/>"), "nested too deep");
  add("elements 10,000 deep", zip_of(model, times(10'000, "<a>")), "nested");
  add("entities", zip_of(model, "<!DOCTYPE a [<!ENTITY a \"aaaaaaaa\"><!ENTITY b \"&a;&a;&a;\">]><model>&b;</model>"),
      "document type");
  add("an entity of a file", zip_of(model, "<!DOCTYPE a [<!ENTITY a SYSTEM \"file:///etc/passwd\">]><model/>"),
      "document type");
  add("an index of 2^53",
      lossy_threemf(
          object(wedge_vertices + "<triangles><triangle v1=\"9007199254740992\" v2=\"0\" v3=\"1\"/></triangles>"),
          "<item objectid=\"1\"/>"),
      "a.3mf");
  return files;
}

inline std::vector<HostileFile> hostile_octomap() {
  const auto tree = [](const std::string& size, const std::string& res, const std::string& bytes) {
    return "# Octomap OcTree binary file\nid OcTree\nsize " + size + "\nres " + res + "\ndata\n" + bytes;
  };
  auto files = detail::rubbish("a.bt", tree("1", "0.1", "\2\2"));
  for (const char* res : {"0", "-1", "nan", "inf", "1e308", "x"})
    files.push_back({std::string("a side of ") + res, "a.bt", tree("1", res, "\2\2"), "'res'"});
  files.push_back(
      {"a tree without end", "a.bt", tree("18446744073709551615", "1", std::string(1000, '\xff')), "deeper"});
  files.push_back({"a size of 2^64", "a.bt", tree("18446744073709551616", "1", "\2"), "too soon"});
  return files;
}

inline std::vector<HostileFile> hostile_ifc() {
  using detail::times;
  IfcProductText text{ifc_box(100, {0, 0, 0}, {1, 2, 3})};
  const std::string good = ifc_of("IFC4", text);
  auto files = detail::rubbish("a.ifc", good);
  for (HostileFile& file : detail::bombs("a.ifczip", "a.ifc")) files.push_back(std::move(file));
  const auto with = [](const std::string& records, const std::string& item, const std::string& type = "SweptSolid") {
    IfcProductText made{records};
    made.item = item;
    made.type = type;
    return ifc_of("IFC4", made);
  };
  const auto add = [&](const std::string& title, const std::string& bytes, const std::string& word) {
    files.push_back({title, "a.ifc", bytes, word});
  };
  std::string doubled = ifc_box(200, {0, 0, 0}, {1, 1, 1}) + "#299=IFCCARTESIANTRANSFORMATIONOPERATOR3D($,$,#1,$,$);\n";
  for (int i = 0; i < 40; ++i) {
    const auto n = [&](int k) { return "#" + std::to_string(300 + 10 * i + k); };
    const auto below = [&](int k) { return "#" + std::to_string(300 + 10 * (i - 1) + k); };
    const std::string of = i == 0 ? "#200" : below(2) + "," + below(3);
    doubled += n(0) + "=IFCSHAPEREPRESENTATION(#10,'Body','MappedRepresentation',(" + of + "));\n" + n(1) +
               "=IFCREPRESENTATIONMAP(#2," + n(0) + ");\n" + n(2) + "=IFCMAPPEDITEM(" + n(1) + ",#299);\n" + n(3) +
               "=IFCMAPPEDITEM(" + n(1) + ",#299);\n";
  }
  add("2^39 mapped items", with(doubled, "#692", "MappedRepresentation"), "too many");
  add("a mapped item of itself",
      with("#100=IFCMAPPEDITEM(#101,#299);\n#299=IFCCARTESIANTRANSFORMATIONOPERATOR3D($,$,#1,$,$);\n#101="
           "IFCREPRESENTATIONMAP(#2,#102);\n"
           "#102=IFCSHAPEREPRESENTATION(#10,'Body','MappedRepresentation',(#100));\n",
           "#100", "MappedRepresentation"),
      "nested");
  add("a placement of itself", detail::replaced(good, "#51=IFCLOCALPLACEMENT(#12", "#51=IFCLOCALPLACEMENT(#51"),
      "a.ifc");
  add("lists 1,000,000 deep", with("#100=IFCEXTRUDEDAREASOLID(" + std::string(1'000'000, '(') + ");\n", "#100"),
      "a.ifc");
  add("a text without end", with("#100=IFCEXTRUDEDAREASOLID('" + std::string(100'000, 'a') + ");\n", "#100"), "a.ifc");
  add("a comment without end", good.substr(0, good.size() / 2) + "/*" + std::string(100'000, '*'), "a.ifc");
  add("a number of 2^64", with("#18446744073709551617=IFCWALL($);\n", "#18446744073709551617"), "a.ifc");
  add("faces of faces", with("#100=IFCFACETEDBREP(#101);\n#101=IFCCLOSEDSHELL((#101));\n", "#100", "Brep"), "a.ifc");
  return files;
}

inline std::vector<HostileFile> hostile_collada() {
  using detail::times;
  const std::string good = collada(assembly(0));
  auto files = detail::rubbish("a.dae", good);
  const auto add = [&](const std::string& title, const std::string& bytes) {
    files.push_back({title, "a.dae", bytes, ""});
  };
  add("nodes 100,000 deep", detail::replaced(good, "<node id=\"hall\" name=\"hall\">", times(100'000, "<node>")));
  add("a count of 2^32", detail::replaced(good, "count=\"24\"", "count=\"4294967295\""));
  add("a stride of 0", detail::replaced(good, "stride=\"3\"", "stride=\"0\""));
  add("an index beyond", detail::replaced(good, "<p>0 ", "<p>4000000000 "));
  add("a vertex that is no number", detail::replaced(good, "<float_array id=\"values\" count=\"24\">0",
                                                     "<float_array id=\"values\" count=\"24\">nan"));
  add("a geometry that is not there", detail::replaced(good, "url=\"#cube\"", "url=\"#none\""));
  std::string nested = "<library_nodes>";
  for (int i = 0; i < 40; ++i)
    nested += "<node id=\"d" + std::to_string(i) + "\">" +
              times(4, i == 0 ? std::string("<instance_geometry url=\"#cube\"/>")
                              : "<instance_node url=\"#d" + std::to_string(i - 1) + "\"/>") +
              "</node>";
  add("4^40 nodes",
      detail::replaced(
          detail::replaced(good, "<library_visual_scenes>", nested + "</library_nodes><library_visual_scenes>"),
          "<node id=\"hall\" name=\"hall\">", "<node id=\"hall\" name=\"hall\"><instance_node url=\"#d39\"/>"));
  add("a node of itself", detail::replaced(good, "<node id=\"hall\" name=\"hall\">",
                                           "<node id=\"hall\" name=\"hall\"><instance_node url=\"#hall\"/>"));
  return files;
}

inline std::vector<HostileFile> hostile_step() {
  using detail::times;
  const std::string good = step(assembly(0));
  auto files = detail::rubbish("a.step", good);
  const auto add = [&](const std::string& title, const std::string& bytes) {
    files.push_back({title, "a.step", bytes, ""});
  };
  add("lists 100,000 deep",
      detail::replaced(good, "DATA;\n", "DATA;\n#900000=PRODUCT(" + std::string(100'000, '(') + ";\n"));
  add("a usage of itself", [&] {
    StepText text;
    StepModel model(text);
    const std::string at = text.placement({});
    const StepModel::Product whole = model.product("a", "SHAPE_REPRESENTATION", {at});
    model.use(whole, whole, "b", at);
    return text.file();
  }());
  add("4^30 usages", [&] {
    StepText text;
    StepModel model(text);
    StepModel::Product part = model.product("box", "ADVANCED_BREP_SHAPE_REPRESENTATION", {step_box(text, {1, 1, 1})});
    for (int i = 0; i < 30; ++i) {
      const std::string at = text.placement({});
      const StepModel::Product whole = model.product("level", "SHAPE_REPRESENTATION", {at});
      for (int k = 0; k < 4; ++k) model.use(whole, part, "use", at);
      part = whole;
    }
    return text.file();
  }());
  add("a face of itself", detail::replaced(good, "CLOSED_SHELL('',(", "CLOSED_SHELL('',(#99999999,"));
  add("cut off in its header", good.substr(0, good.find("DATA;")));
  return files;
}

// BCF archives that come back from others.
inline std::vector<HostileFile> hostile_reviews() {
  using detail::times;
  const std::string version = "<Version VersionId=\"2.1\"/>";
  auto files = detail::rubbish("a.bcf", zip_of("bcf.version", version));
  for (HostileFile& bomb : detail::bombs("a.bcf", "bcf.version")) files.push_back(std::move(bomb));
  for (const auto& [title, text, word] :
       {std::tuple{"elements 10,000 deep", times(10'000, "<a>"), "nested"},
        std::tuple{"a million elements", "<Version>" + times(1'000'000, "<a/>") + "</Version>", "too many"},
        std::tuple{"an entity", std::string("<!DOCTYPE a [<!ENTITY a SYSTEM \"file:///etc/passwd\">]><a>&a;</a>"),
                   "document type"},
        std::tuple{"another version", std::string("<Version VersionId=\"9\"/>"), "version"}})
    files.push_back({title, "a.bcf", zip_of("bcf.version", text), word});
  return files;
}

inline std::vector<HostileFile> hostile_files() {
  std::vector<HostileFile> all;
  for (auto* make : {hostile_obj, hostile_ply, hostile_stl, hostile_gltf, hostile_threemf, hostile_octomap, hostile_ifc,
                     hostile_collada, hostile_step})
    for (HostileFile& file : make()) all.push_back(std::move(file));
  for (const auto& [name, good] : {std::pair{"a.fbx", fbx(assembly(0))}, std::pair{"a.3ds", max3ds(assembly(0))},
                                   std::pair{"a.igs", std::string(200, 'S')}})
    for (HostileFile& file : detail::rubbish(name, good)) all.push_back(std::move(file));
  return all;
}

}  // namespace graze::models
