// The state of one `graze query` stream: the shapes that were defined.
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "app/fields.h"
#include "app/world_ops.h"
#include "base/function_ref.h"

namespace graze::app {

struct SessionAnswer {
  std::string line;  // without the end of line
  bool failed = false;
};

class Session {
 public:
  // The answer to one line; never throws for what the line says.
  SessionAnswer answer(std::string_view line);

  // The shape that the field "shape" names, and the body of {"shape","pose"}; throws Error.
  const Shape& shape(const Fields& fields) const;
  Body body(const Json& value, const Place& place) const;

  void define(const std::string& name, Shape shape);
  void forget(const std::string& name);
  // Changes the mesh behind a shape that is there, which then is what it was changed to; throws what change() throws,
  // and then the shape stays as it was.
  void update(const std::string& name, FunctionRef<void(DeformableMesh&)> change);

  WorldOps& world() noexcept { return world_; }

 private:
  void perform(const Json& request, std::string& text);

  std::map<std::string, Shape, std::less<>> shapes_;
  std::map<std::string, DeformableMesh, std::less<>> moving_;  // behind the shapes that were updated
  WorldOps world_;
};

// {"id":ID,"error":MESSAGE}; `id` is JSON text.
std::string error_line(std::string_view id, std::string_view message);

}  // namespace graze::app
