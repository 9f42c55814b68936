// The ops of `graze query`: one row of a table and one function each (CONTRIBUTING.md has the recipe).
#pragma once

#include <array>
#include <span>
#include <string>
#include <string_view>

#include "app/fields.h"
#include "base/json_text.h"

namespace graze::app {

class Session;

// What an op is asked, and where its answer goes.
struct OpCall {
  Session& session;  // the shapes that were defined
  const Json& request;
  const Fields& fields;  // no others than those of the row
  std::string& text;     // the line of the answer so far, an open object
  JsonWriter out{text};

  Body body(std::string_view field) const;  // {"shape","pose"}
  const Shape& shape() const;               // of the field "shape"
  Body posed_shape() const;                 // of the fields "shape" and "pose" of the request itself
};

struct QueryOp {
  std::string_view name;
  void (*answer)(OpCall& call);  // appends the fields of the answer; throws Error
  // Besides "id" and "op"; empty strings are none.
  std::array<std::string_view, 10> fields = {};
  bool reads_fields = false;  // the function checks them, as they are not always the same
};

// In the order in which messages list them.
std::span<const QueryOp> query_ops() noexcept;

}  // namespace graze::app
