import Screens
import Testing

@Suite("Samples of letters")
struct LetterSamplesTests {
    @Test("Latin letters, digits, marks and punctuation need no sample")
    func latin() {
        var letters = LetterSamples()
        #expect(letters.take(from: ["Das Erste HD", "Ça télé – „Öst“ …", "Pờ́", "", "4K€"]).isEmpty)
    }

    @Test(
        "A text with other letters gives those letters, once",
        arguments: [
            ("MBC 드라마", "드라마"), ("NHK 総合 テレビ", "総合テレビ"), ("قناة 1", "قناة"), ("ช่อง 3", "ช่อง"),
            ("Россия 24", "Россия"), ("🎬 Films", "🎬"), ("ﾃﾚﾋﾞ", "ﾃﾚﾋﾞ"), ("தமிழ்", "தமிழ்"),
        ])
    func other(name: String, sample: String) {
        var letters = LetterSamples()
        #expect(letters.take(from: ["BBC One", name]) == [sample])
        #expect(letters.take(from: [name, "BBC One"]).isEmpty)
    }

    @Test("A text in two writing systems gives two samples, and a long one only its first letters")
    func mixed() {
        var letters = LetterSamples()
        #expect(letters.take(from: ["Мир 세계", "日本"]) == ["Мир", "세계"])
        let long = String(repeating: "ไทย", count: 10_000)
        #expect(letters.take(from: [long]) == [String(String.UnicodeScalarView(long.unicodeScalars.prefix(12)))])
    }

    @Test("A list with letters of all of Unicode loads a bounded number of fonts")
    func hostile() {
        var letters = LetterSamples()
        let all = stride(from: UInt32(0x80), to: 0x110000, by: 0x40).compactMap(Unicode.Scalar.init).map { String($0) }
        #expect(letters.take(from: all).count == 64)
        #expect(letters.take(from: [all.joined()]).isEmpty)
    }
}
