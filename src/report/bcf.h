// BCF: clashes as issues that BIM programs read. A zip with a folder for each topic: what it is (markup.bcf), from
// where to look (viewpoint.bcfv) and what is seen (snapshot.png).
#pragma once

#include <span>
#include <string>

#include "report/clash_report.h"
#include "report/clash_shots.h"

namespace graze {

struct BcfArchive;

enum class BcfVersion : std::uint8_t { v2_1, v3_0 };

struct BcfSettings {
  BcfVersion version = BcfVersion::v2_1;
  std::string date = "1980-01-01T00:00:00Z";  // of every topic: fixed, so that the same clashes give the same bytes
  std::string author = "graze";
  bool touching = false;  // parts that only touch are topics, too
};

// The archive's bytes. One shot a clash. A topic is a clash, or a group where the report has groups: it has the
// viewpoint and the GUID of the worst clash of it, and all parts in the selection. Lengths and places are in metres, z
// up, as BCF has them: from a model whose unit is not known they are taken as they are. Clashes that are ignored are no
// topics; status, assignee and comments are those of the report's review. Topics of archives that came back are written
// again, in the version that is asked for: those of clashes with what is new of them, others as they are. Throws Error
// for more than 21844 topics, which a zip cannot hold.
std::string bcf_archive(const ClashReport& report, std::span<const ClashShot> shots, const BcfSettings& settings,
                        std::span<const BcfArchive> archives = {});

// The GUID of a topic or viewpoint: of the clash's id and the role alone, so that a later archive updates an earlier
// one.
std::string bcf_guid(const std::string& id, const std::string& role);

// The IFC GUID that a part is called by: its name, or the end of a name such as IfcWall_Name_GUID, which importers of
// IFC make; empty when there is none.
std::string ifc_guid(const Part& part);

}  // namespace graze
