// Small things that reports are made of: text for XML, archives, GUIDs.
#include <gtest/gtest.h>

#include "graze/error.h"
#include "io/base64.h"
#include "parts.h"
#include "report/bcf.h"
#include "report/utf8_text.h"
#include "report/zip.h"

namespace graze {
namespace {

TEST(ReportText, WhatXmlCannotHoldIsReplaced) {
  const std::string bad = "\xef\xbf\xbd";
  EXPECT_EQ(escaped_text("a<b> & \"c\""), "a&lt;b&gt; &amp; &quot;c&quot;");
  EXPECT_EQ(clean_text("m\xc3\xbc \xf0\x9f\x94\xa7\t"), "m\xc3\xbc \xf0\x9f\x94\xa7\t");
  EXPECT_EQ(clean_text(std::string("a\0b\x01", 4)), "a" + bad + "b" + bad);
  EXPECT_EQ(clean_text("\xc3"), bad);                                // cut off
  EXPECT_EQ(clean_text("\x80z"), bad + "z");                         // begins within a character
  EXPECT_EQ(clean_text("\xc0\xaf"), bad + bad);                      // overlong
  EXPECT_EQ(clean_text("\xed\xa0\x80"), bad + bad + bad);            // a surrogate
  EXPECT_EQ(clean_text("\xf4\x90\x80\x80"), bad + bad + bad + bad);  // beyond the last character
  EXPECT_EQ(clean_text("\xef\xbf\xbe"), bad + bad + bad);            // U+FFFE
}

TEST(ReportText, ADepthThatIsKnownFromAboveAloneIsToldSo) {
  ClashReport report = test::one_of_each();
  ASSERT_EQ(report.result.clashes[0].value, ClashClass::overlapping);
  EXPECT_EQ(clash_table(report).find(" to -"), std::string::npos);
  report.result.clashes[0].distance = 0;
  report.result.clashes[0].bound = 0.25;
  EXPECT_NE(clash_table(report).find(" to -0.25 "), std::string::npos) << clash_table(report);
}

TEST(ReportText, Base64RoundTrips) {
  std::string bytes;
  for (int i = 0; i < 300; ++i) {
    const auto decoded = decode_base64(encode_base64(bytes));
    ASSERT_TRUE(decoded.has_value());
    EXPECT_EQ(std::string(decoded->begin(), decoded->end()), bytes);
    bytes += static_cast<char>(i * 7);
  }
  EXPECT_EQ(encode_base64("graze"), "Z3JhemU=");
}

TEST(Zip, ChecksumAndLimits) {
  EXPECT_EQ(crc32("123456789"), 0xcbf43926u);  // the check value of the CRC's definition
  EXPECT_EQ(crc32(""), 0u);
  Zip zip;
  for (int i = 0; i < 65535; ++i) zip.add("x", "");
  EXPECT_THROW(zip.add("x", ""), Error);
}

TEST(Bcf, GuidsAreOfTheIdAndTheRole) {
  const std::string guid = bcf_guid("ca85af185837fbf9", "topic");
  EXPECT_EQ(guid, bcf_guid("ca85af185837fbf9", "topic"));
  EXPECT_NE(guid, bcf_guid("ca85af185837fbf9", "viewpoint"));
  EXPECT_NE(guid, bcf_guid("ca85af185837fbf8", "topic"));
  ASSERT_EQ(guid.size(), 36u);
  EXPECT_EQ(guid[14], '8');
  EXPECT_NE(std::string("89ab").find(guid[19]), std::string::npos);
}

TEST(Bcf, IfcGuidsAreTakenFromNames) {
  const auto of = [](const std::string& name) {
    Part part;
    part.name = name;
    return ifc_guid(part);
  };
  EXPECT_EQ(of("2O2Fr$t4X7Zf8NOew3FLOH"), "2O2Fr$t4X7Zf8NOew3FLOH");
  EXPECT_EQ(of("IfcWall_Basic wall_2O2Fr$t4X7Zf8NOew3FLOH"), "2O2Fr$t4X7Zf8NOew3FLOH");
  EXPECT_EQ(of("wall_2O2Fr$t4X7Zf8NOew3FLOH"), "");  // not called by an importer of IFC
  EXPECT_EQ(of("9O2Fr$t4X7Zf8NOew3FLOH"), "");       // more than 128 bits
  EXPECT_EQ(of("2O2Fr-t4X7Zf8NOew3FLOH"), "");
  EXPECT_EQ(of("pipe"), "");
}

TEST(Bcf, AsManyShotsAsClashes) { EXPECT_THROW(bcf_archive(test::one_of_each(), {}, {}), Error); }

}  // namespace
}  // namespace graze
