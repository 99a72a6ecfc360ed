import Capture
import MediaCore
import TOMLKit

/// One key of a bench file: its path, what it takes, and where its value goes.
struct BenchFileKey: Sendable {
    /// The path with dots: `box.ssh`.
    let path: String
    let set: @Sendable (inout BenchFile, TOMLValue) throws(WrongValue) -> Void

    /// A value does not fit the key; `expected` says what would.
    struct WrongValue: Error {
        let expected: String
    }

    static let all: [BenchFileKey] =
        [
            Self("name", name) { $0.name = $1 },
            Self("box.ssh", destination) { $0.box.ssh = $1 },
            Self("box.port", integer(1...65_535)) { $0.box.port = $1 },
            Self("box.identity", absolutePath) { $0.box.identity = $1 },
            Self("box.host_key", text) { $0.box.hostKey = $1 },
            Self("box.hearthctl", text) { $0.box.hearthctl = $1 },
            Self("box.socket", absolutePath) { $0.box.socket = $1 },
            Self("box.configuration", absolutePath) { $0.box.configuration = $1 },
            Self("box.state", absolutePath) { $0.box.state = $1 },
            Self("box.service", text) { $0.box.service = $1 },
            Self("box.start", text) { $0.box.start = $1 },
            Self("box.stop", text) { $0.box.stop = $1 },
            Self("box.process", text) { $0.box.process = $1 },
            Self("box.log", text) { $0.box.log = $1 },
            Self("origin.url", address) { $0.origin = $1 },
            Self("display.mode", mode) { $0.display = $1 },
            Self("eyes.v4l2", text) { $0.eyes.orDefault.device = $1 },
            Self("eyes.input", integer(0...31)) { $0.eyes.orDefault.input = $1 },
            Self("eyes.format", oneOf(CaptureFormat.self)) { $0.eyes.orDefault.format = $1 },
            Self("eyes.latency_ms", latency) { $0.eyes.orDefault.latency = $1 },
            Self("ears.alsa", text) { $0.ears.orDefault.device = $1 },
            Self("ears.latency_ms", latency) { $0.ears.orDefault.latency = $1 },
            Self("hands.lirc", absolutePath) { $0.hands.lirc = $1 },
            Self("hands.protocols", protocols) { $0.hands.protocols = $1 },
            Self("hands.cec", absolutePath) { $0.hands.cec = $1 },
            Self("hands.control", flag) { $0.hands.control = $1 },
            Self("hands.web", flag) { $0.hands.web = $1 },
        ]
        + FaultKind.allCases.flatMap { kind in
            [
                Self("faults.\(kind.rawValue).strike", text) { $0.faults[kind, default: .init()].strike = $1 },
                Self("faults.\(kind.rawValue).mend", text) { $0.faults[kind, default: .init()].mend = $1 },
                Self("faults.\(kind.rawValue).on", oneOf(BenchFile.FaultCommands.Place.self)) {
                    $0.faults[kind, default: .init()].on = $1
                },
            ]
        }

    private init<Value>(
        _ path: String, _ read: @escaping Read<Value>, _ store: @escaping @Sendable (inout BenchFile, Value) -> Void
    ) {
        self.path = path
        set = { file, value throws(WrongValue) in store(&file, try read(value)) }
    }
}

// MARK: Allowed values

private typealias Read<Value> = @Sendable (TOMLValue) throws(BenchFileKey.WrongValue) -> Value

/// A reader that returns `convert`'s result; nil means a wrong value.
private func reading<Value>(_ expected: String, _ convert: @escaping @Sendable (TOMLValue) -> Value?) -> Read<Value> {
    { value throws(BenchFileKey.WrongValue) in
        guard let result = convert(value) else { throw BenchFileKey.WrongValue(expected: expected) }
        return result
    }
}

private let text: Read<String> = reading("some text in quotes") { value in
    value.string.flatMap { $0.isEmpty || $0.utf8.contains(0) ? nil : $0 }
}

private let flag: Read<Bool> = reading("true or false") { $0.bool }

private let name: Read<String> = reading("letters, digits and hyphens: files are named after it") { value in
    value.string.flatMap { name in
        !name.isEmpty && name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") } ? name : nil
    }
}

/// The destination becomes a word of ssh's command line: it must not be an option.
private let destination: Read<String> = reading("a destination such as \"root@10.0.0.7\"") { value in
    value.string.flatMap { text in
        !text.isEmpty && !text.hasPrefix("-") && !text.contains(where: \.isWhitespace) ? text : nil
    }
}

private let absolutePath: Read<String> = reading("a path that starts with /") { value in
    value.string.flatMap { $0.hasPrefix("/") && !$0.utf8.contains(0) ? $0 : nil }
}

private let address: Read<String> = reading("an address such as \"http://10.0.0.2:8080\", without a / at its end") {
    value in
    value.string.flatMap { text in
        (text.hasPrefix("http://") || text.hasPrefix("https://")) && !text.hasSuffix("/") ? text : nil
    }
}

private func integer(_ range: ClosedRange<Int>) -> Read<Int> {
    reading("a whole number, \(range.lowerBound) to \(range.upperBound)") { value in
        value.int.flatMap { range.contains($0) ? $0 : nil }
    }
}

private let latency: Read<Duration> = reading("milliseconds, -1000 to 1000") { value in
    guard let number = value.double ?? value.int.map(Double.init), (-1_000...1_000).contains(number) else { return nil }
    return .microseconds(Int64(number * 1_000))
}

private func oneOf<Choice: RawRepresentable & CaseIterable & Sendable>(_ type: Choice.Type) -> Read<Choice>
where Choice.RawValue == String {
    reading("one of \(type.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", "))") { value in
        value.string.flatMap(Choice.init(rawValue:))
    }
}

private let protocols: Read<[HandKind]> = reading("a list of \"nec\", \"rc5\", \"rc6\"") { value in
    guard let array = value.array, array.count > 0 else { return nil }
    let kinds = (0..<array.count).map { array[$0].tomlValue.string.flatMap(HandKind.init(rawValue:)) }
    let known = kinds.compactMap { $0 }.filter { [.nec, .rc5, .rc6].contains($0) }
    return known.count == array.count ? known : nil
}

private let mode: Read<BenchFile.Display> = reading("a mode such as \"1920x1080\" or \"1280x720@50\"") { value in
    let parts = (value.string ?? "").split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false)
    let numbers = (parts.first ?? "").split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
    guard numbers.count == 2, let width = numbers[0], let height = numbers[1], (256...8_192).contains(width),
        (144...8_192).contains(height), let rate = parts.count == 2 ? Double(parts[1]) : 60, (1...240).contains(rate)
    else { return nil }
    return BenchFile.Display(size: PixelSize(width: width, height: height), rate: rate)
}

extension Optional where Wrapped == BenchFile.Eyes {
    fileprivate var orDefault: Wrapped {
        get { self ?? Wrapped() }
        set { self = newValue }
    }
}

extension Optional where Wrapped == BenchFile.Ears {
    fileprivate var orDefault: Wrapped {
        get { self ?? Wrapped() }
        set { self = newValue }
    }
}
