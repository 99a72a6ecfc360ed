import CFFmpeg
import Devices

/// The library's text for an error code.
func errorText(_ code: Int32) -> String {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: 128) { text in
        guard let base = text.baseAddress, av_strerror(code, base, 128) == 0 else { return "error \(code)" }
        return String(cString: base)
    }
}
