import MediaCore

extension CivilDate {
    /// The date and time, in whole seconds since 1970, as ISO 8601, as in EXT-X-PROGRAM-DATE-TIME.
    static func text(_ seconds: Int64) -> String {
        let (date, time) = digits(seconds)
        return "\(date.joined(separator: "-"))T\(time.joined(separator: ":")).000Z"
    }

    /// The date and time, in whole seconds since 1970, as XMLTV has them: `20261123180000 +0000`.
    static func guideText(_ seconds: Int64) -> String {
        let (date, time) = digits(seconds)
        return (date + time).joined() + " +0000"
    }

    private static func digits(_ seconds: Int64) -> (date: [String], time: [String]) {
        let date = CivilDate(daysSince1970: seconds / 86_400)
        let rest = seconds % 86_400
        func two(_ value: Int64) -> String { value < 10 ? "0\(value)" : String(value) }
        return (
            ["\(date.year)", two(date.month), two(date.day)], [two(rest / 3600), two(rest / 60 % 60), two(rest % 60)]
        )
    }
}
