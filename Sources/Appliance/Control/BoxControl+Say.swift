import Base
import Channels
import Commands
import ControlProtocol
import GuideStore
import Screens

/// Does what is said in words, by the grammars of the languages there are.
extension BoxControl {
    /// So many examples an answer names.
    private static let mostExamples = 8

    package func say(_ request: SayRequest, byHand: Bool) async throws -> SayAnswer {
        guard Command.isTypable(request.text) else {
            throw ControlError(
                .badRequest, cause: "that is nothing that can be said",
                nextStep: "say 1 to \(Command.longestText) letters, on one line")
        }
        // Files, which are not the box's to wait for.
        let grammars = try await blocking(on: "hearth-file") { [box] in box.grammars() }
        let spoken = await box.read { $0.lookControl.info.language }
        let wanted = request.language ?? spoken
        let sorted =
            grammars.filter { isSame($0.language, wanted) } + grammars.filter { !isSame($0.language, wanted) }
        guard !sorted.isEmpty else {
            throw ControlError(
                .notNow, cause: "there are no words to go by", nextStep: "is /usr/share/hearth/intents installed?")
        }
        for grammar in sorted {
            switch grammar.meaning(of: request.text) {
            case .command(let command)?: return try await give(command, byHand)
            case .watch(let title)?: return try await watch(title, byHand)
            case nil: continue
            }
        }
        let examples = sorted[0].intents.map(\.example).spread(Self.mostExamples)
        throw ControlError(
            .notFound, cause: "that is not understood: \"\(request.text)\"",
            nextStep: "known are, among others: \(examples.joined(separator: "; "))")
    }

    private func isSame(_ one: String, _ other: String) -> Bool {
        one.split(separator: "-").first == other.split(separator: "-").first
    }

    private func give(_ command: Command, _ byHand: Bool) async throws -> SayAnswer {
        if byHand, case .play = command {
            throw ControlError(.forbidden, cause: "addresses are not for a phone", nextStep: "use hearthctl on the box")
        }
        guard case .result(let result) = try await perform(CommandOrder(command), byHand: byHand) else {
            return SayAnswer(command: command.text, result: .done)
        }
        return SayAnswer(command: command.text, result: result)
    }

    /// Watches what has this name: a channel, else what is on now, else a film or a channel with a name like it.
    private func watch(_ title: String, _ byHand: Bool) async throws -> SayAnswer {
        let tuner = await box.read { $0.tuner }
        let named = tuner.lineup.search(title, limit: 20).filter { !tuner.hidesName(of: $0) }
        if let exact = named.first(where: { $0.name.lowercased() == title.lowercased() }) {
            return try await give(.tune(.id(exact.id)), byHand)
        }
        let found = await box.devices.guide?.search(title, from: WallClock.seconds, limit: 20) ?? []
        let programmes = found.filter { id, _ in tuner.lineup[id].map { !tuner.hidesName(of: $0) } ?? false }
        if let (id, _) = programmes.first(where: { $0.1.start <= WallClock.seconds }) {
            return try await give(.tune(.id(id)), byHand)
        }
        if let channel = named.first { return try await give(.tune(.id(channel.id)), byHand) }
        if let (id, programme) = programmes.first {
            let (day, time) = (
                WallClock.day(secondsSince1970: programme.start), WallClock.text(secondsSince1970: programme.start)
            )
            throw ControlError(
                .notNow,
                cause: "\(programme.title) begins \([day, time].compactMap(\.self).joined(separator: ", ")) on "
                    + (tuner.lineup[id]?.name ?? id), nextStep: "'hearthctl reminders set' reminds of it")
        }
        throw ControlError(
            .notFound, cause: "there is nothing called \"\(title)\"",
            nextStep: "'hearthctl guide search' looks for words")
    }
}

extension Collection<String> {
    /// So many of them, evenly from the first to the last.
    fileprivate func spread(_ most: Int) -> [String] {
        let all = Array(self)
        let step = Swift.max(1, all.count / Swift.max(1, most))
        return stride(from: 0, to: all.count, by: step).prefix(most).map { all[$0] }
    }
}
