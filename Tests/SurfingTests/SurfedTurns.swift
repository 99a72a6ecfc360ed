import HLS

/// The turns of bounded requests in the simulation: one after the other, and none while the viewer waits for a picture,
/// as `TurnFetcher` has it.
struct SurfedTurns {
    /// A request that waits.
    struct Turn {
        let item: SurfedItem
        let id: RequestID
        let length: Int
        let isBounded: Bool
        var rests = false
    }

    /// The connection of the request that has its turn.
    var running: Int?
    /// Whether one had it when the line was shared for that.
    var wasBusy = false
    var waiting: [Turn] = []
    var isHeld = false

    /// Takes the request out that may begin now.
    mutating func next() -> Turn? {
        guard running == nil, !isHeld, !waiting.isEmpty else { return nil }
        return waiting.removeFirst()
    }

    mutating func end(_ connection: Int) {
        if running == connection { running = nil }
    }

    mutating func rest(_ rests: Bool, _ id: RequestID, of item: Int) {
        guard let place = place(id, item) else { return }
        waiting[place].rests = rests
    }

    @discardableResult
    mutating func withdraw(_ id: RequestID, from item: Int) -> Turn? {
        place(id, item).map { waiting.remove(at: $0) }
    }

    mutating func withdraw(from item: Int) { waiting.removeAll { $0.item.number == item } }

    private func place(_ id: RequestID, _ item: Int) -> Int? {
        waiting.firstIndex { $0.id == id && $0.item.number == item }
    }
}
