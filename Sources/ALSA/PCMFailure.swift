import Glibc

/// The kind of a failed PCM call, as the sink must treat it.
package enum PCMFailure: Sendable, Hashable {
    /// The device ran dry (xrun).
    case underrun
    /// The machine slept; the device has to be prepared anew, perhaps after a while.
    case suspended
    /// The card is no longer there.
    case gone(errno: Int32)
    /// Any other failure: worth another try.
    case broken(errno: Int32)

    package init(errno: Int32) {
        self =
            switch errno {
            case EPIPE: .underrun
            case ESTRPIPE: .suspended
            case ENODEV, ENXIO, EBADF, ENOTTY, ESHUTDOWN: .gone(errno: errno)
            default: .broken(errno: errno)
            }
    }

    package var errno: Int32 {
        switch self {
        case .underrun: EPIPE
        case .suspended: ESTRPIPE
        case .gone(let errno), .broken(let errno): errno
        }
    }
}
