import Devices
import Guide
import HLS
import MediaCore

@testable import Channels
@testable import Playback

/// A box that surfs: the real `Warming`, sessions, downloads, start rule and line claim over a simulated line.
///
/// It does what the tuner, the player and the items do with them, as far as times depend on it. The viewer's key tunes at
/// once, a picture is there with its bytes, and is seen at the next vblank.
final class SurfedBox {
    let script: SurfingScript
    private(set) var figures = SurfingFigures()
    private(set) var trace: [String] = []
    var now = HostTime(nanoseconds: 1_000_000_000_000)
    private let start: HostTime
    var network: SimulatedNetwork
    private var warming: Warming
    private var warmingWake: HostTime?
    private let lineup: Lineup
    private var lineRate = LineRate()
    var turns = SurfedTurns()
    var items: [Channels.ItemID: SurfedItem] = [:]
    var requests: [Int: (item: SurfedItem, media: RequestID?)] = [:]
    var shown: SurfedItem?
    private var wanted: SurfedItem?
    private var last: Channel.ID?
    private var key: HostTime?
    var claim: LineClaim?
    var busySince: HostTime?
    private var lateBytes = 0
    private var count = 0
    private var givesRanges: Bool?
    private var nextMeasure: HostTime
    private var nextTending: HostTime
    /// When is looked again whose the line is, before `nextTending`; nil: not.
    var nextClaim: HostTime?

    private static let vblank = Duration.nanoseconds(16_666_667)
    private static let tending = Duration.milliseconds(250)
    private static let playlistBytes = 900

    init(_ script: SurfingScript, warms: Bool) {
        self.script = script
        start = now
        nextMeasure = now
        nextTending = now
        network = SimulatedNetwork(rate: Int(script.line), roundTrip: script.roundTrip)
        var settings = WarmingSettings()
        if !warms { settings.neighbours = 0 }
        warming = Warming(settings: settings)
        lineup = Lineup((0..<script.channels).map { ChannelEntry(name: "\($0)", url: "http://h/\($0)/v.m3u8") })
    }

    func run() {
        warm(.lineup(lineup))
        press(0, isMeasured: false)
        for (index, press) in script.presses.enumerated() {
            run(until: start + press.at)
            self.press(press.channel, isMeasured: true)
            if index == script.presses.count - 1 { run(until: now + .seconds(4)) }
        }
        giveUpFlip()
    }

    // MARK: Time

    private func run(until end: HostTime) {
        var vblank = now + Self.vblank
        while now < end {
            let wakes =
                items.values.compactMap(\.wake)
                + [network.nextWake, warmingWake, nextClaim].compactMap(\.self)
            now = max(now, min(([vblank, end, nextTending] + wakes).min() ?? end, end))
            for piece in network.advance(to: now) { came(piece.connection, piece.came, piece.read) }
            for item in items.values.sorted(by: { $0.number < $1.number }) where item.wake.map({ $0 <= now }) ?? false {
                item.wake = nil
                send(.wake, item)
            }
            if let time = warmingWake, time <= now {
                warmingWake = nil
                warm(.wake)
            }
            if now >= nextTending {
                nextTending = now + Self.tending
                tend()
            } else if let time = nextClaim, now >= time {
                shareLine()
            }
            if now >= vblank {
                vblank = vblank + Self.vblank
                play()
                showIfSafe()
            }
        }
    }

    private func tend() {
        for item in items.values.sorted(by: { $0.number < $1.number }) {
            item.slide(now)
            send(.buffered(main: item.stock, audio: .zero), item)
        }
        shareLine()
        guard now >= nextMeasure, let shown, shown.position != nil else { return }
        if let rate = shown.session.throughput { lineRate.note(rate, at: now) }
        warm(
            .network(
                WarmingEvent.Network(
                    throughput: lineRate.value, bandwidth: script.rate, buffered: shown.stock,
                    latency: .seconds(script.segment * 3), isStalled: shown.isStalled)))
        nextMeasure = now + (warming.isLow ? .milliseconds(250) : .seconds(1))
    }

