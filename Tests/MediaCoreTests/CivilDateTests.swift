import MediaCore
import Testing

@Suite("Civil dates")
struct CivilDateTests {
    @Test(
        "A day since 1970 and its date are the same day, leap days and the time before included",
        arguments: [
            (0, 1970, 1, 1), (-1, 1969, 12, 31), (59, 1970, 3, 1), (11_016, 2000, 2, 29), (20_778, 2026, 11, 21),
            (-719_468, 0, 3, 1), (-25_509, 1900, 2, 28), (-25_508, 1900, 3, 1),
        ] as [(Int64, Int64, Int64, Int64)])
    func both(days: Int64, year: Int64, month: Int64, day: Int64) {
        let date = CivilDate(year: year, month: month, day: day)
        #expect(CivilDate(daysSince1970: days) == date)
        #expect(date.daysSince1970 == days)
    }

    @Test("Every day of eight centuries goes there and back")
    func thereAndBack() {
        for days in stride(from: Int64(-146_097), to: 146_097, by: 1)
        where CivilDate(daysSince1970: days).daysSince1970 != days {
            Issue.record("\(days)")
        }
    }
}
