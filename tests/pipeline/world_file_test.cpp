// Worlds in files: what is kept, what is refused.
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "base/hash.h"
#include "graze/error.h"
#include "scenes/scenes.h"
#include "tests/property/world_files.h"
#include "world/world_file.h"

namespace graze {
namespace {

class WorldFile : public testing::Test {
 protected:
  WorldFile() {
    folder = std::filesystem::temp_directory_path() / ("graze-world-test-" + std::to_string(::getpid()) + "-" +
                                                       testing::UnitTest::GetInstance()->current_test_info()->name());
    std::filesystem::create_directories(folder);
    path = folder / "some.world";
  }
  ~WorldFile() override { std::filesystem::remove_all(folder); }

  void write(const std::string& bytes) const {
    std::filesystem::remove(path);
    std::ofstream(path, std::ios::binary) << bytes;
  }
  // What is wrong with the file, without its name; empty when it loads.
  std::string fault() const {
    try {
      (void)load_world(path);
      return {};
    } catch (const Error& error) {
      const std::string message = error.what(), prefix = "load: " + path + ": ";
      EXPECT_EQ(message.substr(0, prefix.size()), prefix);
      return message.substr(std::min(prefix.size(), message.size()));
    }
  }

  std::filesystem::path folder;
  std::string path;
};

TEST_F(WorldFile, KeepsWhatThereIs) {
  World world({.interest = false});
  const Shape shared = make_box({1, 1, 1});
  const ObjectId a = world.add({shared, make_pose({1, 2, 3})}, {.key = 7, .user = 70, .group = 3, .mask = 5});
  const ObjectId b = world.add({shared, {}}, {.user = 80, .fixed = true});
  const ObjectId gone = world.add({shared, {}}, {});
  const scenes::MeshData soft = scenes::sphere(40);
  const ObjectId cloth = world.add(DeformableMesh(soft.vertices, soft.triangles), make_pose({0, 0, 9}), {.key = 1});
  world.set_interest(a, b, Interest::on);
  world.set_interest(cloth, Interest::off);
  world.set_interest(std::uint8_t{3}, std::uint8_t{4}, Interest::on);
  world.remove(gone);
  world.apply();
  std::vector<Vec3> moved = soft.vertices;
  for (Vec3& p : moved) p.z *= 3;
  world.deform(cloth, moved);
  world.sleep(a);
  world.apply();
  world.move(a, make_pose({5, 5, 5}));  // waits, and is not saved
  save(world, path);
  EXPECT_EQ(world.pending(), 1u);
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder), {}), 1) << "nothing is left beside it";

  World loaded = load_world(path);
  EXPECT_EQ(loaded.size(), 3u);
  EXPECT_EQ(loaded.pending(), 0u);
  EXPECT_EQ(loaded.validate(), "");
  const ObjectId c = loaded.find(7), d = loaded.find(first_automatic_key), e = loaded.find(1);
  EXPECT_EQ(loaded.settings(c).user, 70u);
  EXPECT_EQ(loaded.settings(c).group, 3u);
  EXPECT_EQ(loaded.settings(c).mask, 5u);
  EXPECT_TRUE(loaded.asleep(c));
  EXPECT_FALSE(loaded.asleep(d));
  EXPECT_EQ(loaded.body(c).pose, make_pose({1, 2, 3}));
  EXPECT_EQ(loaded.kind(d), ObjectKind::fixed);
  EXPECT_EQ(loaded.kind(e), ObjectKind::deformable);
  EXPECT_EQ(loaded.body(c).shape.identity(), loaded.body(d).shape.identity()) << "one shape, as before";
  EXPECT_TRUE(loaded.interested(c, d));
  EXPECT_FALSE(loaded.interested(c, e));
  EXPECT_EQ(cast(loaded, {{0.1, 0.1, 50}, {0, 0, -1}}).closest.hit.t,
            cast(world, {{0.1, 0.1, 50}, {0, 0, -1}}).closest.hit.t);
  const ObjectId next = loaded.add({shared, {}}, {});
  loaded.apply();
  EXPECT_EQ(loaded.settings(next).key, first_automatic_key + 2) << "no key is given twice";

  // The world is on its own: the file may be replaced, and the loaded one saved over it.
  save(loaded, path);
  EXPECT_EQ(load_world(path).size(), 4u);
  EXPECT_EQ(collide(loaded.body(c), loaded.body(c)).answer, Answer::yes);
}

TEST_F(WorldFile, AnEmptyWorldIsOne) {
  save(World({.interest = false}), path);
  World loaded = load_world(path);
  EXPECT_EQ(loaded.size(), 0u);
  const ObjectId a = loaded.add({make_sphere(1), {}}, {}), b = loaded.add({make_sphere(1), {}}, {});
  loaded.apply();
  EXPECT_FALSE(loaded.interested(a, b));
}

