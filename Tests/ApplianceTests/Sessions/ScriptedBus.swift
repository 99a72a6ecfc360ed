import Base
import Devices

/// A bus on which a test is the only caller.
final class ScriptedBus: MessageBus {
    let events: AsyncStream<BusEvent>
    private let outbox: AsyncStream<BusEvent>.Continuation
    private let state = Locked(State())

    private struct State {
        var waiting: [BusCall.ID: CheckedContinuation<BusAnswer, Never>] = [:]
        var calls: BusCall.ID = 0
        var signals: [BusSignal] = []
    }

    init() { (events, outbox) = AsyncStream.makeStream() }

    func start() { outbox.yield(.up(name: "org.mpris.MediaPlayer2.hearth")) }
    func stop() { outbox.finish() }

    func reply(to call: BusCall.ID, _ answer: BusAnswer) {
        state.withLock { $0.waiting.removeValue(forKey: call) }?.resume(returning: answer)
    }

    func emit(_ signal: BusSignal) { state.withLock { $0.signals.append(signal) } }

    /// The signals since it was asked last.
    func takeSignals() -> [BusSignal] {
        state.withLock { state in
            defer { state.signals = [] }
            return state.signals
        }
    }

    /// Calls a method and waits for its answer.
    func call(_ interface: String, _ member: String, _ arguments: [BusValue] = []) async -> BusAnswer {
        await withCheckedContinuation { continuation in
            let id = state.withLock { state in
                state.calls += 1
                state.waiting[state.calls] = continuation
                return state.calls
            }
            outbox.yield(.call(BusCall(id: id, interface: interface, member: member, arguments: arguments)))
        }
    }

    func player(_ member: String, _ arguments: BusValue...) async -> BusAnswer {
        await call("org.mpris.MediaPlayer2.Player", member, arguments)
    }

    /// A property of the player.
    func get(_ name: String) async -> BusValue? {
        let answer = await call(
            "org.freedesktop.DBus.Properties", "Get", [.string("org.mpris.MediaPlayer2.Player"), .string(name)])
        guard case .values(let values) = answer, case .variant(let value)? = values.first else { return nil }
        return value
    }

    func set(_ name: String, _ value: BusValue) async -> BusAnswer {
        await call(
            "org.freedesktop.DBus.Properties", "Set",
            [.string("org.mpris.MediaPlayer2.Player"), .string(name), .variant(value)])
    }
}
