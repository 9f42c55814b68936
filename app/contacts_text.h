// The answer of a contacts query as JSON.
#pragma once

#include <string>

#include "graze/contacts.h"

namespace graze::app {

// "contacts", and "curves" when they were asked for, without the braces.
void append_contacts(std::string& text, const ContactResult& result, bool curves);

}  // namespace graze::app
