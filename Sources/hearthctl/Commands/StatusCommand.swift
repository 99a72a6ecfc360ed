import ArgumentParser
import ControlProtocol

struct StatusCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status", abstract: "What the box is doing, on which devices.")

    @OptionGroup var connection: ConnectionOptions
    @Flag(help: "Tell the versions of everything that runs, and which of them differ from what was tested.")
    var versions = false

    func run() throws {
        if versions {
            try connection.print(try connection.client.request(.versions), as: VersionsInfo.self, Self.describe)
            return
        }
        try connection.print(try connection.client.request(.status), as: Status.self, Self.describe)
    }

    /// A break that plays, in a few words.
    static func words(_ info: BreakInfo) -> String {
        let left = info.duration.map { ", \(seconds(max(0, $0 - info.played))) left" } ?? ""
        let skip =
            info.canSkip
            ? "; 'hearthctl command skip_break' leaves it" : info.mustBeWatched ? "; it has to be watched" : ""
        return "\(info.number) of \(info.count)\(left)\(skip)"
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
            add("not played", playback.unplayable)
            add("subtitles", playback.subtitles)
            add("break", playback.breakInfo.map(words))
            add("behind live", playback.latencySeconds.map { seconds($0) })
            add("buffered", playback.bufferedSeconds.map { seconds($0) })
            add("variant", playback.variantBitsPerSecond.map { "\($0 / 1000) kbit/s" })
            add("network", playback.throughputBitsPerSecond.map { "\(($0 + 500) / 1000) kbit/s" })
            add("dropped", playback.framesDropped.map { "\($0) frames" })
            add("stalls", playback.stalls.flatMap { $0 == 0 ? nil : "\($0)" })
            add("left out", playback.leftOutSeconds.map { "\(seconds($0)), to be live again" })
        }
        add(
            "picture in picture",
            status.pip.map {
                "\($0.channel.number)  \($0.channel.name), \($0.size), \($0.place)\($0.heard ? ", heard" : "")"
            })
        if let warming = status.warming { rows += warm(warming) }
        rows += (status.providers ?? []).map(provider)
        add("volume", status.sound.muted ? "\(status.sound.volume), muted" : "\(status.sound.volume)")
        add("display", status.display.map(display))
        add("picture", status.playback?.picture == nil ? nil : PictureCommand.describe(status).joined())
        add("sound card", status.audio.map { "\($0.device), \($0.latencyMilliseconds) ms, \($0.underruns) underruns" })
        for remote in status.remotes { add("remote", "\(remote.name) (\(remote.bus))") }
        add("cec", status.cec.map(line))
        for (name, version) in status.versions.sorted(by: { $0.key < $1.key }) { add(name, version) }
        add("up", "\(status.uptimeSeconds) s")
        for warning in status.warnings { add("warning", warning) }
        return Output.table(rows)
    }

    static func describe(_ info: VersionsInfo) -> [String] {
        var rows = info.versions.sorted { $0.key < $1.key }.map { [$0.key, $0.value, ""] }
        for package in info.packages ?? [] {
            let difference =
                switch package.tested {
                case package.version: ""
                case let tested?: "tested with \(tested)"
                case nil: "tested without it"
                }
            rows.append([package.name, package.version, difference])
        }
        let note = "the versions of the Swift packages are told once scripts/install has written them down"
        return Output.table(rows) + (info.packages == nil ? [note] : [])
    }

    private static func display(_ display: DisplayInfo) -> String {
        if let trouble = display.trouble { return "\(trouble); the box waits for one (is its driver loaded?)" }
        guard display.connected else { return "\(display.name), no TV connected" }
        return "\(display.name), \(display.width)x\(display.height) at \(display.refreshHertz) Hz"
    }

    private static func line(_ cec: CECInfo) -> String {
        if let trouble = cec.trouble { return trouble }
        var parts = [[cec.adapter, cec.physicalAddress].compactMap(\.self).joined(separator: " at ")]
        if let television = cec.television { parts.append("the TV is \(television == "on" ? "on" : "in standby")") }
        if let isShown = cec.activeSource { parts.append(isShown ? "it shows the box" : "the box is not the source") }
        if cec.takesVolume == true { parts.append("volume keys go to it" + (cec.volume.map { " (\($0))" } ?? "")) }
        return parts.joined(separator: ", ")
    }

    private static func warm(_ warming: WarmingInfo) -> [[String]] {
        let channels = warming.channels.map { channel in
            "\(channel.number)  \(channel.name): \(channel.readiness)" + (channel.ready ? "" : ", on its way")
        }
        return (channels + warming.notes).map { ["kept ready", $0] }
    }

    private static func provider(_ provider: ProviderInfo) -> [String] {
        let limit = provider.limit.map { " of \($0)" } ?? ""
        var parts = ["\(provider.active)\(limit) requests under way"]
        if provider.waiting > 0 { parts.append("\(provider.waiting) waiting") }
        parts.append("\(megabytes(provider.playing.bytes)) watched, \(megabytes(provider.warming.bytes)) kept ready")
        if provider.refusals > 0 { parts.append("\(provider.refusals) refused") }
        return ["provider", "\(provider.name): \(parts.joined(separator: ", "))"]
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
