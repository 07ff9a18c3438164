// The library that unpacks gzip.
#include <zlib.h>
