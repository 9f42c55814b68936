#define GRAZE_CONTACTS_NAMESPACE contacts_avx512
#include "response/isa/contacts.inl"
