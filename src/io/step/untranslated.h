// What OpenCASCADE leaves out of a STEP or IGES file without a word.
#pragma once

#include <Standard_Handle.hxx>
#include <XSControl_WorkSession.hxx>
#include <vector>

#include "graze/assembly.h"

namespace graze {

// Of the file that the session has read and translated: entities with surfaces of which no faces were made, by type.
std::vector<SkippedPart> untranslated_step(const Handle(XSControl_WorkSession) & session);
std::vector<SkippedPart> untranslated_iges(const Handle(XSControl_WorkSession) & session);

}  // namespace graze
