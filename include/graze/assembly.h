// Assemblies: the parts of a model file, each a shape in a pose, with the name that the file gives it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "graze/math.h"
#include "graze/shape.h"

namespace GRAZE_API graze {

// Properties or quantities that a file gives to its objects, such as those of Pset_WallCommon.
struct PropertySet {
  std::string name;                                         // of the set
  std::vector<std::pair<std::string, std::string>> values;  // names, and values as text, in the order of the file
};

// One part of a model: a shape, where it is, and what the file calls it.
struct Part {
  std::string name;    // of the node or object in the file; of one without a name "node 7", "mesh 2"
  std::string path;    // the names from the root, joined by '/'; of equal ones the second and later get "#2", "#3", ...
  Shape shape;         // parts that are instances of one mesh share it; a solid where the mesh is closed
  Pose pose;           // in the world of the file: its units, its axes
  std::string remark;  // what a user should know: why it is no solid, what of it was left out; else empty
  std::string global_id = {};  // of the object, where the format has such ids (IFC); else empty
  // What IFC files say besides; empty where they do not, and of other formats.
  std::string kind = {};                                            // the class of the object, such as IfcWall
  std::string type = {};                                            // the name of its type
  std::string storey = {};                                          // the name of the storey that it is on
  std::string layer = {};                                           // the presentation layer of its geometry
  std::vector<std::string> groups = {};                             // the names of its groups and systems
  std::vector<std::shared_ptr<const PropertySet>> properties = {};  // of the object, then of its type; shared
  std::string file = {};  // the name of its file, without folders, where a program that reads several has set it
};

// Geometry of a file that is not in the parts: it is lost.
struct SkippedPart {
  std::string path;            // where it would be, as Part::path says it
  std::string reason;          // a sentence
  std::string global_id = {};  // as Part::global_id
};

// Which axis of the file points up: y or z; unknown where its format does not say.
enum class UpAxis : std::uint8_t { unknown, y, z };

// How a model lies on a map (IfcMapConversion): turned about z, scaled, and moved.
struct MapPlace {
  std::string name = {};       // of the map; empty: the file does not say that it lies on one
  Vec3 at;                     // where the origin of the model is: easting, northing, height, in metres
  double east = 1, north = 0;  // the direction of the model's x axis on the map, unit
  double scale = 1;            // of lengths on the map to those of the model
  Vec3 factors{1, 1, 1};       // by which the scale differs along the axes of the model
};

// All parts of a model file in one world frame, in the unit of the file.
struct Assembly {
  std::vector<Part> parts;           // in the order of the file, parents before children
  std::vector<SkippedPart> skipped;  // geometry that is lost, in the same order
  std::vector<std::string> notes =
      {};  // what a user may want to know and loses nothing: what is no body, and was not read
  // The names of the file's materials: that of triangle i of a part is materials[part.shape.tag(i)]. Of OBJ in the
  // order of first use, of glTF in that of the file; "" for triangles without one. None where the file has none, and of
  // other formats, whose materials are not read.
  std::vector<std::string> materials = {};
  double metres_per_unit = 0;   // 0: the format does not say
  UpAxis up = UpAxis::unknown;  // as the format or the file says; nothing is turned by it
  // What was taken out of all coordinates because it is large for the size of the model (georeferenced ones): a point
  // of the file is that of the parts plus this, in the unit and axes of the assembly.
  Vec3 origin;
  MapPlace map = {};  // how the file lies on a map, where it says so
  // A unit in the last place of the file's own number format at the largest world coordinate: what a coordinate may be
  // off by, because the format could not say it better.
  double resolution = 0;
  // How far the triangles may be from the curved faces that they stand for, in the assembly's unit; 0: they stand for
  // themselves.
  double deflection = 0;
};

// Turns, scales and moves the parts of an assembly into the frame of another: its unit, its up axis, its origin, and
// where both say how they lie on a map of the same name, that map. What both do not know stays as it is. Throws Error,
// naming nothing: where only one of them knows its unit, or its up axis.
void bring_into_frame(Assembly& assembly, const Assembly& frame);

// Takes an offset out of the poses that is large for the size of all parts, so that nothing is rounded for its sake,
// and adds it to `origin`. Nothing happens where there is none.
void take_out_offset(Assembly& assembly);

// Makes solids of parts that are nearly closed: vertices within the width of each other become one, edges are cut at
// vertices that lie within it of them, neighbours are turned to face the same way, and holes that are left are covered
// where they are nowhere wider and take up no more than a twentieth of the area. What is not closed by that stays as it
// is. Returns the number of parts that became solids; the remark of each says what was done, and how wide. The width is
// in the unit of the assembly. read_assembly does so with the deflection, where curved faces became triangles.
std::size_t close_cracks(Assembly& assembly, double width);

struct ReadOptions;

// A reader of more formats: graze/readers.h has those through other libraries.
struct AssemblyReader {
  std::vector<std::string> endings;  // ".ifc", in lower case
  // Reads the file, or throws Error naming it and the place.
  std::function<Assembly(const std::string& path, const ReadOptions& options)> read;
};

// A mesh in the format of another library, inside of a file.
struct PackedMesh {
  std::span<const char> bytes;  // of the mesh
  std::uint32_t positions = 0;  // the number by which that format knows the attribute with the positions
};

// What became of it.
struct UnpackedMesh {
  std::vector<Vec3> vertices = {};     // numbers as they are stored: integers are not made fractions
  std::vector<Index3> triangles = {};  // each index names a vertex
  std::string fault = {};              // why there is none; else empty
};

// A decoder of meshes that glTF files hold packed: graze/readers.h has that through another library.
struct MeshDecoder {
  std::string extension;  // of glTF, such as KHR_draco_mesh_compression
  // All of a file at once. Throws Error, naming nothing, when none can be had.
  std::function<std::vector<UnpackedMesh>(const std::vector<PackedMesh>& meshes)> decode;
};

// What a reader is told besides the path.
struct ReadOptions {
  // Curved faces (STEP, IGES, IFC) become triangles that are at most about this far from them, in metres.
  double deflection = 1e-4;
  std::vector<AssemblyReader> readers = {};  // asked in this order, for endings that are not built in
  std::vector<MeshDecoder> decoders = {};    // of packed meshes in glTF files
  // Lost geometry is an Error that names it, because no verdict about the rest would hold for the model. Set, the rest
  // is returned, with the loss in Assembly::skipped.
  bool allow_incomplete = false;
};

// Chosen by the ending: .glb, .gltf, .obj, .stl, .ply, .ifc, .ifczip, else by the readers handed in (docs/assemblies.md
// says what is read). Throws Error, naming the file and the place, when it cannot be read as a whole, and when a single
// part cannot, unless ReadOptions::allow_incomplete is set.
Assembly read_assembly(const std::string& path, const ReadOptions& options = {});

}  // namespace graze
