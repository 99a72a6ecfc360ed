import Channels
import Commands
import ControlProtocol
import FoundationEssentials
import HLS
import Logging
import MediaCore
import Playback
import Screens
import Store

/// Keeps the places where films were left, and begins them there.
extension Box {
    /// Looks where what plays is: when it is about to be left, when the place is another, and every few seconds.
    func lookAtPlace() {
        tellResume(.looked(viewing))
        lookAtProposals()
    }

    /// The item is on the screen for the first time.
    func resumed(_ item: Playback.ItemID) {
        guard let viewing, viewing.item == item else { return }
        tellResume(.shown(viewing))
    }

    /// What the player plays, whether or not another channel is chosen meanwhile; nil also while it is about to go on
    /// from another place, and once nothing more of it comes.
    private var viewing: ResumePoints.Viewing? {
        guard let status = player.status, !status.isSeeking, status.phase != .ended,
            let channel = playout[status.item]?.source
        else {
            return nil
        }
        let window = status.window
        let length = window.flatMap { $0.end > $0.start ? $0.end - $0.start : nil }
        return ResumePoints.Viewing(
            item: status.item, identity: ResumeIdentity(channel).text, name: channel.name,
            place: window.flatMap { window in status.position.map { max($0 - window.start, .zero) } },
            length: length, isLive: window?.isLive ?? true, isRunning: !status.isPaused)
    }

    /// Carries out what was decided of the places.
    func perform(_ effect: ResumePoints.Effect) {
        if case .offer(let item, let place) = effect { return offer(item, place) }
        if let entry = Self.entry(of: effect) { save(about: Self.subject(of: effect), entry) }
    }

    private static func subject(of effect: ResumePoints.Effect) -> Journal.Subject? {
        if case .store(let point) = effect { .resumePoint(point.identity) } else { nil }
    }

    private static func entry(of effect: ResumePoints.Effect) -> Journal.Entry? {
        switch effect {
        case .store(let point): { try await $0.setResumePoint(point) }
        case .remove(let identity): { try await $0.removeResumePoint(identity) }
        case .removeAll: { try await $0.removeResumePoints() }
        case .offer: nil
        }
    }

    /// Keeps the place of what plays as the box stops: the journal has ended by then.
    func keepLastPlace() async {
        for entry in resumeEffects(.looked(viewing)).compactMap(Self.entry) { await journal.writeLast(entry) }
    }

    private func offer(_ item: Playback.ItemID, _ place: Duration) {
        guard item == shownItem, let channel = playout[item]?.source else { return }
        logger.resumed(channel, in: tuner.lineup)
        let label = tuner.label(channel)
        wantArtwork(of: label)
        tell(.resumed(ResumeOffer(channel: label, place: place)))
    }

    // MARK: What viewers and administrators ask for

    /// Plays what is on from its beginning.
    func startOver() -> CommandResult {
        guard let item = shownItem, let channel = playout[item]?.source, let window = nowPlaying.status?.window else {
            return .notNow("nothing plays")
        }
        guard !window.isLive else { return .failed("it is live") }
        tellResume(.startedOver(identity: ResumeIdentity(channel).text))
        return seek(.go(.at(.zero)))
    }

    /// Forgets the place of an item; nil: of all.
    func forgetPlace(_ identity: String?) throws {
        // A film that is kept ready was begun in its middle.
        defer { steer(.wishesChanged) }
        guard let identity else { return tellResume(.forgotAll) }
        guard resume.all.contains(where: { $0.identity == identity }) else {
            throw ControlError(
                .notFound, cause: "no place is kept under that id", nextStep: "'hearthctl resume list' has the ids")
        }
        tellResume(.forgot(identity: identity))
    }
}

extension ResumeList {
    /// - Parameter lineup: channels whose names may have changed since
    init(_ points: [ResumePoint], in lineup: Lineup) {
        self.init(
            points: points.map {
                Point(
                    id: $0.identity, name: lineup[$0.identity]?.name ?? $0.name,
                    positionSeconds: Int($0.position.inSeconds), durationSeconds: Int($0.duration.inSeconds),
                    updated: Date(timeIntervalSince1970: Double($0.updated)))
            })
    }
}
