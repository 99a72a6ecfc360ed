import Channels
import Testing

@Suite("Folding names")
struct NameFoldingTests {
    private struct Result: Equatable {
        var folded: String
        var squeezed: String
        var words: [Int]

        init(_ folding: NameFolding) {
            folded = String(decoding: folding.folded, as: UTF8.self)
            squeezed = String(decoding: folding.squeezed, as: UTF8.self)
            words = folding.words
        }
    }

    /// Every scalar that stands alone; of Chinese and Korean, which are alike, some.
    private static let alone: [Unicode.Scalar] = (0x80..<0x20000).filter { value in
        NameFolding.standsAlone(value) && (!(0x3400...0xd7a3).contains(value) || value % 7 == 0)
    }.compactMap { Unicode.Scalar($0) }

    private func expectAlike(_ name: String, _ fast: inout NameFolding, _ whole: inout NameFolding) {
        fast.fold(name)
        whole.foldWhole(name)
        let scalars = name.unicodeScalars.map { String($0.value, radix: 16) }.joined(separator: " ")
        #expect(Result(fast) == Result(whole), "\(scalars)")
    }

    @Test("What stands alone is folded as in any company")
    func scalars() {
        var (fast, whole) = (NameFolding(), NameFolding())
        for scalar in Self.alone { expectAlike("Á\(scalar)e \(scalar)", &fast, &whole) }
    }

    @Test("Names of any scalars are folded as Foundation folds them")
    func names() {
        // Marks, joiners, jamo, controls and others that don't stand alone are among them.
        let others: [Unicode.Scalar] = [
            "\u{301}", "\u{308}", "\u{fe0f}", "\u{200d}", "\u{1f3fd}", "\u{3099}", "\u{ff9e}", "\u{11a8}", "\u{1100}",
            "\u{e31}", "\u{93f}", "\u{5b0}", "\u{200e}", "\t", "\u{0}", "\u{a0}", "\u{ad}", "\u{3000}", "\u{1d407}",
        ]
        var state: UInt64 = 7
        func random(_ count: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int((state >> 33) % UInt64(count))
        }
        var (fast, whole) = (NameFolding(), NameFolding())
        for _ in 0..<20_000 {
            var name = String.UnicodeScalarView()
            for _ in 0...random(12) {
                switch random(20) {
                case 0: name.append(others[random(others.count)])
                case 1...7: name.append(Unicode.Scalar(UInt8(0x20 + random(0x5f))))
                case 8: name.append(" ")
                default: name.append(Self.alone[random(Self.alone.count)])
                }
            }
            expectAlike(String(name), &fast, &whole)
        }
    }

    @Test(
        "Blanks around a name are no part of it",
        arguments: [" a b ", "\ta\t", "\u{3000}é\u{3000}", " É ", "   ", "", "\u{3000}"])
    func blanks(name: String) {
        var (fast, whole) = (NameFolding(), NameFolding())
        expectAlike(name, &fast, &whole)
        #expect(fast.folded.first != 0x20 && fast.folded.last != 0x20)
    }
}
