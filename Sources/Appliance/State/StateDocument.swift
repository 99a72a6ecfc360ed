import Channels
import Foundation
import Guide
import HLS
import MediaCore
import Store

/// The file in which what people made of a box moves to another one: docs/state-json.md describes every member.
struct StateDocument: Sendable {
    /// A part of the file.
    enum Section: String, CaseIterable, Sendable {
        case favourites, tracks, pictures, settings, numbers
        case edits = "channel_edits"
        case resumePoints = "resume_points"
    }

    /// Why a file is none, with the place.
    struct Fault: Error, Hashable {
        /// Such as `channel_edits › bbc1.uk › number`; empty: the whole file.
        var place: String
        var reason: String
    }

    static let format = "hearth-state"
    /// Another number means another format; what is added raises none.
    static let version = 1

    private static let mostFavourites = 10_000
    private static let longestID = 1_024

    private(set) var state = MovedState()
    /// The sections that the file has.
    private(set) var sections: Set<Section> = []
    /// What counts for nothing, and why.
    private(set) var skipped: [String] = []

    // MARK: Writing

    /// The file's bytes, for people too: one thing in a line, in an order that does not change.
    static func bytes(_ state: MovedState) throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        let file = StateFile(
            format: format, version: version, favourites: state.favourites.filter(isMovable),
            channelEdits: state.edits.filter { isMovable($0.key) },
            resumePoints: state.resumePoints.map(StateFile.Point.init),
            tracks: StateFile.Tracks(
                channels: state.tracks.filter { isMovable($0.key) }.mapValues(StateFile.Choices.init),
                last: StateFile.Choices(state.lastTracks)),
            pictures: state.pictures.filter { isMovable($0.key) }.mapValues(\.rawValue),
            settings: StateFile.Settings(volume: state.volume, muted: state.isMuted),
            numbers: state.numbers.map(StateFile.Numbers.init))
        return [UInt8](try encoder.encode(file))
    }

    /// An address that somebody played is no channel of another box.
    private static func isMovable(_ id: String) -> Bool { !Guests.isGuest(id) }

    // MARK: Reading

    init(_ bytes: [UInt8]) throws(Fault) {
        let (names, file) = try Self.decode(bytes)
        for name in names.sorted() {
            if let section = Section(rawValue: name) {
                sections.insert(section)
            } else if name != "format", name != "version" {
                skipped.append("\(name.prefix(64)): this box knows nothing of that kind")
            }
        }
        try takeFavourites(file)
        try takeEdits(file)
        try takeResumePoints(file)
        try takeTracks(file)
        try takePictures(file)
        try takeNumbers(file)
        if let volume = file.settings?.volume, !(0...100).contains(volume) {
            throw Fault(place: "settings › volume", reason: "it is not one of 0 to 100")
        }
        (state.volume, state.isMuted) = (file.settings?.volume, file.settings?.muted)
    }

    private static func decode(_ bytes: [UInt8]) throws(Fault) -> (names: [String], file: StateFile) {
        do {
            let decoder = JSONDecoder()
            let data = Data(bytes)
            let head = try decoder.decode(StateFile.Head.self, from: data)
            guard head.format == format else { throw Fault(place: "format", reason: "it is no \(format)") }
            guard head.version == version else {
                throw Fault(
                    place: "version",
                    reason: "it is of version \(head.version), and this box knows \(version): update the older one")
            }
            return (head.names, try decoder.decode(StateFile.self, from: data))
        } catch {
            throw fault(error)
        }
    }

    private mutating func takeFavourites(_ file: StateFile) throws(Fault) {
        guard let favourites = file.favourites else { return }
        guard favourites.count <= Self.mostFavourites else {
            throw Fault(place: "favourites", reason: "there are more than \(Self.mostFavourites)")
        }
        var seen: Set<String> = []
        for (index, id) in favourites.enumerated() {
            try Self.check(id, "favourites › \(index)")
            if seen.insert(id).inserted { state.favourites.append(id) }
        }
    }

    private mutating func takeEdits(_ file: StateFile) throws(Fault) {
        for (id, edit) in file.channelEdits ?? [:] {
            try Self.check(id, "channel_edits")
            if !edit.isEmpty { state.edits[id] = edit }
        }
    }

    private mutating func takeResumePoints(_ file: StateFile) throws(Fault) {
        for (index, point) in (file.resumePoints ?? []).enumerated() {
            guard !point.id.isEmpty, point.id.utf8.count <= Self.longestID else {
                throw Fault(place: "resume_points › \(index) › id", reason: "an id has 1 to \(Self.longestID) bytes")
            }
            guard let moved = point.point else {
                throw Fault(
                    place: "resume_points › \(index)", reason: "the position lies in no film of 1 s to 1000 h")
            }
            state.resumePoints.append(moved)
        }
        let most = Store.mostResumePoints
        guard state.resumePoints.count > most else { return }
        skipped.append("resume_points: all but the \(most) newest, as a box keeps no more")
        state.resumePoints = Array(state.resumePoints.sorted { $0.updated > $1.updated }.prefix(most))
    }

    private mutating func takeTracks(_ file: StateFile) throws(Fault) {
        for (id, choices) in file.tracks?.channels ?? [:] {
            try Self.check(id, "tracks › channels")
            state.tracks[id] = choices.choices
        }
        state.lastTracks = file.tracks?.last?.choices ?? TrackChoices()
    }

    private mutating func takePictures(_ file: StateFile) throws(Fault) {
        for (id, name) in file.pictures ?? [:] {
            try Self.check(id, "pictures")
            guard let mode = PictureMode(rawValue: name) else {
                let modes = PictureMode.allCases.map(\.rawValue).joined(separator: ", ")
                throw Fault(place: "pictures › \(id.prefix(64))", reason: "a picture's mode is one of \(modes)")
            }
            if mode != .auto { state.pictures[id] = mode }
        }
    }

    private mutating func takeNumbers(_ file: StateFile) throws(Fault) {
        for (id, number) in file.numbers?.given ?? [:] {
            try Self.check(id, "numbers › given")
            guard (1...ChannelEdit.highestNumber).contains(number) else {
                throw Fault(
                    place: "numbers › given › \(id.prefix(64))",
                    reason: "a channel's number is one of 1 to \(ChannelEdit.highestNumber)")
            }
        }
        for (id, own) in file.numbers?.renamed ?? [:] {
            try Self.check(id, "numbers › renamed")
            try Self.check(own, "numbers › renamed › \(id.prefix(64))")
        }
        state.numbers = file.numbers?.kept
    }

    private static func check(_ id: String, _ place: String) throws(Fault) {
        guard !id.isEmpty, id.utf8.count <= longestID, isMovable(id) else {
            throw Fault(
                place: place,
                reason: "a channel's id has 1 to \(longestID) bytes, and is no address that was played")
        }
    }

    private static func fault(_ error: any Error) -> Fault {
        func path(_ keys: [any CodingKey]) -> String {
            keys.map { $0.intValue.map(String.init) ?? String($0.stringValue.prefix(64)) }.joined(separator: " › ")
        }
        switch error {
        case let fault as Fault: return fault
        case DecodingError.keyNotFound(let key, let context):
            return Fault(place: path(context.codingPath + [key]), reason: "it is missing")
        case DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context):
            return Fault(place: path(context.codingPath), reason: "it is of the wrong type")
        case DecodingError.dataCorrupted(let context) where !context.codingPath.isEmpty:
            return Fault(place: path(context.codingPath), reason: context.debugDescription)
        default: return Fault(place: "", reason: "it is no JSON that can be read, or not whole")
        }
    }
}
