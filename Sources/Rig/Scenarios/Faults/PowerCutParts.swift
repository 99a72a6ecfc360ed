import ControlProtocol
import Foundation
import MediaCore
import OriginPattern

/// What runs on the board before its power is cut, and after. `PowerCut` does the cutting, on the host.
extension Catalogue {
    /// The path of a list of the channels that were seen on the screen, one a line: the box must remember
    /// them.
    private static func diary(_ run: ScenarioRun) -> String { "\(run.folder)/power-cut.txt" }

    private static let visited = [2, 3, 5, 6]

    static let powerCutBefore = Scenario(
        "power-cut-before", "Flips without end, and keeps a diary of where it is", needs: [.everyFrame, .hand(.uinput)]
    ) { run in
        let viewer = try Viewer(run)
        try viewer.press(.volumeDown)
        for round in 0..<200 {
            let channel = visited[round % visited.count]
            try run.bench.box.hearthctl("tune \(channel)")
            guard try waitUntil(interval: .milliseconds(20), { try viewer.plays(channel) ? true : nil }) != nil else {
                throw NotAsExpected(what: "channel \(channel) plays", said: try run.bench.box.hearthctl("status"))
            }
            // The box writes the channel down when it is shown, but not at that very moment.
            pause(.milliseconds(300))
            try run.bench.box.shell("echo \(channel) >>\(diary(run)) && sync \(diary(run))")
        }
    }

    static let powerCutAfter = Scenario(
        "power-cut-after", "The box is as it was before its power was cut",
        needs: [.everyFrame, .ears, .hand(.uinput)]
    ) { run in
        let text = (try? String(contentsOfFile: diary(run), encoding: .utf8)) ?? ""
        let channels = text.split(separator: "\n").compactMap { Int($0) }
        guard let last = channels.last, let place = visited.firstIndex(of: last) else {
            throw NotAsExpected(what: "a diary of the time before the cut", said: text)
        }
        let next = visited[(place + 1) % visited.count]
        let box = run.bench.box
        let start = run.now
        try box.start(BoxSettings(keepsState: true))
        let viewer = Viewer(on: run)
        var seen: Int?
        try viewer.time("power back: from the daemon's start to the picture", limit: .seconds(3), since: start) {
            seen = try viewer.picture().map { Int($0.channel) }
            return seen != nil
        }
        run.check(
            "It is on the channel it was on", seen == last || seen == next,
            found: "\(seen.map(String.init) ?? "none") after \(last), perhaps already \(next)")
        if let seen { try viewer.recovers(seen, limit: .seconds(3), since: start) }
        let status = try box.status()
        run.check("The volume is remembered", status.sound.volume == 76, found: "\(status.sound.volume)")
        run.check(
            "Nothing of the state was lost", !box.log.contains("state file") && status.warnings.isEmpty,
            found: "\(status.warnings)")
        try viewer.checkKeys("after the power cut")
    }
}
