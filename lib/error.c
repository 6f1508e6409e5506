/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * The sentence of the last failure, one per thread. Descriptions of errno values are always the untranslated ones, so that
 * a message reads the same in every locale and can be searched for.
 */
#include "error.h"

#include <errno.h>
#include <locale.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <iiodma/error.h>

#define SENTENCE_MAX 1536 /* room for a list of what is valid */
#define ENDING_MAX 128    /* ": description (ESYMBOL)", never cut off */

static _Thread_local char last_text[SENTENCE_MAX + ENDING_MAX];

#define NAME(symbol) [symbol] = #symbol

/* EAGAIN, EDEADLK and ENOTSUP also have the names EWOULDBLOCK, EDEADLOCK and EOPNOTSUPP. */
/* clang-format off */
static const char *const errno_names[] = {
	NAME(EPERM), NAME(ENOENT), NAME(ESRCH), NAME(EINTR), NAME(EIO), NAME(ENXIO), NAME(E2BIG), NAME(ENOEXEC),
	NAME(EBADF), NAME(ECHILD), NAME(EAGAIN), NAME(ENOMEM), NAME(EACCES), NAME(EFAULT), NAME(ENOTBLK), NAME(EBUSY),
	NAME(EEXIST), NAME(EXDEV), NAME(ENODEV), NAME(ENOTDIR), NAME(EISDIR), NAME(EINVAL), NAME(ENFILE), NAME(EMFILE),
	NAME(ENOTTY), NAME(ETXTBSY), NAME(EFBIG), NAME(ENOSPC), NAME(ESPIPE), NAME(EROFS), NAME(EMLINK), NAME(EPIPE),
	NAME(EDOM), NAME(ERANGE), NAME(EDEADLK), NAME(ENAMETOOLONG), NAME(ENOLCK), NAME(ENOSYS), NAME(ENOTEMPTY),
	NAME(ELOOP), NAME(ENOMSG), NAME(EIDRM), NAME(ECHRNG), NAME(EL2NSYNC), NAME(EL3HLT), NAME(EL3RST), NAME(ELNRNG),
	NAME(EUNATCH), NAME(ENOCSI), NAME(EL2HLT), NAME(EBADE), NAME(EBADR), NAME(EXFULL), NAME(ENOANO), NAME(EBADRQC),
	NAME(EBADSLT), NAME(EBFONT), NAME(ENOSTR), NAME(ENODATA), NAME(ETIME), NAME(ENOSR), NAME(ENONET), NAME(ENOPKG),
	NAME(EREMOTE), NAME(ENOLINK), NAME(EADV), NAME(ESRMNT), NAME(ECOMM), NAME(EPROTO), NAME(EMULTIHOP),
	NAME(EDOTDOT), NAME(EBADMSG), NAME(EOVERFLOW), NAME(ENOTUNIQ), NAME(EBADFD), NAME(EREMCHG), NAME(ELIBACC),
	NAME(ELIBBAD), NAME(ELIBSCN), NAME(ELIBMAX), NAME(ELIBEXEC), NAME(EILSEQ), NAME(ERESTART), NAME(ESTRPIPE),
	NAME(EUSERS), NAME(ENOTSOCK), NAME(EDESTADDRREQ), NAME(EMSGSIZE), NAME(EPROTOTYPE), NAME(ENOPROTOOPT),
	NAME(EPROTONOSUPPORT), NAME(ESOCKTNOSUPPORT), NAME(ENOTSUP), NAME(EPFNOSUPPORT), NAME(EAFNOSUPPORT),
	NAME(EADDRINUSE), NAME(EADDRNOTAVAIL), NAME(ENETDOWN), NAME(ENETUNREACH), NAME(ENETRESET), NAME(ECONNABORTED),
	NAME(ECONNRESET), NAME(ENOBUFS), NAME(EISCONN), NAME(ENOTCONN), NAME(ESHUTDOWN), NAME(ETOOMANYREFS),
	NAME(ETIMEDOUT), NAME(ECONNREFUSED), NAME(EHOSTDOWN), NAME(EHOSTUNREACH), NAME(EALREADY), NAME(EINPROGRESS),
	NAME(ESTALE), NAME(EUCLEAN), NAME(ENOTNAM), NAME(ENAVAIL), NAME(EISNAM), NAME(EREMOTEIO), NAME(EDQUOT),
	NAME(ENOMEDIUM), NAME(EMEDIUMTYPE), NAME(ECANCELED), NAME(ENOKEY), NAME(EKEYEXPIRED), NAME(EKEYREVOKED),
	NAME(EKEYREJECTED), NAME(EOWNERDEAD), NAME(ENOTRECOVERABLE), NAME(ERFKILL), NAME(EHWPOISON),
};
/* clang-format on */

#define NAME_COUNT (sizeof(errno_names) / sizeof(errno_names[0]))

const char *iiodma_errno_name(int error)
{
	unsigned int number = error < 0 ? 0u - (unsigned int)error : (unsigned int)error;

	return number < NAME_COUNT && errno_names[number] ? errno_names[number] : "E?";
}

const char *iiodma_error_text(void)
{
	return last_text;
}

static void describe(int error, char *text, size_t size)
{
	locale_t c_locale = newlocale(LC_ALL_MASK, "C", (locale_t)0);

	if (!c_locale) {
		snprintf(text, size, "error %d", -error);
		return;
	}
	snprintf(text, size, "%s", strerror_l(-error, c_locale));
	freelocale(c_locale);
}

/* The sentence is built aside: an argument may well be the previous text. */
__attribute__((format(printf, 2, 0))) static void remember(const char *ending, const char *format, va_list arguments)
{
	char sentence[SENTENCE_MAX];

	vsnprintf(sentence, sizeof(sentence), format, arguments);
	snprintf(last_text, sizeof(last_text), "%s%s", sentence, ending);
}

int error_set(int error, const char *format, ...)
{
	char description[ENDING_MAX / 2], ending[ENDING_MAX];
	va_list arguments;

	describe(error, description, sizeof(description));
	snprintf(ending, sizeof(ending), ": %s (%s)", description, iiodma_errno_name(error));

	va_start(arguments, format);
	remember(ending, format, arguments);
	va_end(arguments);
	return error;
}

int error_say(int error, const char *format, ...)
{
	char ending[ENDING_MAX];
	va_list arguments;

	snprintf(ending, sizeof(ending), " (%s)", iiodma_errno_name(error));

	va_start(arguments, format);
	remember(ending, format, arguments);
	va_end(arguments);
	return error;
}

void error_adopt(const char *text)
{
	snprintf(last_text, sizeof(last_text), "%s", text);
}

void error_list_add(char *list, size_t size, const char *word)
{
	static const char more[] = ", …";
	size_t length = strlen(list);
	const char *comma = length ? ", " : "";

	if (length + strlen(comma) + strlen(word) + sizeof(more) <= size)
		snprintf(list + length, size - length, "%s%s", comma, word);
	else if (length + sizeof(more) <= size &&
		 (length < strlen(more) || strcmp(list + length - strlen(more), more) != 0))
		snprintf(list + length, size - length, "%s", more);
}
