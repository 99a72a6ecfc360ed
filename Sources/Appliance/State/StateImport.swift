import Channels
import ControlProtocol
import Guide
import HLS
import Store

/// What a box's state is once another box's has been taken over, and what that changes.
struct StateImport: Sendable {
    private(set) var result: MovedState
    private(set) var info: StateImportInfo
    private let channels: Set<Channel.ID>

    /// - Parameters:
    ///   - now: the box's own
    ///   - replaces: whether the sections that the file has are emptied first
    ///   - channels: those that the box's lists have
    init(_ file: StateDocument, into now: MovedState, replaces: Bool, isDry: Bool, channels: Set<Channel.ID>) {
        result = now
        info = StateImportInfo(sections: [], skipped: file.skipped, dry: isDry)
        self.channels = channels
        let moved = file.state
        for section in StateDocument.Section.allCases where file.sections.contains(section) {
            switch section {
            case .favourites:
                let known = Set(now.favourites)
                let new = moved.favourites.filter { !known.contains($0) }
                result.favourites = replaces ? moved.favourites : now.favourites + new
                tell(section, Self.places(now.favourites), Self.places(result.favourites))
            case .edits:
                result.edits = replaces ? moved.edits : now.edits.merging(moved.edits) { $1 }
                tell(section, now.edits, result.edits)
            case .resumePoints:
                let all = Self.newest(replaces ? moved.resumePoints : now.resumePoints + moved.resumePoints).values
                    .sorted { ($1.updated, $0.identity) < ($0.updated, $1.identity) }
                result.resumePoints = Array(all.prefix(Store.mostResumePoints))
                tell(section, Self.newest(now.resumePoints), Self.newest(result.resumePoints), canWait: false)
            case .tracks:
                result.tracks = replaces ? moved.tracks : now.tracks.merging(moved.tracks) { $1 }
                result.lastTracks.audio = moved.lastTracks.audio ?? (replaces ? nil : now.lastTracks.audio)
                result.lastTracks.text = moved.lastTracks.text ?? (replaces ? nil : now.lastTracks.text)
                tell(section, now.tracks, result.tracks)
            case .pictures:
                result.pictures = replaces ? moved.pictures : now.pictures.merging(moved.pictures) { $1 }
                tell(section, now.pictures, result.pictures)
            case .settings:
                result.volume = moved.volume ?? now.volume
                result.isMuted = moved.isMuted ?? now.isMuted
                tell(section, Self.settings(now), Self.settings(result), canWait: false)
            case .numbers:
                guard var numbers = moved.numbers else { break }
                if !replaces, let own = now.numbers, own.fromList == numbers.fromList {
                    numbers.given = own.given.merging(numbers.given) { $1 }
                    numbers.renamed = own.renamed.merging(numbers.renamed) { $1 }
                }
                result.numbers = numbers
                tell(section, now.numbers?.given ?? [:], numbers.given)
            }
        }
    }

    private mutating func tell<Value: Equatable>(
        _ section: StateDocument.Section, _ before: [String: Value], _ after: [String: Value], canWait: Bool = true
    ) {
        var told = StateImportInfo.Section(
            section: section.rawValue, added: 0, changed: 0, same: 0,
            removed: before.keys.count { after[$0] == nil }, waiting: 0)
        for (key, value) in after {
            if let old = before[key] {
                if old == value { told.same += 1 } else { told.changed += 1 }
            } else {
                told.added += 1
            }
            if canWait, !channels.contains(key) { told.waiting += 1 }
        }
        info.sections.append(told)
    }

    private static func places(_ ids: [String]) -> [String: Int] {
        Dictionary(zip(ids, 1...), uniquingKeysWith: { first, _ in first })
    }

    /// Where a film was left last is where it goes on.
    private static func newest(_ points: [ResumePoint]) -> [String: ResumePoint] {
        Dictionary(points.map { ($0.identity, $0) }) { $0.updated >= $1.updated ? $0 : $1 }
    }

    private static func settings(_ state: MovedState) -> [String: Int] {
        ["volume": state.volume, "muted": state.isMuted.map { $0 ? 1 : 0 }].compactMapValues(\.self)
    }
}
