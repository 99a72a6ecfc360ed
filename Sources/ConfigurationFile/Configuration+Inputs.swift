import Devices
import MediaCore
import TOMLKit

/// What is wired to the box and is watched as a channel.
extension Configuration {
    /// One input: `[inputs.NAME]`.
    package struct WiredInput: Sendable, Equatable {
        /// In its address, `input://NAME`.
        package var name: String
        /// What the channel is called; empty: as the table.
        package var title = ""
        /// The channel's number; nil: it comes behind the others.
        package var number: Int?
        /// The device of its pictures; empty: it is sound alone.
        package var device = ""
        /// The connector as the driver numbers it; nil: the one that is selected.
        package var connector: Int?
        /// The size; nil: that of the signal, or the best.
        package var size: PixelSize?
        /// The wanted rate in pictures a second.
        package var rate = 60
        /// Four letters or a name of V4L2's format; nil: the best.
        package var format: String?
        /// The device of its sound, as ALSA names it; empty: none.
        package var sound = ""

        package init(name: String) { self.name = name }
    }

    /// The formats that `[inputs]` may name.
    package static let inputFormats = ["yuyv", "uyvy", "nv12", "xrgb", "rgb24", "bgr24", "mjpeg"]

    /// What is wrong with the inputs together, by the path of a key.
    var faultsOfInputs: [(path: String, reason: String)] {
        var faults: [(path: String, reason: String)] = []
        var numbers: [Int: String] = [:]
        for input in inputs {
            if input.device.isEmpty, input.sound.isEmpty {
                faults.append(("inputs.\(input.name).device", "an input needs a device, a sound or both"))
            }
            guard let number = input.number else { continue }
            if let other = numbers[number] {
                faults.append(("inputs.\(input.name).number", "inputs.\(other) has the number \(number)"))
            }
            numbers[number] = input.name
        }
        return faults
    }

    fileprivate mutating func change<Value>(
        input name: String, to value: Value, _ set: (inout WiredInput, Value) -> Void
    ) {
        if !inputs.contains(where: { $0.name == name }) {
            inputs.append(WiredInput(name: name))
            inputs.sort { $0.name < $1.name }
        }
        for index in inputs.indices where inputs[index].name == name { set(&inputs[index], value) }
    }
}

private let inputFormat: Read<String?> = { value throws(ConfigurationKey.WrongValue) in
    let names = ["auto"] + Configuration.inputFormats
    guard let text = value.string, names.contains(text) else {
        throw wrong("one of \(names.map { "\"\($0)\"" }.joined(separator: ", "))", value)
    }
    return text == "auto" ? nil : text
}

private let inputSize: Read<PixelSize?> = { value throws(ConfigurationKey.WrongValue) in
    let expected = "\"auto\", or a size such as \"1920x1080\""
    guard let text = value.string else { throw wrong(expected, value) }
    if text == "auto" { return nil }
    guard let size = parseSize(text[...]) else { throw wrong(expected, value) }
    return size
}

extension ConfigurationKey {
    /// What is wrong with the name of an input's table; nil: nothing, or the path is of something else.
    static func faultOfInputName(_ path: String) -> String? {
        let parts = path.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count > 2, parts[0] == "inputs" else { return nil }
        let name = parts[1..<parts.count - 1].joined(separator: ".")
        return InputAddress.isName(name) ? nil : "an input's name is 1 to 32 small letters, digits and hyphens"
    }

    /// The keys of an input's table, one for each name: `inputs.NAME.…`. A name that is none in an address has no keys.
    static func ofInput(_ name: String) -> [ConfigurationKey] {
        guard InputAddress.isName(name) else { return [] }
        func key<Value>(
            _ key: String, _ read: @escaping Read<Value>,
            _ set: @escaping @Sendable (inout Configuration.WiredInput, Value) -> Void
        ) -> ConfigurationKey {
            Self("inputs.\(name).\(key)", read) { $0.change(input: name, to: $1, set) }
        }
        return [
            key("title", text) { $0.title = $1 },
            key("number", integer(0...9999)) { $0.number = $1 == 0 ? nil : $1 },
            key("device", text) { $0.device = $1 },
            key("connector", integer(-1...63)) { $0.connector = $1 < 0 ? nil : $1 },
            key("size", inputSize) { $0.size = $1 },
            key("rate", integer(1...240)) { $0.rate = $1 },
            key("format", inputFormat) { $0.format = $1 },
            key("sound", text) { $0.sound = $1 },
        ]
    }
}