    private func play() {
        guard let shown, let position = shown.position else { return }
        if shown.isStalled, shown.stock >= .seconds(1) { shown.isStalled = false }
        guard !shown.isStalled else { return }
        if shown.stock <= .zero {
            shown.isStalled = true
            figures.stalls += 1
            note("stalls", shown)
        } else {
            shown.position = position + min(Self.vblank, shown.stock)
        }
    }

    // MARK: Flips

    private func press(_ channel: Int, isMeasured: Bool) {
        giveUpFlip()
        var left: [WarmingEvent.Left] = []
        if let wanted, wanted !== shown {
            left.append(
                WarmingEvent.Left(
                    item: wanted.id, channel: self.channel(wanted), wasShown: false, isReady: isReady(wanted)))
        }
        let id = lineup.channels[channel].id
        if let shown, shown.channel == channel {
            wanted = nil
            claim = nil
            if isMeasured { figures.flips.append(0) }
            flipped(adopted: [], left: left, selected: id)
            return
        }
        var adopted: [Channels.ItemID] = []
        let kept = warming.kept[id].flatMap { items[$0.item] }
        if let kept {
            kept.slide(now)
            adopted = [kept.id]
        }
        count += 1
        let item = kept ?? make(.made(by: .flips, count), channel, .full)
        note("key, \(kept == nil ? "cold" : "kept, stock \(item.stock), ready \(isReady(item))")", item)
        item.rule = StartRule()
        item.waitingSince = nil
        wanted = item
        key = isMeasured ? now : nil
        lateBytes = 0
        claim = LineClaim(item: Playback.ItemID(UInt64(item.number)), since: now)
        if let kept {
            if let rate = lineRate.value { send(.line(rate), kept) }
            setReadiness(.full, kept)
        } else {
            send(.start, item)
        }
        shareLine()
        flipped(adopted: adopted, left: left, selected: id)
        showIfSafe()
    }

    private func giveUpFlip() {
        guard wanted != nil, let since = key else { return }
        figures.unfinished += 1
        figures.flips.append((now - since).inSeconds * 1000)
        figures.lateBytes = max(figures.lateBytes, lateBytes)
        note("unfinished after \(now - since)", wanted)
        key = nil
    }

    private func showIfSafe() {
        guard let item = wanted else { return }
        item.slide(now)
        guard let begin = item.begin, item.stock >= SurfedItem.twoPictures else { return }
        item.waitingSince = item.waitingSince ?? now
        item.rule.note(reach: item.reach(from: begin), at: now)
        guard
            item.rule.isSafe(
                item.stock, usual: .seconds(1), waited: now - (item.waitingSince ?? now), outlook: item.session.outlook)
        else { return }
        if let key {
            figures.flips.append((now - key).inSeconds * 1000)
            figures.lateBytes = max(figures.lateBytes, lateBytes)
        }
        note("shown after \(key.map { "\(now - $0)" } ?? "?"), stock \(item.stock)", item)
        key = nil
        let before = shown
        item.position = item.pieces[begin].start
        item.left = nil
        shown = item
        wanted = nil
        var left: [WarmingEvent.Left] = []
        if let before {
            before.left = (before.pieces.count, before.position ?? .zero, now)
            before.position = nil
            last = channel(before).id
            left = [WarmingEvent.Left(item: before.id, channel: channel(before), wasShown: true, isReady: true)]
        }
        nextMeasure = now
        flipped(adopted: [], left: left, selected: channel(item).id)
        shareLine()
    }

    private func flipped(adopted: [Channels.ItemID], left: [WarmingEvent.Left], selected: Channel.ID) {
        let watching = shown.map { channel($0).id }
        warm(
            .flipped(
                WarmingEvent.Viewing(
                    selected: selected, watching: watching, last: last, isSettled: wanted == nil), adopted: adopted,
                left: left))
    }

    // MARK: Warming

