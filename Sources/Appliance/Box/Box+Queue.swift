import Channels
import Commands
import ControlProtocol
import Devices
import Guide
import Logging
import MediaCore
import Playback
import Screens
import Store

/// Plays what programs have declared, one after the other.
extension Box {
    /// So long before the end of what plays the next is made ready.
    private static let lead = Duration.seconds(30)

    /// Carries out what was decided of the queue.
    ///
    /// - Returns: what the queue is to be told of it; nil: nothing
    func perform(_ effect: PlayQueue.Effect) -> PlayQueue.Event? {
        switch effect {
        case .play(let entry):
            let from = tuner.watching
            return .began(play(entry), from: from)
        case .again: _ = seek(.go(.at(.zero)))
        case .expect(let entry):
            if let entry { list(.expect(entry.item.entry, needed: neededGuests)) } else { expect(nil) }
        case .passedOver(let entry):
            logger.notice("an item of the queue can't be played", metadata: ["entry": "\(entry.id)"])
            tell(.track(TrackNotice(.unplayable, Strings.passedOver(entry.item.title))))
        case .changed:
            publish(.queue(QueueInfo(queue)))
            tellCasts(.queue(queue.isPlaying ? queue.current : nil))
        case .keep:
            // What another device has sent ends with the daemon.
            let text = queue.kept(without: casts.entries).text
            save(about: .queue) { try await $0.setPreference(.queue, to: text) }
        }
        return nil
    }

    /// - Returns: the channel as which it plays; nil: it may not be played
    private func play(_ entry: PlayQueue.Entry) -> Channel.ID? {
        let item = entry.item
        list(.play(item.entry, selected: tuner.selected, needed: neededGuests))
        // Where it may not be played, another channel is chosen now.
        let channel = tuner.selected.flatMap { tuner.lineup[$0] }
        let isIt =
            channel.map {
                AddressForm($0.url).normal == AddressForm(item.url).normal
                    && ParentalGate.Policy.strictest(item.entry.rating, $0.rating) == $0.rating
            } ?? false
        if isIt, let proposal = item.propose {
            do { try propose(proposal) } catch {
                logger.notice("what an item proposes can't be proposed", metadata: ["reason": "\(error)"])
            }
        }
        return isIt ? channel?.id : nil
    }

    /// Makes a channel ready that comes next.
    func expect(_ channel: Channel.ID?) { steer(.expected(channel)) }

    /// The channels that guests stay for: on the screen, chosen, where Back or Last leads, or next.
    var neededGuests: Set<Channel.ID> {
        Set(
            [
                queue.isPlaying ? queue.origin : nil, tuner.watching, tuner.selected, tuner.lastChannel, tuner.resting,
                tuner.expected,
            ].compactMap(\.self))
    }

    /// Looks how far what plays is from its end.
    func lookAtQueue(left: Duration?) {
        if queue.isPlaying { tellQueue(.nearEnd(left.map { $0 <= Self.lead } ?? false)) }
        // Once the next is on its way its sound may play already.
        guard let item = shownItem, tuner.selected == tuner.watching else { return }
        // Of what may not come out without a code not a sound is heard before.
        let next = queue.isPlaying && queue.repeats != .one ? tuner.expectedItem : nil
        player.setSuccessor(next?.inPlayer, of: item)
    }

    // MARK: What others ask for

    func take(_ request: ItemsRequest) throws(ControlError) -> QueueInfo {
        let room = PlayQueue.mostEntries - queue.entries.count
        guard request.items.count <= room else {
            throw ControlError(
                .notNow, cause: "the queue has room for \(room) more", nextStep: "'hearthctl queue clear' empties it")
        }
        tellQueue(.add(request.items, request.place))
        return QueueInfo(queue)
    }

    func change(_ request: QueueRequest) throws(ControlError) -> QueueInfo {
        func known(_ id: Int) throws(ControlError) -> Int {
            guard queue[id] != nil else {
                throw ControlError(
                    .notFound, cause: "the queue has no entry \(id)", nextStep: "'hearthctl queue' lists them")
            }
            return id
        }
        switch (request.go, request.remove, request.move, request.to, request.clear, request.repeats) {
        case (let id?, nil, nil, nil, nil, nil): tellQueue(.go(try known(id)))
        case (nil, let id?, nil, nil, nil, nil): tellQueue(.remove(try known(id)))
        case (nil, nil, let id?, let place?, nil, nil): tellQueue(.move(try known(id), to: place))
        case (nil, nil, nil, nil, true?, nil): tellQueue(.clear)
        case (nil, nil, nil, nil, nil, let mode?): tellQueue(.repeats(mode))
        default:
            throw ControlError(
                .badRequest, cause: "it does not say what to do with the queue",
                nextStep: "give one of go, remove, move with to, clear and repeat")
        }
        return QueueInfo(queue)
    }

    /// The next of the queue, or the one before, where it plays; else the next channel.
    func step(isForward: Bool, _ key: HostTime) -> CommandResult {
        guard queue.isPlaying else { return steer(.step(isForward ? 1 : -1, key: key)) }
        guard queue.canStep else { return .notNow("it is the only one of the queue") }
        tellQueue(.step(isForward: isForward))
        return .done
    }
}

extension QueueInfo {
    init(_ queue: PlayQueue) {
        self.init(
            entries: queue.entries.map {
                Entry(
                    id: $0.id, title: $0.item.title, subtitle: $0.item.subtitle,
                    url: RedactedURL($0.item.url).description, failed: $0.hasFailed)
            }, current: queue.current, playing: queue.isPlaying, repeats: queue.repeats)
    }
}
