/// A scenario that an administrator wrote in TOML: see `docs/scenarios`.
package struct Script: Sendable, Hashable {
    package var name: String
    package var summary: String
    package var settings: BoxSettings
    package var steps: [ScriptStep]

    package init(name: String, summary: String, settings: BoxSettings = BoxSettings(), steps: [ScriptStep]) {
        self.name = name
        self.summary = summary
        self.settings = settings
        self.steps = steps
    }

    /// The hands that its steps name.
    package var hands: [HandKind] {
        steps.compactMap { step in
            guard case .press(_, let hand, _) = step.action else { return nil }
            return hand
        }
    }

    package var needs: Set<Capability> { steps.reduce(into: []) { $0.formUnion($1.action.needs) } }
}

package struct ScriptStep: Sendable, Hashable {
    /// The step's line in the file, from 1.
    package var line: Int
    package var action: Action

    package init(line: Int, _ action: Action) {
        self.line = line
        self.action = action
    }

    package enum Action: Sendable, Hashable {
        case press(RemoteKey, hand: HandKind?, hold: Duration)
        case wait(Duration)
        case waitForChannel(Int, within: Duration)
        case waitForText(String, region: Region, within: Duration)
        /// Waits for a picture on the screen, given as the path of a PNG.
        case waitForMatch(String, region: Region, within: Duration)
        case expectBlack(Bool, region: Region)
        case expectMotion(Bool, region: Region, during: Duration)
        case expectBeep(hertz: Double, during: Duration)
        case expectSilence(during: Duration)
        /// Expects the loudest sample to be within a range, in dB below full scale.
        case expectLevel(ClosedRange<Double>, during: Duration)
        /// Runs hearthctl, again and again until it prints the text.
        case hearthctl(String, output: String?, within: Duration)
        case strike(FaultKind)
        case mend(FaultKind)

        var needs: Set<Capability> {
            switch self {
            case .press(_, let hand, _): hand.map { [.hand($0)] } ?? []
            case .wait, .hearthctl: []
            case .waitForChannel, .waitForText, .waitForMatch, .expectBlack, .expectMotion: [.eyes]
            case .expectBeep, .expectSilence, .expectLevel: [.ears]
            case .strike(let fault), .mend(let fault): [.fault(fault)]
            }
        }
    }
}
