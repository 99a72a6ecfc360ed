import Channels
import ControlProtocol
import Store

/// Moves what people made of the box to another one, and from there.
extension BoxControl {
    package func exportState() async throws -> [UInt8] {
        try StateDocument.bytes(await box.read { $0.movedState })
    }

    package func importState(_ file: [UInt8], replaces: Bool, isDry: Bool) async throws -> StateImportInfo {
        let document: StateDocument
        do throws(StateDocument.Fault) {
            document = try StateDocument(file)
        } catch {
            throw ControlError(
                .badRequest, cause: (error.place.isEmpty ? "" : "\(error.place): ") + error.reason,
                nextStep: "nothing was changed; docs/state-json.md says what such a file has")
        }
        return await box.read { box in
            let lineup = box.lineupMaker.lineup
            let taken = StateImport(
                document, into: box.movedState, replaces: replaces, isDry: isDry,
                channels: Set((lineup.channels + lineup.hidden).map(\.id)))
            if !isDry { box.take(taken.result) }
            return taken.info
        }
    }
}

extension Box {
    /// What moves to another box.
    var movedState: MovedState {
        var state = MovedState()
        state.favourites = lineupMaker.favourites
        state.edits = lineupMaker.edits
        state.resumePoints = resume.all
        state.tracks = memory.choices
        state.lastTracks = memory.lastChoices
        state.pictures = picture.modes
        (state.volume, state.isMuted) = (sound.level.volume, sound.level.isMuted)
        state.numbers = lineupMaker.numbers
        return state
    }

    /// Makes what moves between boxes what it is there: on the disk as a whole, and on the screen at once.
    func take(_ state: MovedState) {
        save { [lineup = lineupMaker.source] in try await $0.move(state, lineup: lineup) }
        tellResume(.moved(state.resumePoints))
        remember(.moved(state.tracks, last: state.lastTracks))
        lay(.moved(state.pictures))
        if let item = shownItem, let channel = playout[item]?.channel { lay(.reveals(item, of: channel)) }
        if let volume = state.volume, volume != sound.level.volume { set(.volume(volume)) }
        if let isMuted = state.isMuted, isMuted != sound.level.isMuted { set(.muted(isMuted)) }
        list(.moved(state))
    }
}
