#ifndef CPOSTGRES_H
#define CPOSTGRES_H

/// The part of libpq's interface that ChartPostgres calls, without libpq: the library is loaded when it is asked for.
///
/// The declarations are those of libpq 14 and newer; its manual says what each one does.

typedef struct pg_conn PGconn;
typedef struct pg_result PGresult;
typedef unsigned int Oid;

typedef enum { CONNECTION_OK, CONNECTION_BAD } ConnStatusType;

typedef enum {
    PGRES_POLLING_FAILED,
    PGRES_POLLING_READING,
    PGRES_POLLING_WRITING,
    PGRES_POLLING_OK
} PostgresPollingStatusType;

typedef enum {
    PGRES_COMMAND_OK = 1,
    PGRES_TUPLES_OK = 2,
    PGRES_PIPELINE_SYNC = 10,
    PGRES_PIPELINE_ABORTED = 11
} ExecStatusType;

typedef enum { PQERRORS_DEFAULT = 1, PQERRORS_VERBOSE = 2 } PGVerbosity;

typedef struct {
    char *keyword, *envvar, *compiled, *val, *label, *dispchar;
    int dispsize;
} PQconninfoOption;

typedef struct pgNotify {
    char *relname;
    int be_pid;
    char *extra;
    struct pgNotify *next;
} PGnotify;

typedef void (*PQnoticeReceiver)(void *context, const PGresult *result);

/// Each function: its result, its name, its parameters and how they are passed on.
#define LIBPQ_FUNCTIONS(FUNCTION) \
    FUNCTION(PQconninfoOption *, PQconninfoParse, (const char *text, char **message), (text, message)) \
    FUNCTION(void, PQconninfoFree, (PQconninfoOption *options), (options)) \
    FUNCTION(PGconn *, PQconnectStartParams, (const char *const *keywords, const char *const *values, int expand), \
        (keywords, values, expand)) \
    FUNCTION(PostgresPollingStatusType, PQconnectPoll, (PGconn *connection), (connection)) \
    FUNCTION(int, PQconnectionNeedsPassword, (const PGconn *connection), (connection)) \
    FUNCTION(void, PQfinish, (PGconn *connection), (connection)) \
    FUNCTION(ConnStatusType, PQstatus, (const PGconn *connection), (connection)) \
    FUNCTION(char *, PQerrorMessage, (const PGconn *connection), (connection)) \
    FUNCTION(int, PQsocket, (const PGconn *connection), (connection)) \
    FUNCTION(int, PQbackendPID, (const PGconn *connection), (connection)) \
    FUNCTION(PGVerbosity, PQsetErrorVerbosity, (PGconn *connection, PGVerbosity verbosity), (connection, verbosity)) \
    FUNCTION(PQnoticeReceiver, PQsetNoticeReceiver, (PGconn *connection, PQnoticeReceiver receiver, void *context), \
        (connection, receiver, context)) \
    FUNCTION(int, PQsetnonblocking, (PGconn *connection, int isOn), (connection, isOn)) \
    FUNCTION(int, PQenterPipelineMode, (PGconn *connection), (connection)) \
    FUNCTION(int, PQpipelineSync, (PGconn *connection), (connection)) \
    FUNCTION(int, PQsendPrepare, (PGconn *connection, const char *name, const char *sql, int count, const Oid *types), \
        (connection, name, sql, count, types)) \
    FUNCTION(int, PQsendQueryPrepared, (PGconn *connection, const char *name, int count, const char *const *values, \
            const int *lengths, const int *formats, int format), \
        (connection, name, count, values, lengths, formats, format)) \
    FUNCTION(int, PQsendQueryParams, (PGconn *connection, const char *sql, int count, const Oid *types, \
            const char *const *values, const int *lengths, const int *formats, int format), \
        (connection, sql, count, types, values, lengths, formats, format)) \
    FUNCTION(int, PQflush, (PGconn *connection), (connection)) \
    FUNCTION(int, PQconsumeInput, (PGconn *connection), (connection)) \
    FUNCTION(int, PQisBusy, (PGconn *connection), (connection)) \
    FUNCTION(PGnotify *, PQnotifies, (PGconn *connection), (connection)) \
    FUNCTION(void, PQfreemem, (void *memory), (memory)) \
    FUNCTION(PGresult *, PQgetResult, (PGconn *connection), (connection)) \
    FUNCTION(ExecStatusType, PQresultStatus, (const PGresult *result), (result)) \
    FUNCTION(char *, PQresultErrorField, (const PGresult *result, int field), (result, field)) \
    FUNCTION(int, PQntuples, (const PGresult *result), (result)) \
    FUNCTION(char *, PQcmdTuples, (PGresult *result), (result)) \
    FUNCTION(int, PQgetisnull, (const PGresult *result, int row, int column), (result, row, column)) \
    FUNCTION(int, PQgetlength, (const PGresult *result, int row, int column), (result, row, column)) \
    FUNCTION(char *, PQgetvalue, (const PGresult *result, int row, int column), (result, row, column)) \
    FUNCTION(void, PQclear, (PGresult *result), (result))

#define LIBPQ_MEMBER(type, name, parameters, arguments) type(*name) parameters;
/// The functions of the loaded library; empty before ``libpq_load`` has returned NULL.
struct libpq {
    LIBPQ_FUNCTIONS(LIBPQ_MEMBER)
};
#undef LIBPQ_MEMBER

extern struct libpq libpq;

#define LIBPQ_CALL(type, name, parameters, arguments) \
    static inline type name parameters { return libpq.name arguments; }
LIBPQ_FUNCTIONS(LIBPQ_CALL)
#undef LIBPQ_CALL

/// Loads libpq once, for all threads; returns NULL, or why the functions cannot be called.
const char *libpq_load(void);

#endif
