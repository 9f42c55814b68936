#include "store/results.h"

#include <filesystem>
#include <utility>

#include "graze/error.h"
#include "store/block_file.h"
#include "store/bytes.h"

namespace graze {

namespace {

enum class What : std::uint8_t { nothing, clash, undecided };

StoredResult read_result(ByteReader& in) {
  StoredResult result;
  result.a = in.take<WideHash>();
  result.b = in.take<WideHash>();
  switch (in.take<What>()) {
    case What::nothing:
      break;
    case What::clash:
      result.outcome.clash = clash_of(in.take<StoredClash>());
      break;
    case What::undecided:
      result.outcome.undecided = in.text();
      break;
    default:
      throw Error("damaged: an unknown kind of result");
  }
  return result;
}

}  // namespace

StoredClash stored(const Clash& clash) {
  StoredClash to;
  to.value = clash.value;
  to.a_is_inside = clash.a_is_inside;
  to.fit = clash.fit.kind;
  to.shaft_is_a = clash.fit.shaft_is_a;
  to.distance = clash.distance;
  to.bound = clash.bound;
  to.point = clash.point;
  to.normal = clash.normal;
  to.local_lower = clash.local_lower;
  to.local_upper = clash.local_upper;
  to.volume_lower = clash.volume_lower;
  to.volume_upper = clash.volume_upper;
  to.region = clash.region;
  to.depth_lower = clash.depth_lower;
  to.depth_upper = clash.depth_upper;
  to.shaft = clash.fit.shaft;
  to.bore = clash.fit.bore;
  to.fit_point = clash.fit.point;
  to.fit_axis = clash.fit.axis;
  return to;
}

Clash clash_of(const StoredClash& stored) {
  Clash to;
  to.value = stored.value;
  to.a_is_inside = stored.a_is_inside != 0;
  to.distance = stored.distance;
  to.bound = stored.bound;
  to.point = stored.point;
  to.normal = stored.normal;
  to.local_lower = stored.local_lower;
  to.local_upper = stored.local_upper;
  to.volume_lower = stored.volume_lower;
  to.volume_upper = stored.volume_upper;
  to.region = stored.region;
  to.depth_lower = stored.depth_lower;
  to.depth_upper = stored.depth_upper;
  to.fit = {stored.fit, stored.shaft, stored.bore, stored.shaft_is_a != 0, stored.fit_point, stored.fit_axis};
  return to;
}

std::string result_path(const std::string& store, const WideHash& key) {
  // Not all in one folder, which some file systems are slow with.
  const std::string text = text_of(key);
  return store + "/results/" + text.substr(0, 2) + "/" + text.substr(2);
}

void write_results(const std::string& path, const WideHash& key, const WideHash& settings,
                   const std::vector<StoredResult>& results) {
  ByteWriter out;
  out.add(settings);
  out.add(static_cast<std::uint32_t>(results.size()));
  for (const StoredResult& result : results) {
    out.add(result.a);
    out.add(result.b);
    if (!result.outcome.undecided.empty()) {
      out.add(What::undecided);
      out.add(result.outcome.undecided);
    } else if (result.outcome.clash) {
      out.add(What::clash);
      out.add(stored(*result.outcome.clash));
    } else {
      out.add(What::nothing);
    }
  }
  std::error_code fault;
  std::filesystem::create_directories(std::filesystem::path(path).parent_path(), fault);
  if (fault) throw Error(path + ": its folder cannot be created: " + fault.message());
  BlockWriter file(path, BlockKind::result);
  file.write(out.bytes());
  file.finish(key);
}

std::optional<UnitResults> read_results(const std::string& path, const WideHash& key) {
  std::error_code none;
  if (!std::filesystem::exists(path, none)) return {};
  try {
    const BlockReader file(path, BlockKind::result);
    if (file.id() != key) return {};
    std::vector<std::byte> bytes(std::size_t(file.size()));
    file.read(0, bytes);
    ByteReader in(bytes);
    UnitResults results;
    results.settings = in.take<WideHash>();
    in.list([&] { results.pairs.push_back(read_result(in)); });
    if (!in.at_end()) return {};
    return results;
  } catch (const Error&) {
    return {};
  }
}

}  // namespace graze
