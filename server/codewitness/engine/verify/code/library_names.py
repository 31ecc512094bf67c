"""Names of a language's own library that look like plain words: `uses realloc`."""

from __future__ import annotations

_OF_C = frozenset(
    {*("malloc", "calloc", "realloc", "alloca", "memcpy", "memmove", "memset", "memcmp", "memchr")}
    | {*("strcmp", "strncmp", "strcpy", "strncpy", "strcat", "strncat", "strlen", "strnlen")}
    | {*("strchr", "strrchr", "strstr", "strdup", "strndup", "strtok", "strtol", "strtoul")}
    | {
        *(
            "strtod",
            "strcasecmp",
            "strerror",
            "strspn",
            "strcspn",
            "strpbrk",
            "atoi",
            "atol",
            "atof",
        )
    }
    | {*("printf", "fprintf", "sprintf", "snprintf", "vprintf", "vsnprintf", "vfprintf", "puts")}
    | {*("fputs", "fputc", "putchar", "getchar", "fgets", "fgetc", "gets", "scanf", "sscanf")}
    | {*("fscanf", "fopen", "fclose", "fread", "fwrite", "fseek", "ftell", "fflush", "perror")}
    | {*("qsort", "bsearch", "setjmp", "longjmp", "getenv", "setenv", "isalpha", "isdigit")}
    | {*("isspace", "isalnum", "isupper", "islower", "isprint", "toupper", "tolower", "abort")}
    | {*("fork", "execve", "waitpid", "mmap", "munmap", "ioctl", "fcntl", "usleep", "nanosleep")}
    | {*("sizeof", "alignof", "offsetof", "errno", "stdin", "stdout", "stderr")}
)
_OF_PYTHON = frozenset(
    {*("isinstance", "issubclass", "getattr", "setattr", "hasattr", "delattr", "eval", "exec")}
    | {*("repr", "enumerate", "globals", "locals", "vars", "ord", "chr", "len", "functools")}
    | {
        *(
            "itertools",
            "asyncio",
            "subprocess",
            "contextlib",
            "collections",
            "pickle",
            "dataclasses",
        )
    }
)
_OF_GO = frozenset({"ioutil", "bufio", "strconv", "atomic", "errgroup", "iota"})
_OF_ECMA = frozenset({"eval", "typeof", "instanceof"})
_BY_LANGUAGE = {
    **dict.fromkeys(("c", "cpp", "objc"), _OF_C),
    **dict.fromkeys(("javascript", "typescript", "tsx"), _OF_ECMA),
    "python": _OF_PYTHON,
    "go": _OF_GO,
}


def is_library_name(word: str, language: str) -> bool:
    """True for a word that names something of the language's library, and says nothing else."""
    return word in _BY_LANGUAGE.get(language, ())
