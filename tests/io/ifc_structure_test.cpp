// What IFC files say besides geometry, what is lost and what is only said, archives, damaged files.
#include <gtest/gtest.h>

#include "graze/error.h"
#include "io/ifc/spf.h"
#include "io/unzip.h"
#include "tests/io/files.h"
#include "tests/io/ifc_files.h"
#include "tests/property/damaged_files.h"

namespace graze {
namespace {

using models::IfcProductText;

std::string error_of(const std::string& path) {
  try {
    read_assembly(path);
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

TEST(Ifc, NamesIdsAndPropertiesReachTheParts) {
  IfcProductText text{models::ifc_box(100, {0, 0, 0}, {1, 2, 3}), "#100", "SweptSolid", "IFCWALLSTANDARDCASE"};
  text.more =
      "#60=IFCPROPERTYSET('0aBcDeFgHiJkLmNoPqR010',$,'Pset_WallCommon',$,(#61,#62,#63));\n"
      "#61=IFCPROPERTYSINGLEVALUE('FireRating',$,IFCLABEL('F\\X2\\00E4\\X0\\ ''90'''),$);\n"
      "#62=IFCPROPERTYSINGLEVALUE('IsExternal',$,IFCBOOLEAN(.T.),$);\n"
      "#63=IFCPROPERTYENUMERATEDVALUE('Status',$,(IFCLABEL('new'),IFCLABEL('kept')),$);\n"
      "#64=IFCRELDEFINESBYPROPERTIES('0aBcDeFgHiJkLmNoPqR011',$,$,$,(#50),#60);\n"
      "#65=IFCELEMENTQUANTITY('0aBcDeFgHiJkLmNoPqR012',$,'BaseQuantities',$,$,(#66));\n"
      "#66=IFCQUANTITYVOLUME('NetVolume',$,$,6.);\n"
      "#67=IFCRELDEFINESBYPROPERTIES('0aBcDeFgHiJkLmNoPqR013',$,$,$,(#50),#65);\n"
      "#68=IFCWALLTYPE('0aBcDeFgHiJkLmNoPqR014',$,'Brick 240',$,$,$,$,$,$,.STANDARD.);\n"
      "#69=IFCRELDEFINESBYTYPE('0aBcDeFgHiJkLmNoPqR015',$,$,$,(#50),#68);\n"
      "#70=IFCPRESENTATIONLAYERASSIGNMENT('A-WALL',$,(#20),$);\n"
      "#71=IFCSYSTEM('0aBcDeFgHiJkLmNoPqR016',$,'heating',$,$);\n"
      "#72=IFCRELASSIGNSTOGROUP('0aBcDeFgHiJkLmNoPqR017',$,$,$,(#50),$,#71);\n";
  for (const std::string& schema : models::ifc_schemas) {
    const Assembly read = read_assembly(file_of("a.ifc", models::ifc_of(schema, text)));
    ASSERT_EQ(read.parts.size(), 1u);
    const Part& part = read.parts[0];
    EXPECT_EQ(part.name, "the part");
    EXPECT_EQ(part.path, "building/level 1/the part");
    EXPECT_EQ(part.global_id, "0aBcDeFgHiJkLmNoPqR000");
    EXPECT_EQ(part.kind, "IfcWallStandardCase");
    EXPECT_EQ(part.type, "Brick 240");
    EXPECT_EQ(part.storey, "level 1");
    EXPECT_EQ(part.layer, "A-WALL");
    EXPECT_EQ(part.groups, std::vector<std::string>{"heating"});
    ASSERT_EQ(part.properties.size(), 2u);
    EXPECT_EQ(part.properties[0]->name, "Pset_WallCommon");
    const std::vector<std::pair<std::string, std::string>> wanted = {
        {"FireRating", "F\xc3\xa4 '90'"}, {"IsExternal", "true"}, {"Status", "new, kept"}};
    EXPECT_EQ(part.properties[0]->values, wanted);
    EXPECT_EQ(part.properties[1]->values[0].second, "6.");
  }
}

TEST(Ifc, WhatIsLostIsNamedWithItsId) {
  // Half of the product is there, the other half is of a kind that is not read.
  IfcProductText text{models::ifc_box(100, {0, 0, 0}, {1, 2, 3}) +
                          "#120=IFCREVOLVEDAREASOLID(#121,#2,#122,1.);\n#121=IFCPHANTOMPROFILEDEF(.AREA.,$,#6,1.);\n"
                          "#122=IFCAXIS1PLACEMENT(#1,$);\n#130=IFCPOLYLINE((#1,#102));\n",
                      "#100,#120,#130"};
  const Assembly read = read_incomplete(file_of("a.ifc", models::ifc_of("IFC4", text)));
  EXPECT_EQ(read.parts.size(), 1u);
  ASSERT_EQ(read.skipped.size(), 1u);
  EXPECT_EQ(read.skipped[0].path, "building/level 1/the part");
  EXPECT_EQ(read.skipped[0].global_id, "0aBcDeFgHiJkLmNoPqR000");
  EXPECT_NE(read.skipped[0].reason.find("IFCPHANTOMPROFILEDEF #121"), std::string::npos) << read.skipped[0].reason;
}

TEST(Ifc, LinesAreNoLoss) {
  IfcProductText text{models::ifc_box(100, {0, 0, 0}, {1, 2, 3}) +
                      "#140=IFCPOLYLINE((#1,#102));\n#141=IFCSHAPEREPRESENTATION(#10,'Body','Curve3D',(#140));\n"
                      "#142=IFCPRODUCTDEFINITIONSHAPE($,$,(#141));\n"
                      "#143=IFCBEAM('0aBcDeFgHiJkLmNoPqR001',$,'axis',$,$,#12,#142,$,$);\n"};
  const Assembly read = read_incomplete(file_of("a.ifc", models::ifc_of("IFC4", text)));
  EXPECT_EQ(read.parts.size(), 1u);
  EXPECT_TRUE(read.skipped.empty());
  ASSERT_EQ(read.notes.size(), 1u);
  EXPECT_NE(read.notes[0].find("IfcBeam"), std::string::npos);
}

TEST(Ifc, OtherFilesAreRefused) {
  EXPECT_NE(error_of(file_of("a.ifc", "<?xml version=\"1.0\"?><ifcXML/>")).find("IFC-XML is not read"),
            std::string::npos);
  EXPECT_NE(error_of(file_of("b.ifc", "hello")).find("ISO-10303-21"), std::string::npos);
  EXPECT_NE(error_of(file_of("c.ifc",
                             "ISO-10303-21;\nHEADER;\nFILE_SCHEMA(('AUTOMOTIVE_DESIGN'));\nENDSEC;\nDATA;\nENDSEC;\n"))
                .find("AUTOMOTIVE_DESIGN"),
            std::string::npos);
  EXPECT_NE(error_of(file_of("d.ifczip", "PK\3\4 no archive")).find("archive"), std::string::npos);
}

// A stored entry; and a deflated one, with codes of its own and matches.
TEST(Ifc, Archives) {
  EXPECT_EQ(inflated(std::string("\x01\x05\x00\xfa\xffhello", 10), 100), "hello");
  std::string packed, wanted;
  for (const char* line :
       {"2bc94855284fccc9d1512801b252f2f38b202c909842625e0a5c58213f0d2e610d678d6aa3549b82a292b28aaa9aba86a696",
        "b68eae9ebe81a191b189a999b985a595b58dad9dbd83a393b38bab9bbb87a797b78faf9f7f4060507048685878446454744c",
        "6c5c7c426252724a6a5a7a466656764e6e5e7e4161517149695979456555754d6d1d00"}) {
    for (const char* c = line; *c != 0; c += 2)
      packed.push_back(static_cast<char>(std::stoi(std::string(c, 2), nullptr, 16)));
  }
  for (int i = 0; i < 7; ++i) wanted += "the wall, the door, the wall and the door of the wall; ";
  for (char c = 32; c < 127; ++c) wanted.push_back(c);
  EXPECT_EQ(inflated(packed, 1000), wanted);
  EXPECT_THROW(inflated(packed, 100), Error);
  EXPECT_THROW(inflated(packed.substr(0, packed.size() / 2), 1000), Error);
  EXPECT_THROW(inflated("\x07", 100), Error);
  EXPECT_THROW(inflated("", 100), Error);

  const std::string text = models::ifc_of("IFC4", {models::ifc_box(100, {0, 0, 0}, {1, 2, 3})});
  std::string archive = models::zip_of("a.ifc", text);
  EXPECT_EQ(read_assembly(file_of("a.ifczip", archive)).parts.size(), 1u);
  archive[archive.find("IFCPROJECT")] = 'J';
  EXPECT_NE(error_of(file_of("b.ifczip", archive)).find("damaged"), std::string::npos);
}

TEST(Ifc, FieldsAndTexts) {
  const std::vector<std::string_view> fields = ifc::split_fields("'a,(b''',(1.,(2.,3.)),$,*,.T., #12 ,IFCLABEL('x,y')");
  ASSERT_EQ(fields.size(), 7u);
  EXPECT_EQ(ifc::decode_text(fields[0]), "a,(b'");
  EXPECT_EQ(fields[5], "#12");
  EXPECT_EQ(ifc::decode_text("'\\X\\E4\\S\\d\\X4\\0001F600\\X0\\\\X2\\D83DDE00\\X0\\'"),
            "\xc3\xa4\xc3\xa4\xf0\x9f\x98\x80\xf0\x9f\x98\x80");
  std::vector<double> numbers;
  ifc::append_numbers("((1.,-2.E-3),(+4,.5))", numbers);
  EXPECT_EQ(numbers, (std::vector<double>{1, -2e-3, 4, 0.5}));
  const ifc::Spf file(
      "ISO-10303-21;\nHEADER;ENDSEC;DATA;\n/* #1=A(); */ #7 = IFCA ( 'x;''y' , #9 ) ; #9=IFCB();\nENDSEC;\n");
  EXPECT_EQ(file.record(7).text(0), "x;'y");
  EXPECT_EQ(file.record(7).ref(1), 9u);
  EXPECT_FALSE(file.has(1));
  EXPECT_THROW(file.record(8), Error);
}

// What nests in itself ends, and is said.
TEST(Ifc, RecordsThatAreMadeOfThemselves) {
  for (const char* records :
       {"#100=IFCBOOLEANRESULT(.UNION.,#100,#100);\n", "#100=IFCCSGSOLID(#100);\n",
        "#100=IFCMAPPEDITEM(#101,#103);\n#101=IFCREPRESENTATIONMAP(#2,#20);\n"
        "#103=IFCCARTESIANTRANSFORMATIONOPERATOR3D($,$,#1,1.,$);\n",
        "#100=IFCEXTRUDEDAREASOLID(#101,#2,#3,1.);\n#101=IFCDERIVEDPROFILEDEF(.AREA.,$,#101,#103,$);\n"
        "#103=IFCCARTESIANTRANSFORMATIONOPERATOR2D($,$,#5,1.);\n"}) {
    const Assembly read = read_incomplete(file_of("a.ifc", models::ifc_of("IFC4", {records})));
    EXPECT_TRUE(read.parts.empty());
    EXPECT_FALSE(read.skipped.empty());
  }
}

// A file with many kinds of geometry.
std::vector<models::File> rich_file(const std::vector<models::BoxPart>&) {
  IfcProductText text{
      models::ifc_box(110, {0, 0, 0}, {4, 0.3, 3}) +
          "#100=IFCBOOLEANCLIPPINGRESULT(.DIFFERENCE.,#110,#101);\n#101=IFCHALFSPACESOLID(#102,.F.);\n#102=IFCPLANE(#"
          "103);\n"
          "#103=IFCAXIS2PLACEMENT3D(#104,#105,#4);\n#104=IFCCARTESIANPOINT((0.,0.,2.));\n#105=IFCDIRECTION((0.,1.,1.));"
          "\n"
          "#130=IFCEXTRUDEDAREASOLID(#131,#2,#3,2.);\n#131=IFCISHAPEPROFILEDEF(.AREA.,$,#6,3.,5.,0.2,0.3,1.);\n"
          "#140=IFCREVOLVEDAREASOLID(#141,#2,#142,1.);\n#141=IFCCIRCLEHOLLOWPROFILEDEF(.AREA.,$,#6,1.,0.2);\n"
          "#142=IFCAXIS1PLACEMENT(#143,#4);\n#143=IFCCARTESIANPOINT((0.,-3.,0.));\n"
          "#150=IFCSWEPTDISKSOLID(#151,0.5,0.25,$,$);\n#151=IFCTRIMMEDCURVE(#152,(IFCPARAMETERVALUE(0.)),"
          "(IFCPARAMETERVALUE(1.5)),.T.,.PARAMETER.);\n#152=IFCCIRCLE(#2,3.);\n"
          "#160=IFCTRIANGULATEDFACESET(#161,$,.T.,((1,3,2),(1,2,4),(2,3,4),(3,1,4)),$);\n"
          "#161=IFCCARTESIANPOINTLIST3D(((0.,0.,0.),(1.,0.,0.),(0.,2.,0.),(0.,0.,3.)));\n"
          "#170=IFCEXTRUDEDAREASOLID(#171,#2,#3,2.);\n#171=IFCARBITRARYCLOSEDPROFILEDEF(.AREA.,$,#172);\n"
          "#172=IFCINDEXEDPOLYCURVE(#173,(IFCLINEINDEX((1,2)),IFCARCINDEX((2,3,4)),IFCLINEINDEX((4,1))),.F.);\n"
          "#173=IFCCARTESIANPOINTLIST2D(((0.,0.),(4.,0.),(5.,1.),(4.,2.)));\n",
      "#100,#130,#140,#150,#160,#170", "Mixed", "IFCWALL",
      models::ifc_feature(200, {1, 0, 1}, {2, 0.3, 2}) + models::ifc_feature(230, {3, 0.3, 1}, {3.5, 0.5, 2}, false)};
  return {{"a.ifc", models::ifc_of("IFC4", text)}};
}

TEST(Ifc, DamagedFiles) {
  ASSERT_TRUE(read_assembly(file_of("good.ifc", rich_file({})[0].bytes)).skipped.empty());
  const property::Tally tally = property::check_damaged_files(
      oracle::run_seed(), oracle::scaled(200), {{"ifc", rich_file, 1, UpAxis::z, 1e-9, 1}}, folder(), {1e-2, {}});
  tally.print("damaged IFC files");
  EXPECT_EQ(tally.failure, "") << "GRAZE_SEED=" << tally.seed;
  EXPECT_GT(tally.total().rate(), 0.3);
  EXPECT_LT(tally.total().rate(), 1);
}

// Products are known by what their records name, not by how their global id looks.
TEST(IfcStructure, ProductsWithOddIdsOrRepresentationsAreNotDropped) {
  for (const std::string& schema : models::ifc_schemas) {
    const std::string plain = models::ifc_of(schema, {models::ifc_box(100, {0, 0, 0}, {1, 2, 3})});
    const auto replaced = [&](const std::string& from, const std::string& to) {
      std::string text = plain;
      EXPECT_NE(text.find(from), std::string::npos) << from;
      return text.replace(text.find(from), from.size(), to);
    };
    const std::string id = "'0aBcDeFgHiJkLmNoPqR000'";
    for (const char* other : {"'short'", "'0d15ba5e-0000-4000-8000-000000000001'", "''", "$"}) {
      const Assembly read = read_assembly(file_of("a.ifc", replaced(id, other)));
      ASSERT_EQ(read.parts.size(), 1u) << other;
      EXPECT_TRUE(read.parts[0].shape.solid());
      EXPECT_TRUE(read.skipped.empty());
    }
    // As some programs of the time of IFC 2x2 write it.
    const std::string old = replaced("#21=IFCPRODUCTDEFINITIONSHAPE(", "#21=IFCPRODUCTREPRESENTATION(");
    EXPECT_EQ(read_assembly(file_of("a.ifc", old)).parts.size(), 1u);
    // One that is not there is told.
    const Assembly gone = read_incomplete(file_of("a.ifc", replaced("#21=IFC", "#22=IFC")));
    ASSERT_EQ(gone.skipped.size(), 1u);
    EXPECT_EQ(gone.skipped[0].global_id, "0aBcDeFgHiJkLmNoPqR000");
    EXPECT_EQ(gone.skipped[0].reason, "there is no record #21");
  }
}

}  // namespace
}  // namespace graze
