// One assembly in every format: the same parts, the same answers. Damaged files of every format.
#include <gtest/gtest.h>

#include "graze/error.h"
#include "graze/readers.h"
#include "io/part_list.h"
#include "tests/io/files.h"
#include "tests/property/damaged_files.h"
#include "tests/property/expect_format.h"

namespace graze {
namespace {

ReadOptions options() {
  ReadOptions result;
#if GRAZE_HAS_ASSIMP
  result.readers.push_back(assimp_reader());
#endif
  return result;
}

void expect_no_crash(std::uint64_t seed) {
  std::vector<models::Format> formats = models::own_formats();
#if GRAZE_HAS_ASSIMP
  for (const models::Format& format : models::assimp_formats()) formats.push_back(format);
#endif
  const property::Tally tally =
      property::check_damaged_files(seed, oracle::scaled(8 * formats.size()), formats, folder(), options());
  tally.print("damaged files");
  EXPECT_EQ(tally.failure, "") << "GRAZE_SEED=" << tally.seed;
  EXPECT_GT(tally.total().rate(), 0.3);
  EXPECT_LT(tally.total().rate(), 1);
}

TEST(Formats, OwnReadersAgree) {
  for (const models::Format& format : models::own_formats()) models::expect_format(format, folder(), options());
}

TEST(Formats, DamagedFilesFreshSeed) { expect_no_crash(oracle::run_seed()); }
TEST(Formats, DamagedFilesFixedSeed) { expect_no_crash(oracle::fixed_seed); }

TEST(Formats, WithoutAReaderTheErrorSaysWhatToInstall) {
  for (const auto& [name, package] :
       {std::pair("a.fbx", "libassimp-dev"), std::pair("a.STEP", "libocct-data-exchange-dev")}) {
    try {
      read_assembly(file_of(name, "x"));
      ADD_FAILURE() << name;
    } catch (const Error& error) {
      EXPECT_NE(std::string(error.what()).find(package), std::string::npos) << error.what();
    }
  }
}

TEST(Formats, NamesArePrintable) {
  EXPECT_EQ(printable("wall \xc3\xa4 \xe2\x82\xac \xf0\x9f\x98\x80"), "wall \xc3\xa4 \xe2\x82\xac \xf0\x9f\x98\x80");
  EXPECT_EQ(printable("a\nb\x1b[2J\x7f"), "a?b?[2J?");
  EXPECT_EQ(printable("\xe4 \xc3 \xc0\x80 \xed\xa0\x80 \xf5 \xc2\x85"), "? ? ?? ??? ? ??");
  EXPECT_EQ(printable("\xe2\x82"), "??");
}

// Wall b by a mapped item that mirrors it: the answers are the same, and the part has the name and id of its product.
TEST(Formats, IfcMappedItemsMirror) {
  std::string text = models::ifc(models::assembly(0));
  const std::string plain = "#112=IFCSHAPEREPRESENTATION(#10,'Body','SweptSolid',(#111));\n";
  ASSERT_NE(text.find(plain), std::string::npos);
  text.replace(text.find(plain), plain.size(),
               "#300=IFCREPRESENTATIONMAP(#9,#301);\n"
               "#301=IFCSHAPEREPRESENTATION(#10,'Body','SweptSolid',(#111));\n"
               "#302=IFCDIRECTION((-1.,0.,0.));\n#303=IFCDIRECTION((0.,1.,0.));\n"
               "#304=IFCCARTESIANTRANSFORMATIONOPERATOR3DNONUNIFORM(#302,#303,#8,1.,#19,1.,1.);\n"
               "#305=IFCMAPPEDITEM(#300,#304);\n"
               "#112=IFCSHAPEREPRESENTATION(#10,'Body','MappedRepresentation',(#305));\n");
  const Assembly read = read_assembly(file_of("a.ifc", text), options());
  ASSERT_EQ(read.parts.size(), 7u);
  EXPECT_EQ(read.parts[1].name, "wall b");
  EXPECT_EQ(read.parts[1].global_id, "0aBcDeFgHiJkLmNoPqR001");
  const models::Findings wanted = models::true_findings(), found = models::find(read);
  EXPECT_EQ(found.size(), wanted.size());
  for (const auto& [pair, finding] : wanted) {
    const auto at = found.find(pair);
    ASSERT_NE(at, found.end()) << pair.first << " and " << pair.second;
    EXPECT_EQ(at->second.first, finding.first) << pair.first << " and " << pair.second;
  }
}

#if GRAZE_HAS_ASSIMP

TEST(Assimp, FormatsAgree) {
  for (const models::Format& format : models::assimp_formats()) models::expect_format(format, folder(), options());
}

TEST(Assimp, UnitsAndAxesAreThoseOfTheFile) {
  std::string dae = models::collada(models::assembly(0));
  dae.replace(dae.find("meter=\"1\""), 9, "meter=\"0.001\"");
  dae.replace(dae.find("Z_UP"), 4, "Y_UP");
  const Assembly collada = read_assembly(file_of("a.dae", dae), options());
  EXPECT_EQ(collada.metres_per_unit, 0.001);
  EXPECT_EQ(collada.up, UpAxis::y);
  EXPECT_EQ(collada.parts[0].pose.linear.c0, (Vec3{4, 0, 0}));

  std::string text = models::fbx(models::assembly(0));
  text.replace(text.find("\"\",100"), 6, "\"\",2.5");
  text.replace(text.find("\"UpAxis\", \"int\", \"Integer\", \"\",1"), 32, "\"UpAxis\", \"int\", \"Integer\", \"\",2");
  const Assembly fbx = read_assembly(file_of("a.fbx", text), options());
  EXPECT_EQ(fbx.metres_per_unit, 0.025);
  EXPECT_EQ(fbx.up, UpAxis::z);
  EXPECT_EQ(fbx.parts[0].pose.linear.c0, (Vec3{4, 0, 0}));
}

#endif

}  // namespace
}  // namespace graze
