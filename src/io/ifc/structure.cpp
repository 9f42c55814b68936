#include "io/ifc/structure.h"

#include <algorithm>

#include "graze/error.h"
#include "io/part_list.h"

namespace graze::ifc {

namespace {

// Runs over all relations of a type; one that is damaged relates nothing.
template <class Use>
void each(const Spf& file, std::string_view type, const Use& use) {
  for (const std::uint32_t id : file.all(type)) {
    try {
      use(file.record(id));
    } catch (const Error&) {
      continue;
    }
  }
}

constexpr int deepest = 200;  // of parts in parts

}  // namespace

Structure::Structure(const Spf& file) : file_(file) {
  for (const char* type : {"IFCRELAGGREGATES", "IFCRELNESTS"}) {
    each(file, type, [&](const Record& r) {
      for (const std::uint32_t part : r.refs(5)) parents_.try_emplace(part, r.ref(4));
    });
  }
  each(file, "IFCRELCONTAINEDINSPATIALSTRUCTURE", [&](const Record& r) {
    for (const std::uint32_t part : r.refs(4)) parents_.try_emplace(part, r.ref(5));
  });
  each(file, "IFCRELVOIDSELEMENT", [&](const Record& r) { openings_[r.ref(4)].push_back(r.ref(5)); });
  each(file, "IFCRELFILLSELEMENT", [&](const Record& r) { fillers_.insert(r.ref(5)); });
  each(file, "IFCRELPROJECTSELEMENT", [&](const Record& r) { projections_[r.ref(4)].push_back(r.ref(5)); });
  each(file, "IFCRELDEFINESBYTYPE", [&](const Record& r) {
    for (const std::uint32_t object : r.refs(4)) types_.try_emplace(object, r.ref(5));
  });
  each(file, "IFCRELDEFINESBYPROPERTIES", [&](const Record& r) {
    const std::vector<std::uint32_t> sets = r.refs(5);
    for (const std::uint32_t object : r.refs(4))
      property_sets_[object].insert(property_sets_[object].end(), sets.begin(), sets.end());
  });
  for (const char* type : {"IFCRELASSIGNSTOGROUP", "IFCRELASSIGNSTOGROUPBYFACTOR"}) {
    each(file, type, [&](const Record& r) {
      for (const std::uint32_t object : r.refs(4)) groups_[object].push_back(r.ref(6));
    });
  }
  for (const char* type : {"IFCPRESENTATIONLAYERASSIGNMENT", "IFCPRESENTATIONLAYERWITHSTYLE"}) {
    each(file, type, [&](const Record& r) {
      for (const std::uint32_t item : r.refs(2)) layers_.try_emplace(item, r.id());
    });
  }
}

std::uint32_t Structure::parent(std::uint32_t object) const {
  const auto found = parents_.find(object);
  return found == parents_.end() ? 0 : found->second;
}

std::vector<std::uint32_t> Structure::openings(std::uint32_t object) const {
  std::vector<std::uint32_t> all;
  for (int i = 0; object != 0 && i < deepest; ++i) {
    if (const auto found = openings_.find(object); found != openings_.end())
      all.insert(all.end(), found->second.begin(), found->second.end());
    object = parent(object);
    if (object == 0 || !file_.has(object) || file_.record(object).given(6)) break;
  }
  return all;
}

std::vector<std::uint32_t> Structure::projections(std::uint32_t object) const {
  const auto found = projections_.find(object);
  return found == projections_.end() ? std::vector<std::uint32_t>{} : found->second;
}

std::string Structure::name(std::uint32_t object) const {
  const Record record = file_.record(object);
  std::string text = record.text(2);
  std::replace(text.begin(), text.end(), '/', '|');  // '/' parts the names of a path
  return text.empty() ? class_name(record.type()) : text;
}

std::string Structure::path(std::uint32_t object) const {
  std::vector<std::string> names;
  for (int i = 0; object != 0 && file_.has(object) && i < deepest; ++i, object = parent(object)) {
    if (file_.type_of(object) == "IFCPROJECT") break;
    names.push_back(name(object));
  }
  std::string text;
  for (auto at = names.rbegin(); at != names.rend(); ++at) text += (text.empty() ? "" : "/") + *at;
  return text;
}

std::string Structure::layer(std::uint32_t representation) const {
  auto found = layers_.find(representation);
  if (found == layers_.end() && file_.has(representation)) {
    for (const std::uint32_t item : file_.record(representation).refs(3)) {
      found = layers_.find(item);
      if (found != layers_.end()) break;
    }
  }
  return found == layers_.end() ? "" : file_.record(found->second).text(0);
}

std::string Structure::value_text(std::string_view raw) const {
  const std::size_t open = raw.find('(');
  if (raw.size() > 1 && raw.back() == ')' && open != std::string_view::npos)
    raw = raw.substr(open + 1, raw.size() - open - 2);
  if (!raw.empty() && raw[0] == '\'') return printable(decode_text(raw));
  if (raw == ".T.") return "true";
  if (raw == ".F.") return "false";
  if (raw == "$" || raw == "*") return "";
  if (raw.size() > 2 && raw.front() == '.' && raw.back() == '.') raw = raw.substr(1, raw.size() - 2);
  return printable(std::string(raw));
}

std::shared_ptr<const PropertySet> Structure::property_set(std::uint32_t id) {
  const auto [found, added] = sets_.try_emplace(id);
  if (!added) return found->second;
  const Record set = file_.record(id);
  auto made = std::make_shared<PropertySet>();
  made->name = printable(set.text(2));
  const bool quantities = set.is("IFCELEMENTQUANTITY");
  if (!quantities && !set.is("IFCPROPERTYSET")) return nullptr;
  for (const std::uint32_t item : set.refs(quantities ? 5 : 4)) {
    if (!file_.has(item)) continue;
    const Record value = file_.record(item);
    if (value.is("IFCPROPERTYSINGLEVALUE")) {
      made->values.emplace_back(printable(value.text(0)), value_text(value.raw(2)));
    } else if (value.is("IFCPROPERTYENUMERATEDVALUE")) {
      std::string text;
      for (const std::string_view one : value.items(2)) text += (text.empty() ? "" : ", ") + value_text(one);
      made->values.emplace_back(printable(value.text(0)), text);
    } else if (value.type().starts_with("IFCQUANTITY")) {
      made->values.emplace_back(printable(value.text(0)), value_text(value.raw(3)));
    }
  }
  return sets_[id] = std::move(made);
}

void Structure::describe(std::uint32_t object, Part& part) {
  part.kind = class_name(file_.type_of(object));
  const auto add_sets = [&](const std::vector<std::uint32_t>& ids) {
    for (const std::uint32_t id : ids) {
      try {
        if (auto set = property_set(id)) part.properties.push_back(std::move(set));
      } catch (const Error&) {
        continue;
      }
    }
  };
  if (const auto found = property_sets_.find(object); found != property_sets_.end()) add_sets(found->second);
  if (const auto found = types_.find(object); found != types_.end() && file_.has(found->second)) {
    const Record type = file_.record(found->second);
    part.type = printable(type.text(2));
    if (type.is_list(5)) add_sets(type.refs(5));
  }
  if (const auto found = groups_.find(object); found != groups_.end()) {
    for (const std::uint32_t group : found->second)
      if (file_.has(group)) part.groups.push_back(printable(file_.record(group).text(2)));
  }
  for (std::uint32_t at = parent(object), i = 0; at != 0 && i < deepest; at = parent(at), ++i) {
    if (file_.type_of(at) != "IFCBUILDINGSTOREY") continue;
    part.storey = printable(file_.record(at).text(2));
    break;
  }
}

}  // namespace graze::ifc
