import Glibc

/// Why the screen can't be driven.
package enum KMSError: Error, Sendable, Hashable, CustomStringConvertible {
    /// No device fits; for each that was looked at, its path and what is wrong with it.
    case noDevice([String])
    case failed(call: String, errno: Int32)
    /// The driver lacks properties that every atomic driver has.
    case missingProperties([String])

    package var description: String {
        switch self {
        case .noDevice(let reasons):
            reasons.isEmpty ? "no KMS device in /dev/dri" : "no usable KMS device: " + reasons.joined(separator: "; ")
        case .failed(let call, let errno): "\(call): \(String(cString: strerror(errno))) (errno \(errno))"
        case .missingProperties(let names): "the driver lacks \(names.joined(separator: ", "))"
        }
    }
}
