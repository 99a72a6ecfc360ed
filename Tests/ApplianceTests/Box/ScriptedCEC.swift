import Base
import Devices

/// A CEC bus that records what the box told it, and reports what a test wants reported.
final class ScriptedCEC: CECBus {
    let events: AsyncStream<KeySourceEvent>
    let orders: AsyncStream<CECOrder>
    private let ordering: AsyncStream<CECOrder>.Continuation
    private let state: Locked<State>

    private struct State {
        var status = CECStatus(adapter: "/dev/cec0", logicalAddress: 4, physicalAddress: 0x1000)
        var news: [CECNews] = []
        var log: [CECLogEntry] = []
    }

    init(takesVolume: Bool = false, log: [CECLogEntry] = []) {
        var state = State()
        state.status.takesVolume = takesVolume
        state.log = log
        self.state = Locked(state)
        let keys = AsyncStream.makeStream(of: KeySourceEvent.self)
        keys.continuation.finish()
        events = keys.stream
        (orders, ordering) = AsyncStream.makeStream()
    }

    var status: CECStatus { state.withLock { $0.status } }
    var log: [CECLogEntry] { state.withLock { $0.log } }
    var news: [CECNews] { state.withLock { $0.news } }

    func tell(_ news: CECNews) { state.withLock { $0.news.append(news) } }
    func order(_ order: CECOrder) { ordering.yield(order) }

    func scan() async throws -> [CECPartner] {
        var television = CECPartner(logicalAddress: 0)
        (television.name, television.physicalAddress, television.vendor) = ("TV", 0, 0xe091)
        (television.version, television.power) = (5, 9)
        return [television]
    }

    func start() {}
    func stop() { ordering.finish() }
}
