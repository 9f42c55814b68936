// A world that changes its groups, is saved, and goes on from the file as if nothing had been.
#include <graze/graze.h>

#include <cstdio>
#include <filesystem>

int main() {
  using namespace graze;
  constexpr std::uint8_t solid = 0, ghost = 1;
  constexpr std::uint64_t everything = ~std::uint64_t{0}, not_ghosts = everything & ~(std::uint64_t{1} << ghost);

  World world;
  Pipeline pipeline(world, {.range = 0.5, .contacts = true});
  const Shape crate = make_box({0.5, 0.5, 0.5});  // one shape for all: the file has it once
  world.add({make_halfspace({0, 0, 1}, 0), {}}, {.key = 1, .fixed = true, .mask = not_ghosts});
  for (std::uint64_t i = 0; i < 5; ++i)
    world.add({crate, make_pose({1.2 * static_cast<double>(i), 0, 0.5})}, {.key = 10 + i, .mask = not_ghosts});
  std::size_t touching = pipeline.step().events.size();
  std::printf("%zu crates stand on the ground\n", touching);
  if (touching != 5) return 1;

  // A crate that passes through everything, and tells so.
  world.regroup(world.find(12), ghost, everything);
  world.set_user(world.find(12), 0x6057);
  for (const Event& event : pipeline.step().events)
    if (event.kind == PairEvent::end)
      std::printf("%llu and %llu part\n", static_cast<unsigned long long>(event.key_a),
                  static_cast<unsigned long long>(event.key_b));

  const std::string path = std::filesystem::temp_directory_path() / "graze-example-save_world.world";
  try {
    save(world, path);
    World again = load_world(path);
    Pipeline other(again, pipeline.settings());
    const StepResult &before = pipeline.step(), &after = other.step();
    std::printf("%zu objects in %ju bytes, %zu pairs before and %zu after\n", again.size(),
                static_cast<std::uintmax_t>(std::filesystem::file_size(path)), before.pairs.size(), after.pairs.size());
    if (before.pairs.size() != after.pairs.size()) return 1;
    for (std::size_t i = 0; i < before.pairs.size(); ++i)
      if (before.pairs[i].key_b != after.pairs[i].key_b || before.pairs[i].distance != after.pairs[i].distance)
        return 1;
    if (again.settings(again.find(12)).user != 0x6057) return 1;

    // Back among the others: found again by its key.
    again.regroup(again.find(12), solid, not_ghosts);
    touching = 0;
    for (const PairResult& pair : other.step().pairs) touching += pair.touching == Answer::yes;
    std::printf("%zu crates stand on the ground\n", touching);
    std::filesystem::remove(path);
    return touching == 5 ? 0 : 1;
  } catch (const Error& error) {
    std::printf("%s\n", error.what());
    return 1;
  }
}
