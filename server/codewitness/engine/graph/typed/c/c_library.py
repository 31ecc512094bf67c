"""What libraries of C and C++ have: collections, and functions that projects define themselves."""

from __future__ import annotations

from typing import TYPE_CHECKING

from codewitness.engine.graph.listed import words
from codewitness.model.flow import OF_SYSTEM

if TYPE_CHECKING:
    from codewitness.engine.graph.typed.evaluate import Evaluator
    from codewitness.engine.graph.typed.packages import Place

# Collections of elements, of C++'s library and of Foundation.
LISTS = words(
    "vector list deque set unordered_set multiset array stack queue priority_queue span"
    " initializer_list forward_list NSArray NSMutableArray NSSet NSMutableSet NSOrderedSet"
)
# By the headers that declare them (POSIX.1-2017).
_NAMES = frozenset(
    """
    accept access aligned_alloc alloca arc4random asctime_r asprintf atoll basename bcmp bcopy
    bind bzero calloc ceilf chdir chmod clock_gettime clock_nanosleep close closedir connect
    copysign ctime_r difftime dirname dlclose dlerror dlopen dlsym dup dup2 execv execve execvp
    explicit_bzero fabsf fchmod fcntl fdopen ffs fileno floorf fmax fmin fopen fork fprintf free
    freeaddrinfo fseeko fsync ftello ftruncate gai_strerror getaddrinfo getcwd getdelim getegid
    getenv geteuid getgid gethostbyname gethostname getline getnameinfo getopt getopt_long
    getpeername getpid getppid getsockname getsockopt gettimeofday getuid gmtime_r index
    inet_ntop inet_pton ioctl isatty isfinite isinf isnan kill link listen localtime_r lround
    lseek lstat malloc memccpy memmem memmove memrchr mkdir mkdtemp mkstemp mktime mmap munmap
    nanosleep nearbyint open opendir pclose perror pipe poll popen posix_memalign pread printf
    pthread_cond_broadcast pthread_cond_destroy pthread_cond_init pthread_cond_signal
    pthread_cond_wait pthread_create pthread_join pthread_mutex_destroy pthread_mutex_init
    pthread_mutex_lock pthread_mutex_unlock pthread_once putenv pwrite random read readdir
    readlink readv realloc reallocarray realpath recv recvfrom recvmsg rename rindex rint rmdir
    round roundf select sem_destroy sem_init sem_post sem_wait send sendmsg sendto setenv
    setsockopt shutdown sigaction signal sleep snprintf socket socketpair sprintf srandom stat
    stpcpy stpncpy strcasecmp strcasestr strchrnul strdup strerror strerror_r strftime strlcat
    strlcpy strncasecmp strndup strnlen strptime strsep strsignal strtok_r strtoll strtoull
    symlink sysconf syslog time timegm trunc truncate unlink unsetenv usleep vasprintf vfprintf
    vprintf vsnprintf vsprintf wait waitpid write writev
    """.split()  # noqa: SIM905 (one in a line would be two hundred lines)
)


def may_be_the_library(ev: Evaluator, name: str, place: Place, caller: Place) -> bool:
    """True for what stands in for the library's `name` on some systems, called on all."""
    return name in _NAMES and _is_of_system(ev, place) and not _is_of_system(ev, caller)


def _is_of_system(ev: Evaluator, place: Place) -> bool:
    return place[1] >= 0 and OF_SYSTEM in ev.file(place[0]).header(place[1]).bases
