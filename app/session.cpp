#include "app/session.h"

#include <new>
#include <utility>

#include "app/query_ops.h"
#include "app/request.h"
#include "base/json_text.h"
#include "io/text_file.h"

namespace graze::app {

std::string error_line(std::string_view id, std::string_view message) {
  std::string line;
  JsonWriter out(line);
  out.object([&] { out.key("id").raw(id).field("error", message); });
  return line;
}

SessionAnswer Session::answer(std::string_view line) {
  Request request;
  try {
    request = parse_request(line);
    if (!request.error.empty()) return {error_line(request.id, request.error), true};
    std::string text = "{\"id\":" + request.id;
    perform(request.body, text);
    return {text + "}", false};
  } catch (const Error& error) {
    return {error_line(request.id, error.what()), true};
  } catch (const std::bad_alloc&) {
    return {error_line(request.id, "out of memory"), true};
  }
}

void Session::perform(const Json& request, std::string& text) {
  const auto it = request.find("op");
  if (it == request.end()) throw Error("missing field 'op'");
  const Place root;
  const std::string& name = read_string(*it, {&root, "op", 0});
  std::string supported;
  for (const QueryOp& op : query_ops()) {
    supported += (supported.empty() ? "" : ", ") + std::string(op.name);
    if (name != op.name) continue;
    std::vector<std::string_view> known{"id", "op"};
    for (const std::string_view field : op.fields)
      if (!field.empty()) known.push_back(field);
    if (op.reads_fields)
      for (auto field = request.begin(); field != request.end(); ++field) known.push_back(field.key());
    const Fields fields(request, root, known);
    OpCall call{*this, request, fields, text};
    return op.answer(call);
  }
  throw Error("unknown op " + in_quotes(name) + " (supported: " + supported + ")");
}

const Shape& Session::shape(const Fields& fields) const {
  const std::string& name = read_string(fields.need("shape"), fields.at("shape"));
  const auto it = shapes_.find(name);
  if (it == shapes_.end()) throw Error("unknown shape '" + name + "'");
  return it->second;
}

Body Session::body(const Json& value, const Place& place) const {
  const Fields fields(value, place, {"shape", "pose"});
  const Json* pose = fields.find("pose");
  return {shape(fields), pose == nullptr ? Pose{} : read_pose(*pose, fields.at("pose"))};
}

void Session::define(const std::string& name, Shape shape) {
  moving_.erase(name);
  shapes_.insert_or_assign(name, std::move(shape));
}

void Session::forget(const std::string& name) {
  moving_.erase(name);
  shapes_.erase(name);
}

void Session::update(const std::string& name, FunctionRef<void(DeformableMesh&)> change) {
  DeformableMesh& mesh = moving_.try_emplace(name, shapes_.find(name)->second).first->second;
  try {
    change(mesh);
    shapes_.insert_or_assign(name, mesh.prepare());
  } catch (...) {  // such as a solid that is none any more: the shape stays what it was
    moving_.erase(name);
    throw;
  }
}

}  // namespace graze::app
