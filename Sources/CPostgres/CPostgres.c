#include "CPostgres.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stddef.h>

struct libpq libpq;

static const char *failure;

static void load(void) {
#ifdef __APPLE__
    void *library = dlopen("libpq.5.dylib", RTLD_NOW | RTLD_LOCAL);
#else
    void *library = dlopen("libpq.so.5", RTLD_NOW | RTLD_LOCAL);
#endif
    if (library == NULL) {
        failure = "libpq, the client library of PostgreSQL, is not installed (Debian and Ubuntu: apt-get install libpq5)";
        return;
    }
#define LOAD(type, name, parameters, arguments) \
    libpq.name = (type(*) parameters)dlsym(library, #name); \
    if (libpq.name == NULL) failure = "libpq has no " #name ": version 14 or newer is needed";
    LIBPQ_FUNCTIONS(LOAD)
}

const char *libpq_load(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load);
    return failure;
}
