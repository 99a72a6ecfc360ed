import Channels
import HLS
import MediaCore

@testable import Playback

/// The line of the simulation: whose it is, and the requests that take turns on it.
extension SurfedBox {
    /// Gives the line to the item that the viewer waits for, as the player does.
    func shareLine() {
        if let held = claim, let item = items.values.first(where: { UInt64($0.number) == held.item.value }) {
            let buffered = item === shown ? item.stock : nil
            let outlook = item.session.outlook
            if held.isOver(buffered: buffered, latency: .seconds(script.segment * 3), outlook: outlook, at: now) {
                claim = nil
            }
        } else {
            claim = nil
        }
        turns.isHeld = claim != nil
        goOn()
        busySince = turns.running == nil ? nil : busySince ?? now
        let mayRest = busySince.map { now - $0 < LineClaim.longestRest } ?? false
        for item in items.values.sorted(by: { $0.number < $1.number }) {
            let id = Playback.ItemID(UInt64(item.number))
            let (stock, outlook) = (item === shown ? item.stock : nil, item.session.outlook)
            item.ease =
                claim?.item == id ? .none : LineClaim.ease(playing: stock, outlook: outlook, before: item.ease)
            for connection in item.transfers.values.compactMap(\.connection) {
                network.setWindow(window(of: item), on: connection)
            }
            let yields = claim?.isDue(from: id, playing: stock, outlook: outlook) ?? false
            if yields != item.isYielding {
                item.isYielding = yields
                send(.yield(yields), item)
            }
            let rests = item.ease == .ample && mayRest
            if rests != item.isResting {
                item.isResting = rests
                send(.rest(rests), item)
            }
        }
        let isClose = shown.map { LineClaim.isClose(playing: $0.stock, outlook: $0.session.outlook) } ?? false
        nextClaim = claim != nil || isClose ? now + LineClaim.interval : nil
    }

    /// The bytes that may be on their way to an item; nil: as many as come.
    private func window(of item: SurfedItem) -> Int? {
        item.ease == .none ? nil : item.session.outlook?.window(roundTrip: script.roundTrip)
    }

    /// Begins the next bounded request, where none is on its way.
    func goOn() {
        while let turn = turns.next() {
            let connection = begin(turn)
            turns.running = connection
            if turn.rests { rest(turn.id, true, turn.item, connection) }
        }
        tellTurns()
    }

    /// Shares the line anew when a turn begins, or the last one has ended.
    private func tellTurns() {
        let isBusy = turns.running != nil
        guard isBusy != turns.wasBusy else { return }
        turns.wasBusy = isBusy
        shareLine()
    }

    func begin(_ turn: SurfedTurns.Turn) -> Int {
        let connection = network.begin(
            turn.length, isBounded: turn.isBounded, window: window(of: turn.item), owner: turn.item.number, at: now)
        turn.item.transfers[turn.id]?.connection = connection
        requests[connection] = (turn.item, turn.id)
        return connection
    }

    func stop(_ connection: Int) {
        requests[connection] = nil
        network.stop(connection, at: now)
        end(connection)
    }

    func end(_ connection: Int) {
        turns.end(connection)
        goOn()
    }

    func rest(_ id: RequestID, _ rests: Bool, _ item: SurfedItem, _ connection: Int) {
        let bytes = network.rest(connection, rests, at: now)
        if rests { end(connection) }
        if bytes > 0 { read(bytes, id, item, connection) }
    }
}
