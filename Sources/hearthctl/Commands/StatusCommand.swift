import ArgumentParser
import ControlProtocol

struct StatusCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status", abstract: "What the box is doing, on which devices.")

    @OptionGroup var connection: ConnectionOptions

    func run() throws {
        try connection.print(try connection.client.request(.status), as: Status.self, Self.describe)
    }

    static func describe(_ status: Status) -> [String] {
        var rows = [["state", status.state.rawValue]]
        func add(_ name: String, _ value: String?) {
            if let value, !value.isEmpty { rows.append([name, value]) }
        }
        add("channel", status.channel.map { "\($0.number)  \($0.name)" })
        add("url", status.url)
        add("programme", status.programme?.title)
        if let trouble = status.trouble { add("trouble", "\(trouble.cause); \(trouble.nextStep)") }
        if let playback = status.playback {
            add("video", playback.video)
            add("audio", [playback.audio, playback.audioTrack].compactMap(\.self).joined(separator: ", "))
            add("subtitles", playback.subtitles)
            add("behind live", playback.latencySeconds.map { seconds($0) })
            add("buffered", playback.bufferedSeconds.map { seconds($0) })
            add("variant", playback.variantBitsPerSecond.map { "\($0 / 1000) kbit/s" })
            add("network", playback.throughputBitsPerSecond.map { "\(($0 + 500) / 1000) kbit/s" })
            add("dropped", playback.framesDropped.map { "\($0) frames" })
            add("stalls", playback.stalls.flatMap { $0 == 0 ? nil : "\($0)" })
        }
        if let warming = status.warming { rows += warm(warming) }
        add("volume", status.sound.muted ? "\(status.sound.volume), muted" : "\(status.sound.volume)")
        add(
            "display",
            status.display.map {
                "\($0.name), "
                    + ($0.connected ? "\($0.width)x\($0.height) at \($0.refreshHertz) Hz" : "no TV connected")
            })
        add("sound card", status.audio.map { "\($0.device), \($0.latencyMilliseconds) ms, \($0.underruns) underruns" })
        for remote in status.remotes { add("remote", "\(remote.name) (\(remote.bus))") }
        add("cec", status.cec.map { $0.trouble ?? [$0.adapter, $0.physicalAddress].compactMap(\.self).joined(separator: " at ") })
        for (name, version) in status.versions.sorted(by: { $0.key < $1.key }) { add(name, version) }
        add("up", "\(status.uptimeSeconds) s")
        for warning in status.warnings { add("warning", warning) }
        return Output.table(rows)
    }

    private static func warm(_ warming: WarmingInfo) -> [[String]] {
        var rows = warming.channels.map { channel in
            let state = channel.ready ? channel.readiness : "\(channel.readiness), on its way"
            return ["kept ready", "\(channel.number)  \(channel.name): \(state)" + (channel.note.map { " (\($0))" } ?? "")]
        }
        rows += warming.notes.map { ["kept ready", $0] }
        var costs: [String] = []
        if let bytes = warming.warmingBytes { costs.append("\(megabytes(bytes)) for what is kept ready") }
        if let bytes = warming.playingBytes { costs.append("\(megabytes(bytes)) for what was watched") }
        if let connections = warming.connections { costs.append("\(connections) connection\(connections == 1 ? "" : "s")") }
        if !costs.isEmpty { rows.append(["fetched", costs.joined(separator: ", ")]) }
        return rows
    }

    private static func megabytes(_ bytes: UInt64) -> String {
        let tenths = bytes / 100_000
        return "\(tenths / 10).\(tenths % 10) MB"
    }

    private static func seconds(_ value: Double) -> String {
        guard value.isFinite, abs(value) < 1e9 else { return "\(value) s" }
        return "\((value * 10).rounded() / 10) s"
    }
}
