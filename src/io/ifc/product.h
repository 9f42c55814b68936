// Products of an IFC file: their bodies, with openings cut out and projections added.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "io/ifc/item.h"
#include "io/ifc/structure.h"
#include "io/part_list.h"

namespace graze::ifc {

// What became of a product.
struct ProductBody {
  PartShape part;           // no shape: it has none
  PartShape sheets = {};    // faces beside the part that enclose nothing; no shape: there are none
  Pose pose;                // from the shape's frame to the world's
  Losses losses = {};       // what of it is lost
  bool body_asked = false;  // does the file give it a body at all?
  bool cut_away = false;    // do its openings leave nothing of it?
  std::string layer = {};
};

class ProductReader {
 public:
  ProductReader(const Context& context, Structure& structure, CurvedReader curved)
      : context_(context), structure_(structure), items_{context, std::move(curved)} {}

  ProductBody read(const Record& product);

 private:
  std::vector<std::uint32_t> bodies(const Record& product, Losses& losses) const;
  void cut(const Record& product, SolidMesh& mesh, Losses& losses);
  SolidMesh feature_mesh(const Record& product, std::uint32_t feature, Losses& losses);
  void finish(SolidMesh mesh, Losses& losses, PartShape& part, PartShape& sheets) const;

  const Context& context_;
  Structure& structure_;
  ItemReader items_;
  struct Shared {
    PartShape part, sheets;
    Losses losses;
    bool body_asked = false;
  };
  std::map<std::uint32_t, Shared> shared_;  // by representation maps
};

}  // namespace graze::ifc
