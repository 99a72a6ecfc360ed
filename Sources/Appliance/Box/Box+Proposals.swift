import Base
import Channels
import Commands
import ControlProtocol
import GuideStore
import HLS
import Logging
import MediaCore
import Playback
import Screens

/// Proposes what to watch next, near the end of what plays.
extension Box {
    /// A programme that begins so long before, or after, another one ends goes on with it.
    private static let (early, late): (Int64, Int64) = (120, 600)

    /// Looks how far what plays is from its end.
    func lookAtProposals() {
        let viewing = proposalViewing
        tellProposals(.looked(viewing))
        lookAtQueue(left: viewing.flatMap { $0.isLive ? nil : $0.left })
    }

    /// Tells whether what is proposed is on the screen.
    func seeProposal() {
        guard proposals.proposal != nil else { return }
        tellProposals(.seen(isVisible: interface.showsProposal, isWaiting: interface.proposal != nil))
    }

    private var proposalViewing: ContentProposals.Viewing? {
        guard !tuner.isStandby, let item = shownItem, let channel = playout[item]?.source, tuner.watching == channel.id
        else { return nil }
        let playing = nowPlaying
        let status = playing.itemStatus
        let isLive = status?.window?.isLive ?? true
        var (content, left): (String, Duration?) = (ResumeIdentity(channel).text, nil)
        var credits: Duration?
        if isLive {
            let now = listings[channel.id]?.now
            content += "\n\(now?.start ?? 0)"
            left = now.map { .seconds($0.stop.subtractingReportingOverflow(WallClock.seconds).partialValue) }
            left = left.map { $0 + (playing.latency ?? .zero) }
        } else if let window = status?.window, let position = status?.position, window.end > window.start {
            left = window.end - position
            credits = Credits.length(playing.chapters, of: window.end - window.start)
        }
        if status?.isSeeking == true { left = nil }
        return ContentProposals.Viewing(
            item: item, content: content, isLive: isLive, left: left,
            rate: status?.isPaused == true ? 0 : max(0.5, status?.rate ?? 1), credits: credits)
    }

    /// Carries out what was decided of proposals.
    func perform(_ effect: ContentProposals.Effect) {
        switch effect {
        case .find(let content, let isLive): find(content, isLive: isLive)
        case .show(let proposal, let acceptsAt):
            let state = proposalState(proposal, acceptsAt: acceptsAt)
            if let picture = proposal.picture.flatMap(ProgrammePicture.init(key:)) { want(picture) }
            wantArtwork(of: state.channel)
            tell(.proposal(state))
        case .hide: tell(.proposal(nil))
        case .play(.channel(let id)): perform(.tune(.id(id)), key: now)
        case .play(.address(let url)): perform(.play(url: url), key: now)
        case .tell(let proposal, let ending, let isAutomatic):
            if ending == .accepted {
                logger.notice(
                    "a proposal is played", metadata: ["source": "\(proposal.source)", "automatic": "\(isAutomatic)"])
            }
            publish(
                .proposal(
                    ProposalInfo(
                        title: proposal.title, what: ending, source: proposal.source, automatic: isAutomatic)))
        }
    }

    private func proposalState(_ proposal: Proposal, acceptsAt: HostTime?) -> ProposalState {
        var channel: Channel?
        if case .channel(let id) = proposal.target { channel = tuner.lineup[id] }
        let label = channel.map { tuner.label($0) } ?? ChannelLabel(id: "", number: "", name: proposal.title)
        return ProposalState(
            kind: proposal.source == .request ? .other : .episode, channel: label, title: proposal.title,
            subtitle: proposal.subtitle, picture: proposal.picture, acceptsAt: acceptsAt)
    }

    // MARK: What goes on with what plays

    private func find(_ content: String, isLive: Bool) {
        guard let id = tuner.watching, let channel = tuner.lineup[id], !tuner.isRestricted(channel) else {
            return tellProposals(.found(nil, for: content))
        }
        if isLive { findProgramme(content, channel) } else { findEpisode(content, channel) }
    }

