import MediaCore
import Testing

@testable import Playback

@Suite("When to begin")
struct StartRuleTests {
    private func rule(supply: Double?) -> StartRule {
        var rule = StartRule()
        rule.note(reach: MediaTime(seconds: 5), at: .zero)
        if let supply { rule.note(reach: MediaTime(seconds: 5 + supply), at: HostTime(nanoseconds: 1_000_000_000)) }
        return rule
    }

    private let usual = Duration.milliseconds(1500)

    @Test("the supply is what has come since the first look")
    func supply() throws {
        #expect(StartRule().supply == nil && rule(supply: nil).supply == nil)
        #expect(abs(try #require(rule(supply: 0.8).supply) - 0.8) < 1e-9)
        var back = rule(supply: 1)
        back.note(reach: .zero, at: HostTime(nanoseconds: 2_000_000_000))
        #expect(back.supply == 0)
    }

    @Test(
        "the thinner the line, the more must be there; three seconds are the end of waiting",
        arguments: [
            (nil, 500), (2, 0), (1.25, 0), (1, 500), (0.8, 900), (0.5, 1500), (0, 1500),
        ] as [(Double?, Int)])
    func stock(supply: Double?, milliseconds: Int) {
        let rule = rule(supply: supply)
        #expect(rule.isSafe(.milliseconds(milliseconds + 1), usual: usual, waited: .zero, outlook: nil))
        if milliseconds > 0 {
            #expect(
                !rule.isSafe(.milliseconds(milliseconds - 1), usual: usual, waited: .milliseconds(2999), outlook: nil))
        }
        #expect(rule.isSafe(.zero, usual: usual, waited: .seconds(3), outlook: nil))
        #expect(rule.isSafe(.milliseconds(350), usual: .milliseconds(350), waited: .zero, outlook: nil))
    }

    @Test(
        "what the rule lets begin over a steady line lasts for four seconds and a half at least",
        arguments: [0.3, 0.5, 0.7, 0.8, 0.9, 0.99])
    func lasts(supply: Double) {
        var rule = StartRule()
        var step = 0
        func reach(_ step: Int) -> Double { 0.08 + Double(step) * 0.02 * supply }
        while true {
            let now = HostTime(nanoseconds: Int64(step) * 20_000_000)
            rule.note(reach: MediaTime(seconds: reach(step)), at: now)
            if rule.isSafe(.milliseconds(Int(reach(step) * 1000)), usual: usual, waited: now - .zero, outlook: nil) {
                break
            }
            step += 1
        }
        let dry = reach(step) / (1 - supply)
        #expect(dry > min(4.4, 1.5 / (1 - supply) * 0.65) || step == 150)
    }

    @Test("sound comes soon enough when the line makes up for its lag within half a second")
    func sound() {
        func comes(_ supply: Double?, _ sound: Double?, picture: Double = 0.2) -> Bool {
            rule(supply: supply).soundComes(
                sound.map { .milliseconds(Int($0 * 1000)) }, picture: .milliseconds(Int(picture * 1000)),
                wanted: .milliseconds(100), outlook: nil)
        }
        #expect(comes(nil, 0.1) && comes(0, 0.2), "it is there")
        #expect(!comes(nil, 0.05) && !comes(1, 0.05))
        #expect(comes(2, -0.4) && !comes(2, -0.41))
        #expect(comes(4, nil) && !comes(2, nil), "0.7 s behind the picture")
        #expect(comes(0, nil, picture: 0.9))
    }
}
