import Compositing
import ControlProtocol
import Devices
import Foundation
import MediaCore

/// A running scenario: gives it the bench, and takes what goes into the report. Use from one
/// thread.
package final class ScenarioRun {
    /// How long after the first picture the hints of the start are over it: the channel's name, then what the keys do.
    static let startHints = Duration.seconds(11)

    package let bench: Bench
    /// The folder for pictures and logs.
    package let folder: String
    /// The hand that presses the keys where the scenario does not name one; nil: the bench's first.
    package let preferredHand: HandKind?
    package private(set) var result: ScenarioResult
    private let clock = MonotonicClock()

    package init(_ scenario: Scenario, on bench: Bench, folder: String, hand: HandKind? = nil) {
        self.bench = bench
        self.folder = folder
        preferredHand = hand
        result = ScenarioResult(scenario: scenario.name, bench: bench.name, isSimulated: bench.isSimulated)
    }

    package var now: HostTime { clock.now }

    // MARK: The parts that the scenario said it needs

    package func eyes() throws -> any Eyes { try bench.eyes.orThrow(BenchLacks("eyes")) }
    package func ears() throws -> any Ears { try bench.ears.orThrow(BenchLacks("ears")) }
    package func bus() throws -> any CECNeighbours { try bench.bus.orThrow(BenchLacks("a CEC bus")) }
    package func wire() throws -> any PluggedSource {
        try bench.wire.orThrow(BenchLacks("anything plugged into the box"))
    }
    /// The preferred hand where one is set, else the bench's first that has the key.
    package func hand(for key: RemoteKey) throws -> any Hand {
        if let preferredHand { return try hand(preferredHand) }
        return try bench.hands.first { $0.has(key) }.orThrow(BenchLacks("a hand with \(key.rawValue)"))
    }

    package func hand(_ kind: HandKind) throws -> any Hand {
        try bench.hand(kind).orThrow(BenchLacks("the hand \(kind.rawValue)"))
    }
    package func fault(_ kind: FaultKind) throws -> any Fault {
        try bench.fault(kind).orThrow(BenchLacks("the fault \(kind.rawValue)"))
    }

    // MARK: The report

    /// Records whether something is as it must be; the scenario goes on. Returns `passed`.
    @discardableResult
    package func check(_ what: String, _ passed: Bool, found: String = "", frames: [SeenFrame] = []) -> Bool {
        let pictures = frames.compactMap { keep($0, as: what) }
        result.checks.append(.init(what: what, passed: passed, found: found, pictures: pictures))
        return passed
    }

    /// Records a measured figure; a `limit` is the most it may be.
    package func figure(_ name: String, _ value: Double, _ unit: String, limit: Double? = nil) {
        result.figures.append(.init(name: name, value: value, unit: unit, limit: limit))
    }

    package func note(_ text: String) { mark(.note, text) }

    /// Records an entry of the timeline, by default at the present time.
    package func mark(
        _ lane: ScenarioResult.Entry.Lane, _ text: String, at time: HostTime? = nil, until end: HostTime? = nil
    ) {
        let time = time ?? now
        result.timeline.append(.init(lane: lane, time: time.nanoseconds, end: end?.nanoseconds, text: text))
    }

    /// Keeps a picture in the report. Returns its file's name; nil for a frame without pixels.
    @discardableResult
    package func keep(_ frame: SeenFrame, as name: String) -> String? {
        guard let image = frame.image else { return nil }
        let words = name.lowercased().split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }
        let file = "\(result.scenario)-\(result.pictures.count + 1)-\(words.joined(separator: "-").prefix(40)).png"
        guard (try? Data(image.png()).write(to: URL(fileURLWithPath: "\(folder)/\(file)"))) != nil else { return nil }
        result.pictures.append(file)
        return file
    }

    /// Keeps what a program printed in the report's folder, beside the pictures.
    package func keep(text: String, as name: String) {
        try? text.write(toFile: "\(folder)/\(result.scenario)-\(name).log", atomically: true, encoding: .utf8)
    }

    // MARK: Its whole course

    /// Runs a scenario to its end; an error it throws becomes part of the result, and faults are
    /// mended.
    package static func run(
        _ scenario: Scenario, on bench: Bench, folder: String, hand: HandKind? = nil
    ) -> ScenarioResult {
        let run = ScenarioRun(scenario, on: bench, folder: folder, hand: hand)
        run.result.missing = scenario.needs.subtracting(bench.has).map { "\($0)" }.sorted()
        guard run.result.missing.isEmpty else { return run.result }
        let start = run.now
        do {
            try scenario.run(run)
        } catch {
            run.result.error = "\(error)"
        }
        for fault in bench.faults { try? fault.mend() }
        try? bench.bus?.become(.on)
        run.result.versions = (try? bench.box.status())?.versions ?? [:]
        _ = try? bench.box.stop()
        run.result.seconds = Double((run.now - start) / .nanoseconds(1)) / 1e9
        run.result.timeline.sort { $0.time < $1.time }
        return run.result
    }
}

package struct BenchLacks: Error, CustomStringConvertible {
    private let part: String

    package init(_ part: String) { self.part = part }

    package var description: String { "this bench has not \(part): see hearth-rig list" }
}

extension Optional {
    fileprivate func orThrow(_ error: BenchLacks) throws(BenchLacks) -> Wrapped {
        guard let self else { throw error }
        return self
    }
}
