import MediaCore
import Testing

@testable import Appliance

@Suite("Whether a place in a film is worth coming back to")
struct ResumePolicyTests {
    private func verdict(_ place: Int?, of length: Int?, isLive: Bool = false) -> ResumePolicy.Verdict {
        ResumePolicy.verdict(place.map { .seconds($0) }, of: length.map { .seconds($0) }, isLive: isLive)
    }

    @Test("A film of two hours is kept from its second minute until its last three minutes")
    func film() {
        #expect(verdict(0, of: 7200) == .forget)
        #expect(verdict(59, of: 7200) == .forget)
        #expect(verdict(60, of: 7200) == .keep)
        #expect(verdict(7020, of: 7200) == .keep)
        #expect(verdict(7021, of: 7200) == .forget)
        #expect(verdict(7200, of: 7200) == .forget)
        #expect(verdict(9999, of: 7200) == .forget)
    }

    @Test("The credits are a twentieth of the length, from half a minute to three minutes")
    func credits() {
        #expect(ResumePolicy.end(of: .seconds(300)) == .seconds(30))
        #expect(ResumePolicy.end(of: .seconds(1320)) == .seconds(66))
        #expect(ResumePolicy.end(of: .seconds(7200)) == .seconds(180))
        #expect(verdict(1254, of: 1320) == .keep)
        #expect(verdict(1255, of: 1320) == .forget)
    }

    @Test("Nothing is said of what is live, of what has no known length or place, and of clips")
    func never() {
        #expect(verdict(600, of: 7200, isLive: true) == .leave)
        #expect(verdict(600, of: nil) == .leave)
        #expect(verdict(nil, of: 7200) == .leave)
        #expect(verdict(120, of: 239) == .leave)
        #expect(verdict(120, of: 240) == .keep)
        #expect(verdict(600, of: 0) == .leave)
    }

    @Test("Of every length each place is kept in one stretch, and neither its beginning nor its end is in it")
    func every() {
        for length in 0...1500 {
            var changes = 0
            var before = ResumePolicy.Verdict.forget
            for place in 0...length + 10 {
                let now = verdict(place, of: length)
                #expect(verdict(place, of: length, isLive: true) == .leave)
                if length < 240 {
                    #expect(now == .leave)
                    continue
                }
                #expect(now != .leave)
                if now == .keep { #expect(place >= 60 && place <= length - 30) }
                if now != before { changes += 1 }
                before = now
            }
            #expect(length < 240 || changes == 2)
        }
    }
}
