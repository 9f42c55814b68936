#include "store/results.h"

#include <filesystem>
#include <utility>

#include "graze/error.h"
#include "store/block_file.h"
#include "store/bytes.h"

namespace graze {

namespace {

enum class What : std::uint8_t { nothing, clash, undecided };

void write(ByteWriter& out, const Clash& clash) {
  out.add(clash.value);
  out.add(clash.a_is_inside);
  out.add(clash.distance);
  out.add(clash.bound);
  out.add(clash.point);
  out.add(clash.normal);
}

Clash read_clash(ByteReader& in) {
  Clash clash;
  clash.value = in.take<ClashClass>();
  clash.a_is_inside = in.take<std::uint8_t>() != 0;
  clash.distance = in.take<double>();
  clash.bound = in.take<double>();
  clash.point = in.take<Vec3>();
  clash.normal = in.take<Vec3>();
  return clash;
}

StoredResult read_result(ByteReader& in) {
  StoredResult result;
  result.low = in.take<WideHash>();
  result.high = in.take<WideHash>();
  switch (in.take<What>()) {
    case What::nothing:
      break;
    case What::clash:
      result.outcome.clash = read_clash(in);
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

PairOutcome mirrored(PairOutcome outcome) {
  if (!outcome.clash) return outcome;
  Clash& clash = *outcome.clash;
  clash.a_is_inside = clash.value == ClashClass::enclosed && !clash.a_is_inside;
  clash.normal = -clash.normal;
  return outcome;
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
    out.add(result.low);
    out.add(result.high);
    if (!result.outcome.undecided.empty()) {
      out.add(What::undecided);
      out.add(result.outcome.undecided);
    } else if (result.outcome.clash) {
      out.add(What::clash);
      write(out, *result.outcome.clash);
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

std::optional<std::vector<StoredResult>> read_results(const std::string& path, const WideHash& key,
                                                      const WideHash& settings) {
  std::error_code none;
  if (!std::filesystem::exists(path, none)) return {};
  try {
    const BlockReader file(path, BlockKind::result);
    if (file.id() != key) return {};
    std::vector<std::byte> bytes(std::size_t(file.size()));
    file.read(0, bytes);
    ByteReader in(bytes);
    if (in.take<WideHash>() != settings) return {};
    std::vector<StoredResult> results;
    in.list([&] { results.push_back(read_result(in)); });
    if (!in.at_end()) return {};
    return results;
  } catch (const Error&) {
    return {};
  }
}

}  // namespace graze
