import Glibc

/// A system call that failed: which one, and the kernel's reason.
package struct SystemCallError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The call as its manual page names it, with what it was applied to: `open /dev/dri/card0`.
    package let call: String
    package let errno: Int32

    package init(call: String, errno: Int32) {
        self.call = call
        self.errno = errno
    }

    package var description: String {
        "\(call): \(String(cString: strerror(errno))) (errno \(errno))"
    }
}

/// Runs a system call that returns -1 and sets `errno` on failure; repeats it on `EINTR`.
@discardableResult
package func checked<Result: FixedWidthInteger>(
    _ call: @autoclosure () -> String, _ body: () -> Result
) throws(SystemCallError) -> Result {
    while true {
        let result = body()
        if result != -1 { return result }
        let reason = errno
        if reason != EINTR { throw SystemCallError(call: call(), errno: reason) }
    }
}
