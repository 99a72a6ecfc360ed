import Base
import ControlProtocol
import Devices
import FoundationEssentials
import MediaCore
import UPnP

/// Lets control points in the house send something to the screen: answers what they ask, has the box do what they want,
/// and tells those that follow.
package actor RendererDoor {
    private enum AlarmName: Hashable, Sendable { case events }

    package nonisolated let description: RendererDescription
    private nonisolated let box: Box
    private nonisolated let clock: any HostClock
    private var renderer = MediaRenderer()
    private var subscriptions = EventSubscriptions()
    private var alarms: Alarms<AlarmName>
    private nonisolated let messages: AsyncStream<EventSubscriptions.Delivery>
    private nonisolated let outbox: AsyncStream<EventSubscriptions.Delivery>.Continuation

    package init(_ box: Box, _ description: RendererDescription) {
        self.box = box
        self.description = description
        clock = box.devices.clock
        (messages, outbox) = AsyncStream.makeStream()
        alarms = Alarms(clock: clock, ring: { _ in })
    }

    /// Tells followers what changes, until cancelled.
    package func run() async {
        alarms = Alarms(clock: clock) { [weak self] _ in await self?.ring() }
        let events = await box.events()
        await withTaskGroup(of: Void.self) { group in
            group.addTask {
                for await event in events {
                    switch event {
                    case .nowPlaying, .cast, .queue, .sound, .state: await self.renew()
                    default: break
                    }
                }
            }
            group.addTask {
                await withDiscardingTaskGroup { group in
                    for await message in self.messages {
                        group.addTask {
                            let outcome = try? await blocking(on: "hearth-event") { EventPoster.post(message) }
                            await self.delivered(message, outcome == .taken)
                        }
                    }
                }
            }
            await group.waitForAll()
        }
        alarms.cancelAll()
    }

    // MARK: What control points ask

    /// Answers an action.
    ///
    /// - Returns: the status of the answer, and its text
    func answer(_ service: RendererService, _ body: [UInt8], header: String?, from sender: CastSender, at peer: String)
        async -> (status: Int, text: String)
    {
        do throws(UPnPFault) {
            let request = try SOAPRequest(body: body, header: header)
            let state = await box.read { $0.rendererState }
            let answer = try renderer.answer(request, of: service, from: peer, in: state)
            if let order = answer.order {
                let result = await box.read { box in
                    Result { () throws(UPnPFault) in try box.carryOut(order, by: sender) }
                }
                await renew()
                try result.get()
            }
            let outputs = service.action(request.action)?.outputs ?? []
            let values = zip(outputs, answer.values).map { (name: $0.name, value: $1) }
            return (200, SOAPAnswer.text(request.action, of: service, values))
        } catch {
            return (500, SOAPAnswer.text(error))
        }
    }

    /// Takes a follower, who is told as soon as `opened` says that he has his answer.
    ///
    /// - Returns: his id, and for how many seconds he follows
    func subscribe(_ service: RendererService, callback: String, timeout: String?, peer: String)
        async throws(EventSubscriptions.Refusal) -> (id: String, seconds: Int)
    {
        let id = "uuid:\(UUID().uuidString.lowercased())"
        let seconds = try subscriptions.subscribe(
            service, id: id, callback: callback, timeout: timeout, peer: peer, at: clock.now)
        await renew()
        return (id, seconds)
    }

    func opened(_ id: String) {
        subscriptions.open(id, at: clock.now)
        deliver()
    }

    func renewSubscription(_ id: String, of service: RendererService, timeout: String?)
        throws(EventSubscriptions.Refusal) -> Int
    {
        try subscriptions.renew(id, of: service, timeout: timeout, at: clock.now)
    }

    func unsubscribe(_ id: String, of service: RendererService) throws(EventSubscriptions.Refusal) {
        try subscriptions.cancel(id, of: service)
        deliver()
    }

    // MARK: What followers are told

    private func renew() async {
        let state = await box.read { $0.rendererState }
        renderer.see(state)
        // Of what nobody hears nothing is made.
        guard subscriptions.count > 0 else { return }
        for service in RendererService.allCases {
            subscriptions.set(renderer.variables(of: service, in: state), of: service)
        }
        deliver()
    }

    private func deliver() {
        for message in subscriptions.due(at: clock.now) { outbox.yield(message) }
        alarms.set(.events, at: subscriptions.nextWake)
    }

    private func delivered(_ message: EventSubscriptions.Delivery, _ isTaken: Bool) {
        subscriptions.delivered(message.id, isTaken)
        deliver()
    }

    private func ring() {
        guard alarms.rang(.events, at: clock.now) else { return }
        deliver()
    }
}
