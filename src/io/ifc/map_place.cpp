#include "io/ifc/map_place.h"

#include <cmath>

#include "graze/error.h"
#include "io/ifc/units.h"
#include "io/part_list.h"

namespace graze::ifc {

namespace {

// Of the coordinates on the map. Where the file does not say it they are metres, as in nearly all files.
double map_metres(const Spf& file, const Record& crs, double metres, std::vector<std::string>& notes) {
  constexpr std::size_t map_unit = 6;  // of IfcProjectedCRS
  if (!crs.is_ref(map_unit)) {
    if (metres != 1)
      notes.push_back("the unit of the map " + printable(crs.text(0)) + " is not given: metres are assumed");
    return 1;
  }
  const double unit = length_unit(file, crs.ref(map_unit));
  if (std::isfinite(unit) && unit > 0) return unit;
  throw Error("the unit of the map is not understood");
}

// The eastings, northings and height: they may be angles.
Vec3 place_on_map(const Record& record) {
  for (const std::size_t field : {2, 3})
    if (record.raw(field).starts_with("IFCPLANEANGLEMEASURE"))
      throw Error("it is given by angles, which are not used to place files to each other");
  return {record.number(2), record.number(3), record.number(4, 0)};
}

bool is_usual(double scale) { return scale > 0.5 && scale < 2; }

MapPlace place_of(const Spf& file, const Record& record, double metres, std::vector<std::string>& notes) {
  MapPlace map;
  const Record target = file.record(record.ref(1));
  map.name = printable(target.text(0));
  if (map.name.empty()) map.name = "unnamed map";
  const Vec3 at = place_on_map(record);
  const double unit = map_metres(file, target, metres, notes);
  map.at = at * unit;
  if (record.is("IFCRIGIDOPERATION")) return map;
  const double east = record.number(5, 1), north = record.number(6, 0), size = std::hypot(east, north);
  if (size > 0) {
    map.east = east / size;
    map.north = north / size;
  }
  // From units of the file to those of the map. Where it is not given, it is often meant to be that of the units.
  const double scale = record.number(7, metres / unit) * unit / metres;
  if (is_usual(scale)) {
    map.scale = scale;
  } else {
    notes.push_back("the scale " + std::string(record.raw(7)) + " of the map " + map.name +
                    " does not fit the units of the file, and is not used");
  }
  if (!record.is("IFCMAPCONVERSIONSCALED")) return map;
  const Vec3 factors{record.number(8, 1), record.number(9, 1), record.number(10, 1)};
  if (is_usual(factors.x) && is_usual(factors.y) && is_usual(factors.z))
    map.factors = factors;
  else
    notes.push_back("the factors of the map " + map.name + " are not near 1, and are not used");
  return map;
}

}  // namespace

MapPlace map_place(const Spf& file, double metres, std::vector<std::string>& notes) {
  for (const char* type : {"IFCMAPCONVERSION", "IFCMAPCONVERSIONSCALED", "IFCRIGIDOPERATION"}) {
    for (const std::uint32_t id : file.all(type)) {
      try {
        return place_of(file, file.record(id), metres, notes);
      } catch (const Error& error) {
        notes.push_back("its place on a map, #" + std::to_string(id) + ", is not used: " + error.what());
      }
    }
  }
  return {};
}

}  // namespace graze::ifc
