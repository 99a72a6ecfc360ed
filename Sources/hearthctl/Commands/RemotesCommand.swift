import ArgumentParser
import ControlProtocol

/// Lists the remotes.
struct RemotesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remotes", abstract: "The remotes and keyboards there are, and the key that each sent last.")

    @OptionGroup var connection: ConnectionOptions

    func run() throws {
        let body = try connection.client.request(.status)
        let status = try connection.decode(Status.self, from: body)
        if connection.json {
            Output.line(String(decoding: try Wire.encode(["remotes": status.remotes]), as: UTF8.self))
        } else {
            Self.lines(status.remotes).forEach(Output.line)
        }
    }

    static func lines(_ remotes: [RemoteInfo]) -> [String] {
        guard !remotes.isEmpty else { return ["no remote; 'hearthctl log' may tell why"] }
        return Output.table(
            remotes.map { remote in
                let last = remote.lastKey.map { key in
                    "\(key)\(remote.lastMeaning.map { $0 == key ? "" : " (\($0))" } ?? " (no meaning)")"
                }
                return [
                    remote.name, remote.bus, (remote.nodes ?? [remote.id]).joined(separator: " "),
                    last.map { $0 + ago(remote) } ?? "no key yet", battery(remote), mapping(remote),
                ]
            })
    }

    private static func ago(_ remote: RemoteInfo) -> String {
        guard let seconds = remote.lastKeySecondsAgo, seconds.isFinite, seconds < 1e9 else { return "" }
        let whole = Int(seconds)
        return switch whole {
        case ..<60: ", \(whole) s ago"
        case ..<3600: ", \(whole / 60) min ago"
        default: ", \(whole / 3600) h ago"
        }
    }

    private static func battery(_ remote: RemoteInfo) -> String {
        guard let level = remote.batteryPercent.map({ "\($0) %" }) ?? remote.batteryLevel else { return "" }
        return "battery \(level)\(remote.batteryCharging == true ? ", charging" : "")"
    }

    private static func mapping(_ remote: RemoteInfo) -> String {
        let keymaps = remote.keymaps.map { $0.isEmpty ? "the kernel's keymap" : $0.joined(separator: " ") }
        let plan = remote.plan.map { "plan \($0)" }
        return [keymaps, remote.protocols?.joined(separator: " "), plan].compactMap(\.self).joined(separator: ", ")
    }
}
