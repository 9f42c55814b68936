// The op `world` of `graze query`: one world, edited and stepped line by line.
#pragma once

#include <string>

#include "app/fields.h"
#include "base/function_ref.h"
#include "graze/pipeline.h"

namespace graze::app {

using ReadShape = FunctionRef<const Shape&(const Fields&)>;  // by the name in the field "shape"

class WorldOps {
 public:
  WorldOps() : pipeline_(world_) {}

  // Appends the fields of the answer; throws Error.
  void perform(const Json& request, ReadShape read_shape, std::string& text);

 private:
  void add(const Json& request, ReadShape read_shape);
  void edit(const Json& request, const std::string& what, ReadShape read_shape);
  void regroup(const Fields& fields, ObjectId id);
  void interest(const Json& request);
  void step(const Json& request, std::string& text);
  void explain(const Json& request, std::string& text);
  void ask(const Json& request, const std::string& what, ReadShape read_shape, std::string& text);
  // app/world_files.cpp
  void save(const Json& request, std::string& text);
  void load(const Json& request, std::string& text);
  void draw(const Json& request, std::string& text);
  void apply();  // throws Error for what was refused
  ObjectId find(const Json& value, const Place& place) const;

  World world_;
  Pipeline pipeline_;
};

}  // namespace graze::app
