// The library that target_missing_library does not find.
int absent() { return 0; }