    private func warm(_ event: WarmingEvent) {
        for action in warming.handle(event, at: now) {
            switch action {
            case .warm(let id, let channel, let warmth, _):
                let place = lineup.channels.firstIndex { $0.id == channel.id } ?? 0
                let item = make(id, place, warmth)
                send(.start, item)
                setReadiness(warmth, item)
                shareLine()
            case .setReadiness(let id, let warmth): if let item = items[id] { setReadiness(warmth, item) }
            case .cool(let id): if let item = items[id] { discard(item) }
            case .wake(let time): warmingWake = time
            }
        }
    }

    private func setReadiness(_ warmth: Warmth, _ item: SurfedItem) {
        item.warmth = warmth
        send(.bufferAhead(warmth == .full ? .seconds(20) : .seconds(4)), item)
        send(.sample(warmth < .full), item)
        send(.holdMedia(warmth == .playlist), item)
        if warmth == .playlist { item.isReadyTold = false }
        tellReady(item)
    }

    private func isReady(_ item: SurfedItem) -> Bool {
        item.warmth >= .picture && item.stock >= SurfedItem.twoPictures
    }

    private func tellReady(_ item: SurfedItem) {
        item.slide(now)
        guard !item.isReadyTold, isReady(item), item !== wanted, item !== shown else { return }
        item.isReadyTold = true
        warm(.ready(item.id))
    }

    // MARK: Items

    private func channel(_ item: SurfedItem) -> Channel { lineup.channels[item.channel] }

    private func make(_ id: Channels.ItemID, _ channel: Int, _ warmth: Warmth) -> SurfedItem {
        let item = SurfedItem(
            id, number: id.value, channel: channel, warmth: warmth, throughput: lineRate.value, script)
        items[id] = item
        return item
    }

    private func discard(_ item: SurfedItem) {
        items[item.id] = nil
        if wanted === item { wanted = nil }
        turns.withdraw(from: item.number)
        for (connection, request) in requests where request.item === item {
            stop(connection)
        }
    }

    private func note(_ text: String, _ item: SurfedItem?) {
        let outlook = item?.session.outlook
        let line = outlook.map { ", line \($0.supply ?? -1) × after \($0.delay)" } ?? ""
        trace.append("\(now - start) \(item.map { "\($0.channel)" } ?? "-"): \(text)\(line)")
    }

    // MARK: Downloads

    func send(_ event: SessionEvent, _ item: SurfedItem) {
        for action in item.session.handle(event, now: now) {
            switch action {
            case .loadPlaylist(let id, _):
                let connection = network.begin(
                    Self.playlistBytes, isBounded: false, window: nil, owner: item.number, at: now)
                item.playlists[connection] = id
                requests[connection] = (item, nil)
            case .loadMedia(let media):
                item.goOn()
                item.pieces.append(
                    SurfedItem.Piece(
                        id: media.id, start: media.start, duration: media.duration, isFirst: media.isFirst))
                let body = ResumableBody(range: nil, limit: media.head, givesRanges: givesRanges)
                item.transfers[media.id] = SurfedItem.Transfer(body: body, media: media)
                // Nothing has changed: it begins, or holds, by its limit.
                feed(.limit(media.head), media.id, item)
            case .limit(let id, let limit):
                if limit == nil, turns.withdraw(id, from: item.number) != nil { feed(.withdrawn, id, item) }
                feed(.limit(limit), id, item)
            case .pause(let id): feed(.pause(true), id, item)
            case .resume(let id): feed(.pause(false), id, item)
            case .rest(let id, let rests): feed(.rest(rests), id, item)
            case .cancel(let id):
                cancel(id, item)
                item.drop(id)
            case .leave(let id):
                cancel(id, item)
                item.goOn(behind: id)
            case .wake(let time): item.wake = time
            case .failed(let failure): note("failed: \(failure)", item)
            default: break
            }
        }
    }

    private func cancel(_ id: RequestID, _ item: SurfedItem) {
        turns.withdraw(id, from: item.number)
        let playlist = item.playlists.first { $0.value == id }?.key
        if let connection = item.transfers.removeValue(forKey: id)?.connection ?? playlist {
            item.playlists[connection] = nil
            stop(connection)
        }
    }

