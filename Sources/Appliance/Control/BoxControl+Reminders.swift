import Channels
import ControlProtocol
import FoundationEssentials
import GuideStore
import Store

/// Lists, sets and takes back reminders for the control API.
extension BoxControl {
    package func reminders() async -> ReminderList {
        ReminderList(reminders: await box.read { $0.reminders.all.map(ReminderInfo.init) })
    }

    package func remind(_ request: ReminderRequest) async throws -> ReminderList {
        let target = try TuneTarget(named: request.channel)
        guard let channel = await box.read({ $0.tuner.channel(target)?.id }) else { throw Self.noChannel }
        guard let seconds = Int64(exactly: request.time.timeIntervalSince1970.rounded(.down)) else {
            throw ControlError(.badRequest, cause: "that is no time", nextStep: "give one such as 2026-11-26T20:15:00Z")
        }
        if request.forget == true {
            let isKnown = await box.read { box in
                let known = box.reminders.all.first {
                    $0.channel == channel && $0.start <= seconds && seconds < $0.stop
                }
                if let known { box.tellReminders(.forget(channel, start: known.start)) }
                return known != nil
            }
            guard isKnown else {
                throw ControlError(
                    .notFound, cause: "nobody is to be reminded of that",
                    nextStep: "'hearthctl reminders list' has the channels and times")
            }
            return await reminders()
        }
        guard let found = await box.devices.guide?.nowAndNext([channel], at: seconds)[channel]?.now else {
            throw ControlError(
                .notFound, cause: "the guide has nothing on that channel then",
                nextStep: "'hearthctl guide search' finds programmes and their times")
        }
        guard found.start > WallClock.seconds else {
            throw ControlError(.notNow, cause: "that has begun already", nextStep: "tune to the channel")
        }
        let taken = await box.read { box in
            box.tellReminders(
                .remind(Reminder(channel: channel, start: found.start, stop: found.stop, title: found.title)))
            return box.reminders.contains(channel, start: found.start)
                || box.reminders.told.contains { $0.channel == channel && $0.start == found.start }
        }
        guard taken else {
            throw ControlError(
                .notNow, cause: "there are \(Store.mostReminders) reminders, and no more are kept",
                nextStep: "'hearthctl reminders forget' makes room")
        }
        return await reminders()
    }
}

extension ReminderInfo {
    init(_ reminder: Reminder) {
        self.init(
            channel: reminder.channel, title: reminder.title,
            start: Date(timeIntervalSince1970: Double(reminder.start)),
            end: Date(timeIntervalSince1970: Double(reminder.stop)))
    }
}
