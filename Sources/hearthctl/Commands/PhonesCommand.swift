import ArgumentParser
import ControlProtocol
import Foundation

struct PhonesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "phones", abstract: "The phones that are remotes of this box.",
        discussion: """
            With [phones] port in the configuration, a phone in the home's network opens the box's page and is a remote, once \
            it was paired by what the screen shows.
            """,
        subcommands: [List.self, Pair.self, Revoke.self, Certificate.self], defaultSubcommand: List.self)

    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "Who is paired, and when each was there last.")

        @OptionGroup var connection: ConnectionOptions

        func run() throws {
            try connection.print(
                try connection.client.request(.phones), as: PhoneList.self, PhonesCommand.describe)
        }
    }

    struct Pair: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "pair", abstract: "Offers to pair a phone, for two minutes, here and on the screen.")

        @Flag(help: "Takes the offer back.") var stop = false
        @OptionGroup var connection: ConnectionOptions

        func run() throws {
            if stop {
                return try connection.print(try connection.client.request(.phonesWithdraw), as: Done.self) { _ in [] }
            }
            try connection.print(try connection.client.request(.phonesOffer), as: PhoneOffer.self) { offer in
                PhonesCommand.drawn(offer.picture) + [
                    "Point a phone's camera at the picture, or open \(offer.address) in its browser and type \(offer.code).",
                    "The offer is open for \(offer.seconds) seconds and for one phone.",
                ]
            }
        }
    }

    struct Revoke: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "revoke", abstract: "Shuts a phone out, at once and for good.")

        @Argument(help: "Its name or id.") var phone: String?
        @Flag(help: "All of them.") var all = false
        @OptionGroup var connection: ConnectionOptions

        func validate() throws {
            guard all != (phone != nil) else { throw ValidationError("name a phone, or give --all") }
        }

        func run() throws {
            let request = PhoneRevokeRequest(phone: phone, all: all ? true : nil)
            try connection.print(
                try connection.client.request(.phonesRevoke, request), as: PhoneList.self, PhonesCommand.describe)
        }
    }

    struct Certificate: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "certificate", abstract: "Where a phone gets the certificate of a box that encrypts.")

        @OptionGroup var connection: ConnectionOptions

        func run() throws {
            try connection.print(try connection.client.request(.phones), as: PhoneList.self) { list in
                guard let address = list.address else { return ["There is no door for phones: set [phones] port."] }
                guard address.hasPrefix("https:") else {
                    return ["Phones talk to this box unencrypted, and need none: [phones] https = true changes that."]
                }
                return ["\(address)box.crt (docs/phones.md says how a phone is told to trust it)"]
            }
        }
    }

    static func describe(_ list: PhoneList) -> [String] {
        guard list.address != nil || !list.phones.isEmpty else {
            return ["There is no door for phones: set [phones] port in hearth.toml."]
        }
        let lines = list.phones.map { phone in
            let seen = phone.seen.map { "last there \($0.formatted(.iso8601))" } ?? "not there since the start"
            return "\(phone.id)  \(phone.name)  paired \(phone.paired.formatted(.iso8601)), \(seen)"
        }
        return lines.isEmpty ? ["No phone is paired: 'hearthctl phones pair' offers it."] : lines
    }

    /// The picture in half blocks, light on dark as terminals are, with the margin that cameras want.
    static func drawn(_ rows: [String]) -> [String] {
        guard let width = rows.first?.count, width > 0 else { return [] }
        let margin = Array(repeating: [Bool](repeating: false, count: width + 4), count: 2)
        let dark = margin + rows.map { [false, false] + $0.map { $0 == "#" } + [false, false] } + margin
        return stride(from: 0, to: dark.count, by: 2).map { index in
            let lower = index + 1 < dark.count ? dark[index + 1] : [Bool](repeating: false, count: width + 4)
            return String(
                zip(dark[index], lower).map { upper, lower in
                    switch (upper, lower) {
                    case (false, false): "█"
                    case (false, true): "▀"
                    case (true, false): "▄"
                    case (true, true): " "
                    }
                })
        }
    }
}
