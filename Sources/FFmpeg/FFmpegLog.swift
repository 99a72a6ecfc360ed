import CFFmpeg
import Logging

/// Passes the library's log on to ours. The library complains about every damaged packet, so its
/// errors are `debug` here: what a viewer would notice is reported by whoever notices it.
package enum FFmpegLog {
    fileprivate static let logger = Logger(label: "hearth.ffmpeg")

    /// Installs the callback; once, before anything else of the library is called.
    package static func install() {
        av_log_set_level(AV_LOG_ERROR)
        av_log_set_callback(forwardLine)
    }
}

/// Logs one line of the library. Called on the library's threads.
private func forwardLine(
    _ object: UnsafeMutableRawPointer?, _ level: Int32, _ format: UnsafePointer<CChar>?, _ arguments: CVaListPointer?
) {
    guard let arguments, level <= av_log_get_level(), FFmpegLog.logger.logLevel <= .debug else { return }
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: 512) { line in
        guard let base = line.baseAddress else { return }
        var printPrefix: Int32 = 1
        guard av_log_format_line2(object, level, format, arguments, base, 512, &printPrefix) >= 0 else { return }
        var text = String(cString: base)
        while text.last?.isNewline == true { text.removeLast() }
        FFmpegLog.logger.debug("\(text)")
    }
}
