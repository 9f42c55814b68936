// The state of one `graze query` stream: the shapes that were defined.
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "app/fields.h"
#include "app/world_ops.h"

namespace graze::app {

struct Answer {
  std::string line;  // without the end of line
  bool failed = false;
};

class Session {
 public:
  // The answer to one line; never throws for what the line says.
  Answer answer(std::string_view line);

 private:
  // Each appends the fields of its answer, every one with a comma before it; throws Error.
  void perform(const Json& request, std::string& text);
  void define(const Json& request, std::string& text);
  void collide(const Json& request, std::string& text);
  void classify(const Json& request, std::string& text);
  void inside(const Json& request, std::string& text);
  void distance(const Json& request, std::string& text);
  void within(const Json& request, std::string& text);
  void penetration(const Json& request, std::string& text);
  void contacts(const Json& request, std::string& text);
  void ray(const Json& request, std::string& text);
  void self(const Json& request, std::string& text);
  void update(const Json& request, std::string& text);
  void move(const Json& request, std::string& text);
  void ccd(const Json& request, std::string& text);
  void world(const Json& request, std::string& text);
  void forget(const Json& request, std::string& text);
  void version(const Json& request, std::string& text);

  const Shape& shape(const Fields& fields) const;
  Body body(const Json& value, const Place& place) const;

  std::map<std::string, Shape, std::less<>> shapes_;
  std::map<std::string, DeformableMesh, std::less<>> moving_;  // behind the shapes that were updated
  WorldOps world_;
};

// {"id":ID,"error":MESSAGE}; `id` is JSON text.
std::string error_line(std::string_view id, std::string_view message);

}  // namespace graze::app