    /// Looks for the entry of the lists that goes on with a film.
    private func findEpisode(_ content: String, _ channel: Channel) {
        errands.begin { [weak self, lineup = tuner.lineup] in
            let found = try? await blocking(on: "hearth-next") { lineup.episode(after: channel) }
            await self?.take(episode: found ?? nil, content)
        }
    }

    private func take(episode: (channel: Channel, name: EpisodeName)?, _ content: String) {
        guard let episode, !tuner.isRestricted(episode.channel) else { return tellProposals(.found(nil, for: content)) }
        let words = inWords {
            Strings.episode(season: episode.name.season, number: episode.name.episode, title: nil)
        }
        tellProposals(
            .found(
                Proposal(
                    source: .series, target: .channel(episode.channel.id), title: episode.name.series,
                    subtitle: words), for: content))
    }

    /// Looks for the programme on another channel that goes on with the one that ends here.
    private func findProgramme(_ content: String, _ channel: Channel) {
        guard let guide = devices.guide, let listed = listings[channel.id], let current = listed.now,
            !current.title.isEmpty, listed.next?.title != current.title
        else { return tellProposals(.found(nil, for: content)) }
        let end = current.stop
        errands.begin { [weak self] in
            let from = end.addingSaturating(-Self.early)
            let found = await guide.search(current.title, from: from, limit: 60).first { id, programme in
                id != channel.id && programme.title == current.title && programme.start >= from
                    && programme.start <= end.addingSaturating(Self.late)
            }
            await self?.take(programme: found, content)
        }
    }

    private func take(programme: (channel: Channel.ID, programme: Programme)?, _ content: String) {
        guard let (id, programme) = programme, let channel = tuner.lineup[id], !tuner.isRestricted(channel) else {
            return tellProposals(.found(nil, for: content))
        }
        let label = tuner.label(channel)
        let times = inWords { ProgrammeLabel(programme, at: WallClock.seconds).times }
        tellProposals(
            .found(
                Proposal(
                    source: .guide, target: .channel(id), title: programme.title,
                    subtitle: [times, "\(label.number) \(label.name)"].compactMap(\.self).joined(separator: " · "),
                    picture: ProgrammePicture(of: programme, on: id)?.key), for: content))
    }

    // MARK: What others propose

    /// Carries out what a viewer answered.
    func answerProposal(_ answer: ProposalAnswer) { tellProposals(.answered(isAccepted: answer == .accepted)) }

    /// Shows what somebody proposes, over what plays.
    func propose(_ request: ProposalRequest) throws {
        guard !tuner.isStandby else {
            throw ControlError(.notNow, cause: "the box is in standby", nextStep: "'hearthctl command wake' wakes it")
        }
        if request.secondsBeforeEnd != nil, nowPlaying.itemStatus?.window?.isLive != false {
            throw ControlError(
                .notNow, cause: "what plays has no end that is known",
                nextStep: "leave the time out, and propose it when it is time")
        }
        let target: Proposal.Target
        var title = request.title
        switch (request.channel, request.url) {
        case (let name?, nil):
            guard let channel = TuneTarget(name).flatMap({ tuner.channel($0) }) else { throw BoxControl.noChannel }
            target = .channel(channel.id)
            title = title ?? tuner.label(channel).displayName
        case (nil, let url?): target = .address(url)
        default:
            throw ControlError(
                .badRequest, cause: "it does not say what to play", nextStep: "give either a channel or an address")
        }
        tellProposals(
            .proposed(
                Proposal(
                    source: .request, target: target, title: title ?? inWords { Strings.nextUp },
                    subtitle: request.subtitle, lead: request.secondsBeforeEnd.map { .seconds($0) },
                    acceptsAfter: request.acceptAfterSeconds.map { .seconds($0) })))
        lookAtProposals()
    }

    func withdrawProposal() throws {
        guard proposals.isPending else {
            throw ControlError(.notNow, cause: "nothing is proposed", nextStep: "")
        }
        tellProposals(.withdrawn)
    }
}