// The bytes do not tell in which order the objects came, nor what was there before.
TEST_F(WorldFile, TheSameWorldIsTheSameBytes) {
  const Shape box = make_box({1, 1, 1}), ball = make_sphere(1);
  std::string bytes[2];
  for (int turn = 0; turn < 2; ++turn) {
    World world;
    if (turn == 1) {
      world.remove(world.add({ball, {}}, {.key = 9}));
      world.apply();
    }
    for (int i = 0; i < 4; ++i) {
      const int at = turn == 0 ? i : 3 - i;
      world.add({at % 2 == 0 ? box : ball, make_pose({1.0 * at, 0, 0})}, {.key = static_cast<std::uint64_t>(at)});
    }
    world.apply();
    world.set_interest(world.find(1), world.find(turn == 0 ? 2 : 3), Interest::off);
    world.set_interest(world.find(1), world.find(turn == 0 ? 3 : 2), Interest::off);
    world.apply();
    save(world, path);
    bytes[turn] = property::file_bytes(path);
  }
  EXPECT_TRUE(bytes[0] == bytes[1]);
}

// A solid that was turned inside out is asked as none, and becomes one again when it is turned back.
TEST_F(WorldFile, KeepsASolidThatIsNone) {
  const scenes::MeshData soft = scenes::sphere(80);
  World world;
  const ObjectId id =
      world.add(DeformableMesh(make_mesh(soft.vertices, soft.triangles, {.solid = true})), {}, {.key = 1});
  world.apply();
  std::vector<Vec3> inside_out = soft.vertices;
  for (Vec3& p : inside_out) p.z = -p.z;
  world.deform(id, inside_out);
  world.apply();
  save(world, path);
  World loaded = load_world(path);
  const Body grain{make_sphere(0.01), {}};
  EXPECT_EQ(find_overlaps(world, grain).failed.size(), 1u);
  EXPECT_EQ(find_overlaps(loaded, grain).failed.size(), 1u);
  EXPECT_FALSE(find_overlaps(loaded, grain).yes());
  loaded.deform(loaded.find(1), soft.vertices);
  loaded.apply();
  EXPECT_TRUE(find_overlaps(loaded, grain).yes()) << "in the middle of a solid";
  EXPECT_EQ(loaded.validate(), "");
}

TEST_F(WorldFile, SaysWhatIsWrong) {
  EXPECT_NE(fault().find("cannot open"), std::string::npos);
  EXPECT_THROW(save(World(), folder / "no such folder" / "w"), Error);
  write("");
  EXPECT_EQ(fault(), "not a graze world file");
  write("solid cube\nendsolid");
  EXPECT_EQ(fault(), "not a graze world file");
  save(make_sphere(1), path);
  EXPECT_EQ(fault(), "a graze shape, not a world: load() reads it");
  World world;
  world.add({make_box({1, 1, 1}), {}}, {.key = 1});
  world.apply();
  save(world, path);
  EXPECT_THROW((void)load(path), Error) << "a world is no shape";
  const std::string good = property::file_bytes(path);
  const auto with = [&](std::size_t at, char byte) {
    std::string bad = good;
    bad[at] = byte;
    write(bad);
    return fault();
  };
  EXPECT_EQ(with(8, 9), "has world format version 9, but this build reads version 1");
  EXPECT_EQ(with(12, 9), "damaged: no byte order mark");
  EXPECT_EQ(with(200, 9), "damaged: the checksum is wrong");
  EXPECT_EQ(with(39, 9), "damaged: the table of objects does not fit");
  EXPECT_NE(with(good.size() - 100, 9).find("shape 0: "), std::string::npos);
  write(good.substr(0, good.size() - 1));
  EXPECT_EQ(fault().substr(0, 11), "cut short: ");
  write(good.substr(0, 20));
  EXPECT_EQ(fault(), "cut short: the header ends after 20 bytes");
  write(good + "x");
  EXPECT_EQ(fault().substr(0, 10), "too long: ");
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder), {}), 1);
}

