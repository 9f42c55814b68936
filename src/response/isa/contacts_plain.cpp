#define GRAZE_CONTACTS_NAMESPACE contacts_plain
#include "response/isa/contacts.inl"
