import Guide
import GuideStore
import Testing
import XMLTV

@Suite struct ProgrammeTests {
    @Test(arguments: [
        (["de"], "deutsch"), (["en"], "english"), (["en-GB"], "british"), (["en_GB.UTF-8"], "british"),
        (["de-AT"], "deutsch"), (["fr", "en"], "english"), (["fr"], "ohne"), ([], "ohne"), ([""], "ohne"),
        (["d"], "ohne"), (["EN-us"], "english"),
    ])
    func `the first language that is there is chosen`(languages: [String], chosen: String) {
        let texts = [
            LocalisedText("ohne"), LocalisedText("deutsch", language: "de"), LocalisedText("english", language: "en"),
            LocalisedText("british", language: "en-GB"), LocalisedText(" \n", language: "d"),
        ]
        #expect(texts.text(in: languages) == chosen)
    }

    @Test func `blank texts are none`() {
        #expect([LocalisedText]().text(in: ["de"]) == nil)
        #expect([LocalisedText(" "), LocalisedText("")].text(in: ["de"]) == nil)
    }

    @Test func `a programme is made from what a guide says`() {
        var source = XMLTVProgramme(channel: "c", start: 100)
        source.titles = [LocalisedText("The News", language: "en"), LocalisedText("Nachrichten", language: "de")]
        source.categories = [LocalisedText("News", language: "en")]
        source.people = [.init(job: "presenter", name: "A")]
        source.episode.season = 2
        source.isLive = true
        source.catchupID = "x"
        let programme = Programme(source, languages: ["de"])
        #expect(programme.title == "Nachrichten")
        #expect(programme.category == "News")
        #expect(programme.people.map(\.name) == ["A"])
        #expect(programme.season == 2 && programme.episode == nil)
        #expect(programme.isLive && !programme.isNew)
        #expect(programme.catchupID == "x")
        #expect(programme.stop == 100)
        #expect(programme.richness == 5)
    }

    @Test func `of several ratings the strictest known one counts`() {
        var source = XMLTVProgramme(channel: "c", start: 0)
        source.ratings = [
            .init(value: "what", system: "X"), .init(value: "6", system: "FSK"), .init(value: "16", system: "FSK"),
        ]
        #expect(Programme(source, languages: []).rating == .rated(AgeRating(years: 16)))
        source.ratings = [.init(value: "what", system: "X")]
        #expect(Programme(source, languages: []).rating == .unknown("what"))
        source.ratings = []
        #expect(Programme(source, languages: []).rating == .unrated)
    }
}
