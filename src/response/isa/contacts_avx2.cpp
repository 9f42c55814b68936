#define GRAZE_CONTACTS_NAMESPACE contacts_avx2
#include "response/isa/contacts.inl"
