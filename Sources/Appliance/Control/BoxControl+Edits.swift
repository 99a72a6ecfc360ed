import Channels
import ControlProtocol
import Guide

/// What is changed of channels by hand.
extension BoxControl {
    package func editChannel(_ request: ChannelEditRequest) async throws -> ChannelEditInfo {
        let target = try TuneTarget(named: request.channel)
        return try await box.read { box in
            Result { () throws(ControlError) in
                var id = box.tuner.channelOrHidden(target)?.id
                // What was changed of a channel that is gone can be taken back.
                if id == nil, box.lineupMaker.edits[request.channel] != nil { id = request.channel }
                guard let id else { throw Self.noChannel }
                let wish = try ChannelWish(request, id)
                do throws(ChannelWish.Refusal) {
                    box.list(.edit(try wish.edits(over: box.lineupMaker.edits, in: box.lineupMaker.lineup)))
                } catch {
                    throw ControlError(error)
                }
                return ChannelEditInfo(
                    id, box.lineupMaker.edits[id] ?? ChannelEdit(), in: box.lineupMaker.lineup)
            }
        }.get()
    }

    package func channelEdits() async -> ChannelEditList {
        let (edits, lineup) = await box.read { ($0.lineupMaker.edits, $0.lineupMaker.lineup) }
        let infos = edits.map { ChannelEditInfo($0.key, $0.value, in: lineup) }
        return ChannelEditList(
            edits: infos.sorted { ($0.number ?? .max, $0.id) < ($1.number ?? .max, $1.id) })
    }
}

extension ChannelWish {
    init(_ request: ChannelEditRequest, _ channel: Channel.ID) throws(ControlError) {
        self.init(channel)
        name = request.name
        number = request.number
        groups = request.groups
        isHidden = request.hidden
        guide = request.guide.map { $0.isEmpty ? .noGuide : .id($0) }
        swaps = request.swap ?? false
        for word in request.reset ?? [] {
            if word == "all" {
                reset = Set(Field.allCases)
                continue
            }
            guard let field = Field(rawValue: word) else {
                throw ControlError(
                    .badRequest, cause: "there is no '\(word.prefix(40))' to be as the list says",
                    nextStep: "use \(Field.allCases.map(\.rawValue).joined(separator: ", ")) or all")
            }
            reset.insert(field)
        }
    }
}

extension ControlError {
    init(_ refusal: ChannelWish.Refusal) {
        self =
            switch refusal {
            case .inNoList:
                ControlError(
                    .notNow, cause: "it is an address that was played, not a channel of a list",
                    nextStep: "put it into a list, and that into hearth.toml as lineup")
            case .numberTaken(let number, let other):
                ControlError(
                    .notNow, cause: "\(number) is the number of \(other)",
                    nextStep: "give that channel another one first, or say --swap and both change places")
            case .lastOne:
                ControlError(
                    .notNow, cause: "no channel would be left", nextStep: "show another one first")
            case .fault(let words):
                ControlError(.badRequest, cause: words, nextStep: "choose another one")
            }
    }
}

extension ChannelEditInfo {
    init(_ id: Channel.ID, _ edit: ChannelEdit, in lineup: Lineup) {
        let channel = lineup[id] ?? lineup.hidden(id)
        var edited: [ChannelWish.Field] = []
        if edit.name != nil { edited.append(.name) }
        if edit.number != nil { edited.append(.number) }
        if edit.groups != nil { edited.append(.groups) }
        if edit.isHidden { edited.append(.hidden) }
        if edit.guide != nil { edited.append(.guide) }
        let guide: String? =
            switch edit.guide {
            case .noGuide: ""
            case .id(let id): id
            case nil: nil
            }
        self.init(
            id: id, listed: channel != nil, number: channel?.number ?? edit.number,
            name: channel?.name ?? edit.name ?? id, groups: channel?.groups ?? edit.groups ?? [],
            hidden: edit.isHidden, guide: guide,
            listName: channel.flatMap { $0.listName == $0.name ? nil : $0.listName },
            edited: edited.map(\.rawValue))
    }
}
