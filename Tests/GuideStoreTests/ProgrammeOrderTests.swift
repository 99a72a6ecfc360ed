import GuideStore
import Testing

@Suite struct ProgrammeOrderTests {
    private typealias Slot = ProgrammeOrder.Slot
    private typealias Settled = ProgrammeOrder.Settled

    private func order(_ slots: [Slot]) -> (settled: [Settled], repairs: ProgrammeOrder.Repairs) {
        var order = ProgrammeOrder()
        var settled: [Settled] = []
        for slot in slots {
            if let one = order.add(slot) { settled.append(one) }
        }
        if let one = order.finish() { settled.append(one) }
        return (settled, order.repairs)
    }

    @Test func `a missing stop is the next start, and the last programme has a length`() {
        let result = order([Slot(id: 1, start: 0), Slot(id: 2, start: 10)])
        #expect(
            result.settled == [
                Settled(id: 1, start: 0, stop: 10),
                Settled(id: 2, start: 10, stop: 10 + ProgrammeOrder.defaultLength),
            ])
        #expect(result.repairs.missingStops == 2)
    }

    @Test func `a guess has a bound`() {
        let far = ProgrammeOrder.longestGuess * 3
        let result = order([Slot(id: 1, start: 0), Slot(id: 2, start: far, stop: far + 1)])
        #expect(result.settled.first?.stop == ProgrammeOrder.longestGuess)
    }

    @Test func `overlaps end where the next begins, and gaps stay`() {
        let result = order([
            Slot(id: 1, start: 0, stop: 20), Slot(id: 2, start: 10, stop: 15), Slot(id: 3, start: 18, stop: 19),
        ])
        #expect(
            result.settled == [
                Settled(id: 1, start: 0, stop: 10), Settled(id: 2, start: 10, stop: 15),
                Settled(id: 3, start: 18, stop: 19),
            ])
        #expect(result.repairs.overlaps == 1)
    }

    @Test func `of two at one time the richer stays, else the first`() {
        let twins = order([Slot(id: 1, start: 0, stop: 5, richness: 1), Slot(id: 2, start: 0, richness: 2)])
        #expect(twins.settled == [Settled(id: 2, start: 0, stop: 5)])
        #expect(twins.repairs.duplicates == 1)
        let same = order([Slot(id: 1, start: 0, stop: 5), Slot(id: 2, start: 0, stop: 6)])
        #expect(same.settled == [Settled(id: 1, start: 0, stop: 5)])
    }

    @Test func `no time traps`() {
        #expect(order([Slot(id: 1, start: .max)]).settled.isEmpty)
        #expect(order([Slot(id: 1, start: .max - 1)]).settled == [Settled(id: 1, start: .max - 1, stop: .max)])
        #expect(order([Slot(id: 1, start: .min, stop: .max), Slot(id: 2, start: .max)]).settled.count == 1)
    }

    @Test func `after the last the next channel begins anew`() {
        var order = ProgrammeOrder()
        #expect(order.add(Slot(id: 1, start: 100, stop: 110)) == nil)
        #expect(order.finish()?.id == 1)
        #expect(order.finish() == nil)
        #expect(order.add(Slot(id: 2, start: 0, stop: 1)) == nil)
        #expect(order.finish()?.id == 2)
    }

    /// All lists of three programmes with starts 0…3, stops none or 0…4, and two degrees of richness.
    @Test func `whatever a guide says, programmes stand in order and every start has its richest`() {
        let kinds = (0..<4).flatMap { start in
            ([nil] + (0...4).map(Int64.init)).flatMap { stop in
                (0..<2).map { Slot(id: 0, start: Int64(start), stop: stop, richness: $0) }
            }
        }
        var wrong = 0
        for a in kinds {
            for b in kinds where b.start >= a.start {
                for c in kinds where c.start >= b.start {
                    var slots = [a, b, c]
                    for index in slots.indices { slots[index].id = Int64(index) }
                    let result = order(slots)
                    let settled = result.settled
                    let inOrder = zip(settled, settled.dropFirst()).allSatisfy { $0.stop <= $1.start }
                    let hasLength = settled.allSatisfy { $0.start < $0.stop }
                    let starts = Set(slots.map(\.start)).sorted()
                    let richest = settled.allSatisfy { one in
                        let same = slots.filter { $0.start == one.start }
                        return same.first { $0.richness == same.map(\.richness).max() }?.id == one.id
                    }
                    // Nothing is longer than the guide says.
                    let bounded = settled.allSatisfy { one in
                        let said = slots.filter { $0.start == one.start }.compactMap(\.stop).filter { $0 > one.start }
                        return said.isEmpty || one.stop <= (said.max() ?? 0)
                    }
                    let counted = result.repairs.duplicates == slots.count - starts.count
                    if !(inOrder && hasLength && settled.map(\.start) == starts && richest && bounded && counted) {
                        wrong += 1
                    }
                }
            }
        }
        #expect(wrong == 0)
    }
}
