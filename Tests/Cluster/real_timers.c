/* Preloaded before libfaketime, which shifts the deadlines of timers also on clocks that it does not fake. So with a clock
   that is behind, each timer of the Swift runtime would fire that much later, and with one that is ahead at once. */
#include <sys/syscall.h>
#include <sys/timerfd.h>
#include <unistd.h>

int timerfd_settime(int timer, int flags, const struct itimerspec *value, struct itimerspec *old) {
    return (int)syscall(SYS_timerfd_settime, timer, flags, value, old);
}