    private func feed(_ event: ResumableBody.Event, _ id: RequestID, _ item: SurfedItem) {
        guard let actions = item.transfers[id]?.body.handle(event) else { return }
        // The session hears of it when the transfer has done all that it decided: its answer may undo some of that.
        let isNews = { (action: ResumableBody.Action) in action == .hold }
        for action in actions.filter({ !isNews($0) }) + actions.filter(isNews) {
            let connection = item.transfers[id]?.connection
            switch action {
            case .fetch(let range, let isBounded):
                let offset = script.givesRanges ? Int(range?.offset ?? 0) : 0
                let rest = script.segmentBytes - offset
                let length = script.givesRanges ? min(rest, range?.length.map { Int($0) } ?? rest) : rest
                let turn = SurfedTurns.Turn(item: item, id: id, length: length, isBounded: isBounded)
                guard isBounded else {
                    _ = begin(turn)
                    break
                }
                turns.waiting.append(turn)
                goOn()
            case .stop:
                turns.withdraw(id, from: item.number)
                guard let connection else { break }
                item.transfers[id]?.connection = nil
                stop(connection)
            case .rest(let rests):
                guard let connection else {
                    turns.rest(rests, id, of: item.number)
                    break
                }
                rest(id, rests, item, connection)
            case .hold:
                guard let body = item.transfers[id]?.body else { break }
                send(.mediaHeld(id, bytes: body.count, delay: body.delay), item)
                send(item.stocked, item)
            case .finish(let timing):
                item.transfers[id] = nil
                send(.mediaFinished(id, timing), item)
                send(item.stocked, item)
            case .fail(let error):
                item.transfers[id] = nil
                send(.mediaFailed(id, .fetch(error)), item)
            }
        }
    }

    private func came(_ connection: Int, _ came: Int, _ read: Int) {
        guard let (item, media) = requests[connection] else { return }
        if item !== wanted, item !== shown {
            if media != nil { figures.neighbourBytes += came }
            if let key, wanted != nil, now - key > script.roundTrip { lateBytes += came }
        }
        if let media {
            if read > 0 { self.read(read, media, item, connection) }
            return
        }
        guard let exchange = network.exchanges[connection], exchange.read == exchange.length else { return }
        network.finish(connection)
        requests[connection] = nil
        guard let id = item.playlists.removeValue(forKey: connection) else { return }
        // The server made it when it was asked.
        let text = script.playlist(of: item.channel, at: exchange.requested + script.roundTrip / 2)
        send(
            .playlistLoaded(
                id,
                LoadedPlaylist(
                    body: Array(text.utf8), url: "http://h/\(item.channel)/v.m3u8", headers: [:],
                    timing: timing(exchange))), item)
    }

    func read(_ bytes: Int, _ id: RequestID, _ item: SurfedItem, _ connection: Int) {
        guard let exchange = network.exchanges[connection] else { return }
        if exchange.read == bytes {
            let headers = [
                "accept-ranges": script.givesRanges ? "bytes" : "none",
                "content-range": "bytes 0-0/\(script.segmentBytes)",
            ]
            feed(
                .answered(FetchResponse(status: script.givesRanges ? 206 : 200, url: "http://h/", headers: headers)),
                id, item)
            givesRanges = script.givesRanges
            send(.mediaStarted(id, length: script.segmentBytes), item)
        }
        let new = max(0, bytes - (item.transfers[id]?.body.repeated ?? 0))
        if let index = item.pieces.firstIndex(where: { $0.id == id }) { item.pieces[index].count += new }
        feed(.came(bytes), id, item)
        if let count = item.transfers[id]?.body.count { send(.mediaProgress(id, bytes: count), item) }
        if let exchange = network.exchanges[connection], exchange.read == exchange.length {
            network.finish(connection)
            requests[connection] = nil
            item.transfers[id]?.connection = nil
            end(connection)
            feed(.ended(.success(timing(exchange))), id, item)
        }
        tellReady(item)
    }

    private func timing(_ exchange: SimulatedNetwork.Exchange) -> FetchTiming {
        FetchTiming(
            requested: exchange.requested, firstByte: exchange.firstByte, finished: now, bytes: exchange.length,
            reusedConnection: exchange.isReused)
    }
}
