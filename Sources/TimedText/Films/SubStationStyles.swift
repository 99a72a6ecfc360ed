/// The styles that the head of an ASS or SSA track names (`[V4+ Styles]`), as far as they are followed: emphasis,
/// colour, place, and the size of the picture that places are counted in.
struct SubStationStyles: Sendable, Hashable {
    struct Style: Sendable, Hashable {
        var emphasis: TextStyle = []
        /// Nil: white, as text is that says nothing.
        var color: TextColor?
        /// As on a number pad.
        var place = 2
    }

    private(set) var named: [Substring: Style] = [:]
    private(set) var width = 384.0
    private(set) var height = 288.0

    private static let most = 1000

    init() {}

    /// Reads the head; what can't be read of it is as if it were not there.
    init(_ head: [UInt8]) {
        var columns: [Substring] = []
        var isOld = false
        for line in String(decoding: head, as: UTF8.self).split(whereSeparator: \.isNewline) {
            let line = line.trimmingBlanks
            if line.first == "[" { isOld = line.lowercased() == "[v4 styles]" }
            guard let colon = line.firstIndex(of: ":") else { continue }
            let value = line[line.index(after: colon)...].trimmingBlanks
            switch line[..<colon].lowercased() {
            case "playresx": width = Self.size(value) ?? width
            case "playresy": height = Self.size(value) ?? height
            case "format" where named.isEmpty:
                columns = value.split(separator: ",").map { $0.trimmingBlanks.lowercased()[...] }
            case "style" where named.count < Self.most: add(value, columns, isOld: isOld)
            default: break
            }
        }
    }

    private static func size(_ text: Substring) -> Double? {
        Double(text).flatMap { (1...100_000).contains($0) ? $0 : nil }
    }

    private mutating func add(_ value: Substring, _ columns: [Substring], isOld: Bool) {
        let fields = value.split(separator: ",", omittingEmptySubsequences: false).map(\.trimmingBlanks)
        func field(_ name: Substring) -> Substring? {
            columns.firstIndex(of: name).flatMap { fields.indices.contains($0) ? fields[$0] : nil }
        }
        guard let name = field("name") else { return }
        var style = Style()
        // −1 is true; heavier faces are given as weights.
        func isSet(_ name: Substring) -> Bool { field(name).map { $0 != "0" && !$0.isEmpty } ?? false }
        if isSet("bold") { style.emphasis.insert(.bold) }
        if isSet("italic") { style.emphasis.insert(.italic) }
        if isSet("underline") { style.emphasis.insert(.underline) }
        style.color = field("primarycolour").flatMap(Self.color)
        if let number = field("alignment").flatMap({ Int($0) }) {
            style.place = isOld ? Self.place(old: number) : number
        }
        named[name.drop { $0 == "*" }] = style
    }

    /// Reads `&HAABBGGRR&` or a number, whose opacity is counted from the other end; nil: it is white, or none.
    static func color(_ text: Substring) -> TextColor? {
        let digits = text.drop { $0 == "&" }
        let isHex = digits.first.map { "Hh".contains($0) } ?? false
        let value =
            isHex
            ? UInt32(digits.dropFirst().prefix { $0.isHexDigit }, radix: 16)
            : Int64(digits).map { UInt32(truncatingIfNeeded: $0) }
        guard let value, value & 0xff_ffff != 0xff_ffff else { return nil }
        return TextColor(
            UInt8(value & 0xff), UInt8(value >> 8 & 0xff), UInt8(value >> 16 & 0xff), alpha: UInt8(255 - value >> 24))
    }

    /// The place on a number pad of one that is numbered as SSA does: 1 to 3 below, 5 to 7 above, 9 to 11 in the middle.
    static func place(old number: Int) -> Int {
        switch number {
        case 5...7: number + 2
        case 9...11: number - 5
        default: number
        }
    }
}
