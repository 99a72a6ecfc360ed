/// A detector of the interstitial in a picture of 64 × 36 grey levels, by comparison with the one
/// before the key: the white of the origin's marks is dimmed, and the panel makes its part of the
/// lower third much darker. Both hold from the first frame on, in which the panel is 60 % opaque.
struct InterstitialSight {
    private let before: [UInt8]

    init(before: [UInt8]) { self.before = before }

    func isPanel(in grey: [UInt8]) -> Bool {
        Self.white(grey) < Self.white(before) * 9 / 10 && Self.panel(grey) * 10 < Self.panel(before) * 7
    }

    /// Whether nothing lies over the lower third, whose texture is a middle grey in every channel.
    static func isClear(_ grey: [UInt8]) -> Bool { panel(grey) * 4 > white(grey) }

    /// The grey level of the first sync mark, which is white in every picture.
    private static func white(_ grey: [UInt8]) -> Int { Int(grey[0]) }

    /// The median grey level between the panel's words and its list of neighbours, where it is
    /// empty.
    private static func panel(_ grey: [UInt8]) -> Int {
        let cells = (30..<33).flatMap { row in (24..<42).map { Int(grey[row * 64 + $0]) } }
        return cells.sorted()[cells.count / 2]
    }
}
