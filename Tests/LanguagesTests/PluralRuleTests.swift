import Languages
import Testing

@Suite("Forms beside numbers")
struct PluralRuleTests {
    private func forms(_ language: String, _ numbers: [Int]) throws -> String {
        let rule = try #require(PluralRule(language: language))
        return numbers.map { rule.category(of: $0).rawValue }.joined(separator: " ")
    }

    @Test("Languages count as CLDR says")
    func categories() throws {
        #expect(try forms("en", [0, 1, 2, -1, 11, 21]) == "other one other one other other")
        #expect(try forms("ko-KR", [0, 1, 2, 100]) == "other other other other")
        #expect(
            try forms("ru", [0, 1, 2, 4, 5, 11, 12, 14, 21, 22, 25, 101, 111])
                == "many one few few many many many many one few many one many")
        #expect(
            try forms("ar", [0, 1, 2, 3, 10, 11, 99, 100, 102, 103, 111, 200])
                == "zero one two few few many many other other few many other")
        #expect(try forms("pl", [1, 2, 5, 12, 22, 21]) == "one few many many few many")
        #expect(try forms("cs", [1, 2, 4, 5, 22]) == "one few few other other")
        #expect(try forms("fr", [0, 1, 2, 1_000_000, 2_000_001]) == "one one other many other")
        #expect(try forms("es", [0, 1, 3_000_000]) == "other one many")
        #expect(try forms("lv", [0, 1, 2, 10, 11, 21]) == "zero one other zero zero one")
        #expect(try forms("lt", [1, 2, 10, 11, 12, 21, 22]) == "one few other other other one few")
        #expect(try forms("ro", [0, 1, 2, 19, 20, 101]) == "few one few few other few")
        #expect(try forms("sl", [1, 2, 3, 4, 5, 101, 102]) == "one two few few other one two")
        #expect(try forms("sr", [1, 2, 5, 11, 22]) == "one few other other few")
        #expect(try forms("he", [1, 2, 3]) == "one two other")
        #expect(try forms("hi", [0, 1, 2]) == "one one other")
        #expect(PluralRule(language: "tlh") == nil && PluralRule(language: "") == nil)
    }

    @Test("A rule gives no form but those that it says a language needs, whatever the number")
    func needed() {
        for rule in PluralRule.allCases {
            let given = Set((Array(-3...1200) + [.min, .max, 1_000_000, 2_000_000]).map(rule.category(of:)))
            #expect(given == Set(rule.categories), "\(rule)")
        }
    }
}
