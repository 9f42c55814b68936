// What an IFC file says of its objects besides geometry: what they belong to, types, properties, layers, openings.
#pragma once

#include <memory>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "graze/assembly.h"
#include "io/ifc/spf.h"

namespace graze::ifc {

class Structure {
 public:
  explicit Structure(const Spf& file);

  std::uint32_t parent(std::uint32_t object) const;  // what it is contained in, or a part of; 0: nothing
  // Those that are cut out of the object, and of what it is a part of where that has no geometry of its own.
  std::vector<std::uint32_t> openings(std::uint32_t object) const;
  std::vector<std::uint32_t> projections(std::uint32_t object) const;  // those that are added to it

  bool fills_opening(std::uint32_t object) const { return fillers_.contains(object); }

  // Kind, type, storey, groups and properties.
  void describe(std::uint32_t object, Part& part);
  // The layer of a representation or of one of its items; "" for none.
  std::string layer(std::uint32_t representation) const;
  // The names from the site down, joined by '/'.
  std::string path(std::uint32_t object) const;
  std::string name(std::uint32_t object) const;  // else its class

 private:
  using Lists = std::unordered_map<std::uint32_t, std::vector<std::uint32_t>>;
  std::shared_ptr<const PropertySet> property_set(std::uint32_t id);
  std::string value_text(std::string_view raw) const;

  const Spf& file_;
  std::unordered_map<std::uint32_t, std::uint32_t> parents_, types_, layers_;
  Lists openings_, projections_, property_sets_, groups_;
  std::unordered_map<std::uint32_t, std::shared_ptr<const PropertySet>> sets_;
  std::unordered_set<std::uint32_t> fillers_;  // windows, doors and the like
};

// IfcWall of IFCWALL; classes that are not in the list keep their capitals.
std::string class_name(std::string_view type);

}  // namespace graze::ifc
