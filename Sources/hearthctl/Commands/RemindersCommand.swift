import ArgumentParser
import ControlProtocol
import Foundation

/// Reminders of programmes.
struct RemindersCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reminders", abstract: "Of which programmes viewers are reminded, a minute before each.",
        discussion: """
            A reminder takes no keys: it says what begins, and the menu leads there. One that the guide moves takes its \
            reminder along.
            """,
        subcommands: [List.self, Add.self, Forget.self], defaultSubcommand: List.self)

    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "The reminders, the first in time first.")
        @OptionGroup var connection: ConnectionOptions

        func run() throws {
            try connection.print(
                try connection.client.request(.reminders), as: ReminderList.self, RemindersCommand.describe)
        }
    }

    struct Add: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "add", abstract: "Reminds of the programme that is on a channel at a time.")
        @OptionGroup var connection: ConnectionOptions
        @OptionGroup var programme: Programme

        func run() throws { try programme.request(connection, forget: nil) }
    }

    struct Forget: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "forget", abstract: "Does not remind of that programme any more.")
        @OptionGroup var connection: ConnectionOptions
        @OptionGroup var programme: Programme

        func run() throws { try programme.request(connection, forget: true) }
    }

    /// A programme as a person names it.
    struct Programme: ParsableArguments {
        @Argument(help: "The channel's number, name or id.")
        var channel: String
        @Argument(help: "A time at which it is on: 20:15 (the next one), or 2026-11-26T20:15.")
        var time: String

        func validate() throws {
            guard Self.date(time, now: Date()) != nil else {
                throw ValidationError("'\(time)' is no time: write 20:15, or 2026-11-26T20:15.")
            }
        }

        fileprivate func request(_ connection: ConnectionOptions, forget: Bool?) throws {
            guard let date = Self.date(time, now: Date()) else { return }
            let request = ReminderRequest(channel: channel, time: date, forget: forget)
            try connection.print(
                try connection.client.request(.remind, request), as: ReminderList.self, RemindersCommand.describe)
        }

        /// The time that a text names in local time; of an hour alone the next one from `now` on.
        static func date(_ text: String, now: Date) -> Date? {
            let calendar = Calendar(identifier: .gregorian)
            let halves = text.split(separator: "T", omittingEmptySubsequences: false)
            guard let clock = halves.last else { return nil }
            let hours = clock.split(separator: ":", omittingEmptySubsequences: false).map { Int($0) }
            guard hours.count == 2, let hour = hours[0], let minute = hours[1], (0...23).contains(hour),
                (0...59).contains(minute)
            else { return nil }
            var parts = DateComponents(hour: hour, minute: minute, second: 0)
            switch halves.count {
            case 1: return calendar.nextDate(after: now, matching: parts, matchingPolicy: .nextTime)
            case 2:
                let day = halves[0].split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
                guard day.count == 3, let year = day[0], let month = day[1], let number = day[2],
                    (1970...9999).contains(year), (1...12).contains(month), (1...31).contains(number)
                else { return nil }
                (parts.year, parts.month, parts.day) = (year, month, number)
                return calendar.date(from: parts)
            default: return nil
            }
        }
    }

    static func describe(_ list: ReminderList) -> [String] {
        guard !list.reminders.isEmpty else { return ["Nobody is to be reminded of anything."] }
        return Output.table(
            list.reminders.map { [GuideCommand.time($0.start), GuideCommand.time($0.end), $0.channel, $0.title] })
    }
}
