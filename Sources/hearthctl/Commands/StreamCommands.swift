import ArgumentParser
import ControlProtocol

struct EventsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "events", abstract: "Prints what happens as it happens, until it is interrupted.")

    @OptionGroup var connection: ConnectionOptions

    func run() throws {
        try connection.client.stream(.events) { message in
            if connection.json {
                Output.line(message.data)
            } else if let event = try? Wire.decode(ControlEvent.self, from: message.data.utf8) {
                Output.line(Output.printable(Self.describe(event)))
            } else {
                // An event of a newer daemon.
                Output.line(Output.printable("\(message.event)  \(message.data)"))
            }
        }
    }

    static func describe(_ event: ControlEvent) -> String {
        switch event {
        case .state(let state, let channel):
            ["state  \(state.rawValue)", channel.map { "\($0.number) \($0.name)" }].compactMap(\.self)
                .joined(separator: "  ")
        case .programme(let programme): "programme  \(programme?.title ?? "unknown")"
        case .flip(let flip):
            "flip  \(flip.from ?? "-") → \(flip.to)  "
                + (flip.firstFrameScanout.map { "picture after \($0 / 1_000_000) ms" } ?? "no picture")
        case .sound(let level): "sound  volume \(level.volume)\(level.muted ? ", muted" : "")"
        case .display(let display): "display  \(display.name)  \(display.connected ? "connected" : "no TV")"
        case .remoteAttached(let remote): "remote  + \(remote.name)"
        case .remoteDetached(let remote): "remote  - \(remote.name)"
        case .warning(let text): "warning  \(text)"
        case .overlay(let info): "overlay  \(info.page) \(info.what.rawValue)"
        case .proposal(let info): "proposal  \(info.what.rawValue)  \(info.title)"
        case .inset(let info): "inset  \(info.to.rawValue) \(info.what.rawValue)"
        case .reminder(let info): "reminder  \(info.title)  on \(info.channel)"
        case .nowPlaying(let info, let jumped):
            "now playing  \(info.item?.title ?? "nothing")  \(info.playback.state.rawValue)\(jumped ? ", jumped" : "")"
        case .interruption(let info): "interruption  \(info.source.rawValue) \(info.what.rawValue)"
        case .queue(let info): "queue  \(info.entries.count)\(info.playing ? ", playing" : "")"
        case .handoff(let info): "handoff  \(info.title), \(info.renderer): \(info.result.rawValue)"
        case .cast(let news): "cast  \(news.cast.title), sent by \(news.cast.sender): \(news.what.rawValue)"
        case .phone(let news): "phone  \(news.name) \(news.what.rawValue)"
        case .channels(let count): "channels  \(count)"
        case .feedback(let info): "\(info.kind.rawValue)  \(info.item.title)"
        case .focus(let focus): "focus  \(focus?.label ?? "the picture")"
        case .key(let key): "key  \(KeyLine.text(key))"
        case .lesson(let lesson): "lesson  \(LessonText.line(lesson))"
        case .authorization(let info):
            ["authorization", info.channel, info.result.rawValue, info.reason].compactMap(\.self)
                .joined(separator: "  ")
        }
    }
}

struct LogCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "log", abstract: "Prints the newest lines of the daemon's log.")

    @Flag(name: .shortAndLong, help: "Go on with every line to come, until interrupted.")
    var follow = false
    @OptionGroup var connection: ConnectionOptions

    func run() throws {
        try connection.client.stream(.log, query: follow ? "" : "?follow=0") { message in
            if connection.json {
                guard let line = try? Wire.encode(["line": message.data]) else { return }
                Output.line(String(decoding: line, as: UTF8.self))
            } else {
                Output.line(Output.printable(message.data))
            }
        }
    }
}
