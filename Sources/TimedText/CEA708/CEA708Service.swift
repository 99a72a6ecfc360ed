/// One service of CEA-708: its windows, and the commands and characters that fill them (CEA-708-E §7,
/// §8). Delay commands are ignored: what is delayed comes at once.
struct CEA708Service: Sendable {
    private var windows: [CEA708Window?] = Array(repeating: nil, count: 8)
    private var current: Int?
    /// The beginning of a command whose rest is in the next block.
    private var rest: [UInt8] = []

    /// The blocks of the visible windows, from the first to the last.
    var blocks: [CaptionBlock] { windows.compactMap { $0?.block } }

    mutating func reset() { self = CEA708Service() }

    mutating func decode(_ bytes: ArraySlice<UInt8>) {
        var input = (rest + bytes)[...]
        rest = []
        while let code = input.first {
            guard let length = Self.length(input), input.count >= length else {
                // A block is 31 bytes and no command is longer.
                if input.count < 64 { rest = Array(input) }
                return
            }
            perform(code, Array(input.prefix(length).dropFirst()))
            input = input.dropFirst(length)
        }
    }

    /// The length of the code at the front with its parameters; nil when more must come to tell.
    private static func length(_ input: ArraySlice<UInt8>) -> Int? {
        guard let code = input.first else { return nil }
        switch code {
        case 0x10: return extendedLength(input.dropFirst()).map { $0 + 1 }
        case 0x11...0x17: return 2
        case 0x18...0x1F: return 3
        case 0x88...0x8D: return 2
        case 0x90, 0x92: return 3
        case 0x91: return 4
        case 0x97: return 5
        case 0x98...0x9F: return 7
        default: return 1
        }
    }

    /// The length of what follows EXT1 (§7.1.11).
    private static func extendedLength(_ input: ArraySlice<UInt8>) -> Int? {
        guard let code = input.first else { return nil }
        switch code {
        case 0x08...0x0F: return 2
        case 0x10...0x17: return 3
        case 0x18...0x1F: return 4
        case 0x80...0x87: return 5
        case 0x88...0x8F: return 6
        case 0x90...0x9F: return input.dropFirst().first.map { Int($0 & 0x3F) + 2 }
        default: return 1
        }
    }

    private mutating func perform(_ code: UInt8, _ parameters: [UInt8]) {
        let first = parameters.first ?? 0
        switch code {
        case 0x08: edit { $0.backspace() }
        case 0x0C: edit { $0.clear() }
        case 0x0D: edit { $0.newLine() }
        case 0x0E: edit { $0.eraseLine() }
        case 0x10: if let character = CEA708Characters.extended(first) { edit { $0.write(character) } }
        case 0x18: write(first, parameters.dropFirst().first ?? 0)
        case 0x20...0x7F, 0xA0...0xFF: edit { $0.write(CEA708Characters.basic(code)) }
        case 0x80...0x87: if windows[Int(code & 7)] != nil { current = Int(code & 7) }
        case 0x88: each(first) { $0?.clear() }
        case 0x89: each(first) { $0?.isVisible = true }
        case 0x8A: each(first) { $0?.isVisible = false }
        case 0x8B: each(first) { $0?.isVisible.toggle() }
        case 0x8C: each(first) { $0 = nil }
        case 0x8F: reset()
        case 0x90: setPen(parameters)
        case 0x91: setColor(parameters)
        case 0x92: setLocation(parameters)
        case 0x97: setAttributes(parameters)
        case 0x98...0x9F: define(Int(code & 7), parameters)
        default: break
        }
    }

    private mutating func edit(_ change: (inout CEA708Window) -> Void) {
        guard let current, var window = windows[current] else { return }
        change(&window)
        windows[current] = window
    }

    /// Changes each window of a bit map.
    private mutating func each(_ map: UInt8, _ change: (inout CEA708Window?) -> Void) {
        for index in windows.indices where map >> UInt8(index) & 1 == 1 { change(&windows[index]) }
    }

    /// Writes a character of sixteen bits (P16), as East Asian services use.
    private mutating func write(_ high: UInt8, _ low: UInt8) {
        guard let scalar = Unicode.Scalar(UInt16(high) << 8 | UInt16(low)) else { return }
        edit { $0.write(Character(scalar)) }
    }

    private mutating func define(_ index: Int, _ parameters: [UInt8]) {
        if windows[index] == nil {
            windows[index] = CEA708Window(parameters)
        } else {
            windows[index]?.redefine(parameters)
        }
        current = index
    }

    private mutating func setPen(_ parameters: [UInt8]) {
        guard parameters.count == 2 else { return }
        var style: TextStyle = []
        if parameters[1] & 0x80 != 0 { style.insert(.italic) }
        if parameters[1] & 0x40 != 0 { style.insert(.underline) }
        edit { $0.style = style }
    }

    /// Handles SetPenColor (§8.10.5.10): of the text and its box; the edge is not kept.
    private mutating func setColor(_ parameters: [UInt8]) {
        guard parameters.count == 3 else { return }
        // Two bits each: opacity (solid, flash, translucent, transparent), red, green, blue.
        func color(_ byte: UInt8) -> TextColor {
            func part(_ shift: UInt8) -> UInt8 { (byte >> shift & 3) * 85 }
            let alpha: UInt8 = [255, 255, 160, 0][Int(byte >> 6)]
            return TextColor(part(4), part(2), part(0), alpha: alpha)
        }
        let (text, box) = (color(parameters[0]), color(parameters[1]))
        edit { window in
            // White on black is what there is without a choice, and what nobody sees is none.
            window.ink.color = text.alpha == 0 || text == .white ? nil : text
            window.ink.background = box.alpha == 0 || box == .black ? nil : box
        }
    }

    private mutating func setLocation(_ parameters: [UInt8]) {
        guard parameters.count == 2 else { return }
        edit { window in
            window.row = min(Int(parameters[0] & 0x0F), window.rows.count - 1)
            window.column = Int(parameters[1] & 0x3F)
        }
    }

    private mutating func setAttributes(_ parameters: [UInt8]) {
        guard parameters.count == 4 else { return }
        let alignments: [TextPlacement.Alignment] = [.left, .right, .center, .left]
        edit { $0.alignment = alignments[Int(parameters[2] & 0x03)] }
    }
}
