import Glibc

/// A call of alsa-lib that failed: which one, on which PCM, and why.
package struct ALSAError: Error, Hashable, Sendable, CustomStringConvertible {
    package let call: String
    package let device: String
    /// The error number, positive, as in `errno`.
    package let errno: Int32

    package init(call: String, device: String, errno: Int32) {
        self.call = call
        self.device = device
        self.errno = errno
    }

    package var description: String {
        "\(call) \(device): \(String(cString: strerror(errno))) (errno \(errno))"
    }
}
