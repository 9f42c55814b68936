// Files and assemblies of the full module: reading parts, and `check` in pieces that leave time for others.
#include <memory>

#include "bind/wasm/export.h"
#include "graze/assembly.h"
#include "graze/clash.h"

// The descriptor of a file that js/files.js holds, or an error number.
extern "C" __attribute__((import_module("env"), import_name("open_file"))) long open_file(const char* path);
// What open() of the C library calls.
extern "C" long __syscall_open(const char* path, long, ...);
extern "C" long __syscall_open(const char* path, long, ...) { return open_file(path); }

namespace graze::wasm {
namespace {

void add_line(const std::string& line) {
  answers.text += line;
  answers.text += '\0';
}

}  // namespace

// The parts of a file that js/files.js holds under this path. Numbers: metres per unit, up axis, resolution, then the
// poses. Words: the shapes, whose owner the caller is. Texts: the paths and remarks by turns, then of what was skipped
// the paths and reasons; number of parts first.
GRAZE_EXPORT(read_parts) std::uint32_t read_parts(const char* path, std::uint32_t allow_incomplete) {
  return guarded([&] {
    const Assembly assembly = read_assembly(path, {.allow_incomplete = allow_incomplete != 0});
    answers.add(assembly.metres_per_unit);
    answers.add_enum(assembly.up);
    answers.add(assembly.resolution);
    for (const Part& part : assembly.parts) {
      answers.words.push_back(keep(part.shape));
      answers.add(part.pose);
      add_line(part.path);
      add_line(part.remark);
    }
    for (const SkippedPart& part : assembly.skipped) {
      add_line(part.path);
      add_line(part.reason);
    }
    return 1u;
  });
}

// Checks up to `most` candidates from number `first` on. Names are texts, each ended by a 0. Numbers: candidates,
// checked, complete, how many clashes, then of each clash a, b, class, a inside, distance, bound, point, normal.
// Texts: the ids of the clashes, then of undecided pairs "a b reason".
GRAZE_EXPORT(check)
std::uint32_t check(const Handle* shapes, const double* poses, const char* names, std::uint32_t count, double tolerance,
                    double clearance, double contact, double first, double most) {
  return guarded([&] {
    std::vector<Part> parts(count);
    for (std::uint32_t i = 0; i < count; ++i) {
      parts[i].path = parts[i].name = names;
      names += parts[i].path.size() + 1;
      parts[i].shape = shape_of(shapes[i]);
      parts[i].pose = pose_at(poses + 12 * i);
    }
    ClashSettings settings;
    settings.tolerance = tolerance;
    settings.clearance = clearance;
    settings.contact = contact;
    settings.threads = 1;
    settings.first = std::uint64_t(first);
    const auto until = std::uint64_t(first + most);
    const ClashResult result =
        find_clashes(parts, settings, {}, [&](std::uint64_t done, std::uint64_t) { return done < until; });
    answers.add(double(result.candidates));
    answers.add(double(result.checked));
    answers.add(result.complete ? 1 : 0);
    answers.add(double(result.clashes.size()));
    for (const Clash& clash : result.clashes) {
      answers.add(clash.a);
      answers.add(clash.b);
      answers.add_enum(clash.value);
      answers.add(clash.a_is_inside ? 1 : 0);
      answers.add(clash.distance);
      answers.add(clash.bound);
      answers.add(clash.point);
      answers.add(clash.normal);
      add_line(clash.id);
    }
    for (const UndecidedPair& pair : result.undecided)
      add_line(std::to_string(pair.a) + " " + std::to_string(pair.b) + " " + pair.reason);
    return 1u;
  });
}

}  // namespace graze::wasm
