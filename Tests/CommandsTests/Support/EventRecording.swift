import Foundation
import MediaCore

/// A device's events as `evemu-record` writes them: `E: SECONDS.MICROSECONDS TYPE CODE VALUE` with type and code in
/// hexadecimal and the value in decimal, preceded by the device's description: `N:` its name, `P:` its properties, `A:`
/// its axes (code, minimum, maximum, fuzz, flat, resolution).
struct EventRecording {
    struct Event: Hashable {
        /// The time by the recording's own clock.
        var time: HostTime
        var type: UInt16
        var code: UInt16
        var value: Int32
    }

    struct Axis: Hashable {
        var minimum: Int32
        var maximum: Int32
        /// The resolution in units a millimetre; 0: not known.
        var resolution: Int32
    }

    struct Malformed: Error, Hashable {
        var line: Int
        var text: String
    }

    private(set) var name = ""
    /// The device's properties: bit n is INPUT_PROP n.
    private(set) var properties: UInt64 = 0
    private(set) var axes: [UInt16: Axis] = [:]
    private(set) var events: [Event] = []

    /// Reads a recording.
    ///
    /// - Parameter name: the name of a file in `Tests/Recordings`, without its `.evemu`
    init(named name: String) throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Recordings")
            .standardized
        try self.init(text: String(contentsOf: folder.appending(path: "\(name).evemu"), encoding: .utf8))
    }

    init(text: String) throws(Malformed) {
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            let line = line.prefix { $0 != "#" }
            let fields = line.split(whereSeparator: \.isWhitespace).map(String.init)
            guard let kind = fields.first else { continue }
            let read: Bool
            switch kind {
            case "N:":
                name = fields.dropFirst().joined(separator: " ")
                read = !name.isEmpty
            case "P:": read = readProperties(fields)
            case "A:": read = readAxis(fields)
            case "E:": read = readEvent(fields)
            // The identity and the claimed codes are not used here.
            case "I:", "B:", "L:", "S:": read = true
            default: read = false
            }
            guard read else { throw Malformed(line: index + 1, text: String(line)) }
        }
    }

    /// Reads bytes of eight properties each.
    private mutating func readProperties(_ fields: [String]) -> Bool {
        let bytes = fields.dropFirst().map { UInt8($0, radix: 16) }
        guard !bytes.contains(nil) else { return false }
        for (index, byte) in bytes.prefix(8).enumerated() { properties |= UInt64(byte ?? 0) << UInt64(index * 8) }
        return true
    }

    private mutating func readAxis(_ fields: [String]) -> Bool {
        guard fields.count >= 6, let code = UInt16(fields[1], radix: 16), let minimum = Int32(fields[2]),
            let maximum = Int32(fields[3])
        else { return false }
        axes[code] = Axis(minimum: minimum, maximum: maximum, resolution: fields.count > 6 ? Int32(fields[6]) ?? 0 : 0)
        return true
    }

    private mutating func readEvent(_ fields: [String]) -> Bool {
        let time = fields.count > 1 ? fields[1].split(separator: ".") : []
        guard fields.count == 5, time.count == 2, let seconds = Int64(time[0]), time[1].count == 6,
            let microseconds = Int64(time[1]), let type = UInt16(fields[2], radix: 16),
            let code = UInt16(fields[3], radix: 16), let value = Int32(fields[4])
        else { return false }
        let (whole, tooLong) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        guard !tooLong else { return false }
        events.append(
            Event(
                time: HostTime(nanoseconds: whole) + .microseconds(microseconds), type: type, code: code, value: value))
        return true
    }
}
