import Testing

@testable import HLS

@Suite("Language tags")
struct LanguageTagTests {
    @Test(
        "Codes of ISO 639-2, deprecated ones and underscores are read as what they mean",
        arguments: [
            ("deu", "de"), ("ger", "de"), ("de", "de"), ("GER", "de"), ("fre", "fr"), ("iw", "he"), ("zh-yue", "yue"),
            ("cmn-Hans", "zh"), ("pt_BR", "pt"), ("nob", "nb"), ("yue", "yue"),
        ])
    func codes(_ text: String, _ language: String) {
        #expect(LanguageTag(text)?.language == language)
    }

    @Test(
        "What names no language is none",
        arguments: ["", "und", "mul", "zxx", "mis", "qaa", "qad", "x-klingon", "d", "-", "12", "größer"])
    func none(_ text: String) {
        #expect(LanguageTag(text) == nil)
    }

    @Test("Script and region are found, whatever stands around them")
    func parts() throws {
        let tag = try #require(LanguageTag("sr-Latn-RS-ekavsk-x-private-zz"))
        #expect(tag.script == "latn" && tag.region == "rs")
        #expect(LanguageTag("es-419")?.region == "419")
        #expect(LanguageTag("zh-TW")?.script == "hant" && LanguageTag("zh-CN")?.script == "hans")
        #expect(LanguageTag("en-a-bb-gb")?.region == nil, "an extension is no region")
    }

    private func order(_ wanted: String, _ offered: [String]) -> [String] {
        guard let wanted = LanguageTag(wanted) else { return [] }
        let found = offered.compactMap { text in LanguageTag(text)?.closeness(to: wanted).map { (text, $0) } }
        return found.sorted { $0.1 > $1.1 }.map(\.0)
    }

    @Test("The same is better than the wider, the wider than another region or script (RFC 4647 §3.4)")
    func lookup() {
        #expect(order("de-CH", ["fr", "de-AT", "de", "de-CH"]) == ["de-CH", "de", "de-AT"])
        #expect(order("en", ["en-US", "en", "eng"]).first == "en")
        #expect(
            order("zh-Hant-TW", ["zh-Hans", "zh", "zh-Hant-HK", "zh-Hant", "zh-TW"])
                == ["zh-TW", "zh-Hant", "zh-Hant-HK", "zh", "zh-Hans"])
        #expect(order("pt-BR", ["pt-PT", "por", "es"]) == ["por", "pt-PT"])
    }

    @Test("Norwegian is Bokmål before it is Nynorsk, and both are nearer than Danish")
    func norwegian() {
        #expect(order("no", ["da", "nn", "nb", "no"]) == ["no", "nb", "nn"])
        #expect(order("nb", ["nn", "no", "nor"]).prefix(2).allSatisfy { $0 != "nn" })
        #expect(order("nn", ["sv", "nb", "nn-NO"]) == ["nn-NO", "nb"])
    }

    @Test("Every code has a name in English")
    func names() {
        #expect(LanguageTag("deu")?.name == "German" && LanguageTag("el")?.name == "Greek")
        #expect(LanguageTag("gsw")?.name == "Swiss German" && LanguageTag("tlh")?.name == "tlh")
        #expect(LanguageNames.english.count > 190)
        #expect(LanguageNames.english.allSatisfy { (2...3).contains($0.key.count) && !$0.value.isEmpty })
    }
}