// With the right checksum, whatever the tables say.
TEST_F(WorldFile, RefusesWorldsThatNoEditsMake) {
  World world;
  for (std::uint64_t key = 0; key < 3; ++key) world.add({make_box({1, 1, 1}), {}}, {.key = key});
  world.apply();
  world.set_interest(world.find(0), world.find(1), Interest::on);
  world.move(world.find(2), translation_by({1, 0, 0}));
  world.apply();
  save(world, path);
  const std::string good = property::file_bytes(path);
  const std::size_t objects = sizeof(WorldFileHeader), motions = objects + 3 * sizeof(WorldObjectRecord),
                    pairs = motions + sizeof(WorldMotionRecord), shapes = pairs + sizeof(WorldPairRecord),
                    end = (shapes + sizeof(WorldShapeRecord) + 63) / 64 * 64;
  const auto forged = [&](std::size_t at, const auto& value) {
    std::string bad = good;
    std::memcpy(bad.data() + at, &value, sizeof value);
    const std::uint64_t zero = 0;
    std::memcpy(bad.data() + offsetof(WorldFileHeader, checksum), &zero, 8);
    Checksum checksum;
    checksum.add(bad.data(), end);
    const std::uint64_t sum = checksum.value();
    std::memcpy(bad.data() + offsetof(WorldFileHeader, checksum), &sum, 8);
    write(bad);
    return fault();
  };
  EXPECT_EQ(forged(objects, std::uint64_t{0}), "");
  const std::size_t second = objects + sizeof(WorldObjectRecord);
  EXPECT_NE(forged(second, std::uint64_t{0}).find("the keys do not rise"), std::string::npos);
  EXPECT_NE(forged(second, automatic_key).find("its key is of no object"), std::string::npos);
  EXPECT_NE(forged(second, first_automatic_key).find("its key is of no object"), std::string::npos);
  EXPECT_NE(forged(second + 24, std::uint32_t{4}).find("object 1: damaged: there is no shape 4"), std::string::npos);
  EXPECT_NE(forged(second + 28, std::uint8_t{64}).find("group 64 is above 63"), std::string::npos);
  EXPECT_NE(forged(second + 29, std::uint8_t{3}).find("kind is unknown"), std::string::npos);
  EXPECT_NE(forged(second + 29, std::uint8_t{2}).find("has no vertices to move"), std::string::npos);
  EXPECT_NE(forged(second + 30, std::uint8_t{8}).find("unknown flags"), std::string::npos);
  EXPECT_NE(forged(second + 30, std::uint8_t{2}).find("do not fit its kind"), std::string::npos);
  EXPECT_NE(forged(second + 31, std::uint8_t{3}).find("interest is unknown"), std::string::npos);
  EXPECT_NE(forged(second + 32, 0.0).find("the pose is singular"), std::string::npos);
  EXPECT_NE(forged(motions, std::uint32_t{3}).find("motion 0: "), std::string::npos);
  EXPECT_NE(forged(motions + 4, std::uint32_t{9}).find("motion 0: "), std::string::npos);
  EXPECT_NE(forged(motions + 104, std::nan("")).find("motion 0: "), std::string::npos);
  EXPECT_NE(forged(pairs, std::uint32_t{1}).find("out of order"), std::string::npos);
  EXPECT_NE(forged(pairs + 8, std::uint32_t{0}).find("interest of a pair"), std::string::npos);
  EXPECT_NE(forged(shapes, std::uint64_t{64}).find("shape 0: "), std::string::npos);
  EXPECT_NE(forged(shapes + 8, std::uint64_t{64}).find("shape 0: "), std::string::npos);
  EXPECT_NE(forged(offsetof(WorldFileHeader, next_key), std::uint64_t{1}).find("next key"), std::string::npos);
  EXPECT_NE(forged(offsetof(WorldFileHeader, flags), std::uint32_t{2}).find("flags"), std::string::npos);
  EXPECT_NE(forged(offsetof(WorldFileHeader, groups_on), std::uint64_t{2}).find("both ways"), std::string::npos);
  EXPECT_NE(forged(offsetof(WorldFileHeader, reserved), std::uint64_t{2}).find("not zero"), std::string::npos);
}

TEST_F(WorldFile, StepsAndQueriesAreTheSameAfter) {
  for (const std::uint64_t seed : {oracle::fixed_seed, oracle::run_seed()}) {
    const property::Tally tally = property::check_world_files(seed, oracle::scaled(60), 5, path);
    tally.print("world files");
    EXPECT_FALSE(tally.failed()) << tally.failure << ", seed " << tally.seed;
    for (const char* kind : {"pairs", "rays", "overlap", "moves", "interest", "asleep"}) {
      EXPECT_GT(tally.kinds.at(kind).rate(), 0.02) << kind;
      EXPECT_LT(tally.kinds.at(kind).rate(), 0.98) << kind;
    }
    EXPECT_GT(tally.kinds.at("stale deformables").hits, 5u);
    EXPECT_GT(tally.kinds.at("ways that hit").hits, 5u);
  }
}

TEST_F(WorldFile, DamageIsAnError) {
  const property::Tally tally = property::check_damaged_worlds(oracle::run_seed(), 10, 60, path);
  tally.print("damaged worlds");
  EXPECT_FALSE(tally.failed()) << tally.failure << ", seed " << tally.seed;
  EXPECT_GT(tally.kinds.at("damaged files refused").hits, 500u);
}

}  // namespace
}  // namespace graze
