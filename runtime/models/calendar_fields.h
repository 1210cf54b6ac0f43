/* What the models of texts that are dates share. */
#ifndef CAIRN_CALENDAR_FIELDS_H
#define CAIRN_CALENDAR_FIELDS_H

#include <time.h>

#define CAIRN_DATE_FIELDS(X) X(tm_sec) X(tm_min) X(tm_hour) X(tm_mday) X(tm_mon) X(tm_year) X(tm_wday) X(tm_yday)

extern const char* const cairn_month_names[12];
extern const char* const cairn_day_names[7];

/* The same without labels. */
struct tm cairn_plain_date(const struct tm* t);

/* What strftime writes, where its place in memory has room, and how much that is; what strptime reads, and where the
 * date ends (null: there is none). 0: nobody knows. */
int cairn_write_date(char* to, size_t room, size_t* length, const char* f, const struct tm* t);
int cairn_read_date(const char* s, const char* f, struct tm* t, const char** end);

#endif
