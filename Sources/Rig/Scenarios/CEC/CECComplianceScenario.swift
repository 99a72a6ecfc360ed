import ControlProtocol
import MediaCore

extension Catalogue {
    /// Runs cec-compliance, v4l-utils' test of CEC devices, in the TV's place.
    static let cecCompliance = Scenario(
        "cec-compliance", "cec-compliance finds nothing in the box but what is known of it", needs: [.bus]
    ) { run in
        let bus = try run.bus()
        try bus.become(.on)
        try run.start(BoxSettings(takesCEC: true))
        let said = try run.bench.box.shell("cec-compliance -d /dev/cec-tv -r4 --skip-test-standby-resume")
        run.keep(text: said, as: "cec-compliance")
        let report = CECCompliance(said)
        run.check(
            "It comes to its end", report.total ?? 0 > 0,
            found: report.total.map { "\($0) tests" } ?? String(said.suffix(300)))
        let unknown = report.failed.filter { !known.contains($0) }
        run.check("Nothing fails but what is known", unknown.isEmpty, found: "\(unknown), of all: \(report.failed)")
        run.figure("tests", Double(report.total ?? 0), "")
        run.figure("known to fail", Double(report.failed.count - unknown.count), "", limit: Double(known.count))
        // The program stops the deck, and so the channel, asks for a still, and presses every key: one key press of
        // ours resumes playback from whatever state it left.
        try run.bench.box.hearthctl("press KEY_PLAY")
        let plays = try waitUntil(interval: .milliseconds(20)) {
            try run.bench.box.status().state == .playing ? true : nil
        }
        run.check("The box plays", plays == true)
    }

    /// The tests known to fail. Play also asks for playing backwards, which a live channel can't. Standby is left out:
    /// the box stays on when the TV goes off unless it is told otherwise (`[cec] tv_off`), which the program waits
    /// minutes for.
    private static let known: Set<String> = ["Play"]
}

/// What cec-compliance printed, parsed.
package struct CECCompliance: Sendable, Hashable {
    /// The number of tests; nil: the program did not come to its end.
    package let total: Int?
    package let failed: [String]

    package init(_ output: String) {
        var (total, failed): (Int?, [String]) = (nil, [])
        for line in output.split(separator: "\n") {
            let words = line.drop { $0 == " " || $0 == "\t" }
            if words.hasSuffix(": FAIL") { failed.append(String(words.dropLast(": FAIL".count))) }
            // Total for vivid device /dev/cec-tv: 79, Succeeded: 68, Failed: 11, Warnings: 0
            guard words.hasPrefix("Total for ") else { continue }
            let counts = words.split(separator: ", ")[0].split(separator: ": ")
            total = counts.last.flatMap { Int($0) }
        }
        (self.total, self.failed) = (total, failed)
    }
}
