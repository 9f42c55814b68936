// Damaged model files: cut off, bits turned, counts that cannot be, pieces lost or doubled. Each must be an Error that
// names the file, or an assembly whose parts can be used; never a crash.
#pragma once

#include <cmath>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "graze/error.h"
#include "tests/oracle/dice.h"
#include "tests/property/model_checks.h"
#include "tests/property/tally.h"

namespace graze::property {

namespace detail {

inline std::size_t place(oracle::Dice& dice, std::size_t size) { return static_cast<std::size_t>(dice.bits() % size); }

inline std::string damaged(oracle::Dice& dice, std::string bytes) {
  switch (dice.integer(0, 6)) {
    case 0:
      return bytes.substr(0, place(dice, bytes.size()));
    case 1:
    case 2:
      for (int i = dice.integer(1, 8); i > 0; --i)
        bytes[place(dice, bytes.size())] ^= static_cast<char>(1 << dice.integer(0, 7));
      return bytes;
    case 3: {  // four bytes, as a binary file has its counts
      const std::uint32_t absurd = dice.pick<std::uint32_t>({0xffffffff, 0x7fffffff, 0x80000000, 0x10000000, 0});
      std::size_t at = place(dice, bytes.size());
      for (int i = 0; i < 4 && at < bytes.size(); ++i, ++at) bytes[at] = static_cast<char>(absurd >> 8 * i & 0xff);
      return bytes;
    }
    case 4: {  // the next number in the text
      const std::size_t from = bytes.find_first_of("0123456789", place(dice, bytes.size()));
      if (from == std::string::npos) return bytes.substr(1);
      const std::size_t to = bytes.find_first_not_of("0123456789.eE", from);
      return bytes.replace(
          from, to == std::string::npos ? to : to - from,
          dice.pick<const char*>({"4294967295", "-1", "1e400", "nan", "9999999999999999999999", "0", ""}));
    }
    case 5: {
      const std::size_t from = place(dice, bytes.size());
      return bytes.erase(from, 1 + place(dice, 200));
    }
    default: {
      const std::size_t from = place(dice, bytes.size());
      return bytes.insert(place(dice, bytes.size()), bytes.substr(from, 1 + place(dice, 200)));
    }
  }
}

}  // namespace detail

// A hit is a file that was refused or of which something was skipped; the others were damaged where it does no harm.
inline Tally check_damaged_files(std::uint64_t seed, std::uint64_t count, const std::vector<models::Format>& formats,
                                 const std::string& folder, ReadOptions options) {
  Tally tally;
  tally.seed = seed;
  oracle::Dice dice(seed);
  std::filesystem::create_directories(folder);
  for (std::uint64_t i = 0; i < count && !tally.failed(); ++i) {
    const models::Format& format = formats[i % formats.size()];
    const models::File good = format.files(models::assembly(0)).front();
    const std::string ending = good.name.substr(good.name.rfind('.'));
    const std::string path = folder + "/damaged" + ending;
    std::ofstream(path, std::ios::binary) << detail::damaged(dice, good.bytes);
    const auto fail = [&](const std::string& what) {
      const std::string kept = folder + "/damaged " + std::to_string(seed) + " " + std::to_string(i) + ending;
      std::filesystem::copy_file(path, kept, std::filesystem::copy_options::overwrite_existing);
      tally.failure = kept + ": " + what + "\n";
    };
    bool refused = false;
    try {
      options.allow_incomplete = true;
      const Assembly read = read_assembly(path, options);
      refused = !read.skipped.empty();
      options.allow_incomplete = false;
      if (refused) {
        try {
          (void)read_assembly(path, options);
          fail("a loss that is no error");
        } catch (const Error&) {
        }
      }
      for (const SkippedPart& part : read.skipped) {
        if (part.reason.empty()) fail("skipped without a reason");
      }
      for (const Part& part : read.parts) {
        if (part.name.empty() || part.path.empty()) fail("a part without a name");
        if (fault(part.pose) != PoseFault::none || part.shape.triangle_count() == 0) fail("a part that is none");
      }
      if (!std::isfinite(read.metres_per_unit) || read.metres_per_unit < 0) fail("a unit that is none");
    } catch (const Error& error) {
      refused = true;
      const std::string text = error.what();
      if (!text.starts_with(path) || text.size() < path.size() + 5)
        fail("an error that names neither file nor reason: " + text);
    }
    tally.count(format.title, refused);
  }
  return tally;
}

}  // namespace graze::property
