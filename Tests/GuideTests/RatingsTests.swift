import Guide
import Testing

@Suite("Ratings")
struct RatingsTests {
    private func years(_ text: String, _ system: String? = nil) -> Int? {
        if case .rated(let rating) = Ratings.rating(text, system: system) { rating.years } else { nil }
    }

    @Test("Marks of each system give their ages")
    func systems() {
        #expect(years("TV-14", "VCHIP") == 14)
        #expect(years("PG", "MPAA") == 10)
        #expect(years("PG", "BBFC") == 8)
        #expect(years("FSK 16", "FSK") == 16)
        #expect(years("-12", "CSA") == 12)
        #expect(years("청소년 관람불가", "KMRB") == 19)
        #expect(years("15세 이상", "KMRB") == 15)
        #expect(years("전체 관람가") == 0)
        #expect(years("R18+", "EIRIN") == 18)
        #expect(years("tv ma") == 17)
    }

    @Test("A value under the wrong label is found all the same")
    func wrongLabels() {
        #expect(years("TV-14", "MPAA") == 14)
        #expect(years("TV-G", "VCHIP") == 0)
        #expect(years("Tout public", "CSA") == 0)
        #expect(years("[14]", "ClassInd") == 14)
        #expect(years("18", "no such system") == 18)
    }

    @Test("Where systems disagree and none is named, the strictest counts")
    func strictest() {
        #expect(years("PG") == 10)
        #expect(years("R18") == 1000)
        #expect(years("X") == 1000)
    }

    @Test("Else the first number from 3 to 21; else it is unknown")
    func numbers() {
        #expect(years("ab 16 Jahren") == 16)
        #expect(years("+9") == 9)
        #expect(Ratings.rating("1999") == .unknown("1999"))
        #expect(Ratings.rating("?!") == .unrated)
        #expect(Ratings.rating("nobody knows") == .unknown("nobody knows"))
        #expect(Ratings.rating("") == .unrated)
    }

    @Test("Sub-ratings order ratings of one age")
    func subscores() {
        #expect(AgeRating(years: 14) < AgeRating(years: 14, subscore: 1))
        #expect(AgeRating(years: 18, subscore: 1) < .adult)
    }
}
