import Commands
import ControlProtocol
import Devices
import Logging
import Sessions

/// Lets programs on a D-Bus see what is on and command it, by MPRIS 2.2. It has a remote's rights.
package actor MPRISDoor {
    private nonisolated let box: Box
    private nonisolated let control: BoxControl
    private nonisolated let bus: any MessageBus
    private let logger: Logger
    /// What listeners know; nil: nobody can hear.
    private var told: MPRISObject?
    private var lineup: MPRISLineup?

    package init(_ box: Box, bus: any MessageBus, logger: Logger) {
        self.box = box
        control = BoxControl(box)
        self.bus = bus
        self.logger = logger
    }

    /// Serves until cancelled.
    package func run() async {
        do { try bus.start() } catch {
            await box.warn("mpris", "MPRIS can't be had: \(error)")
            return
        }
        // One after the other, whichever side they come from: what listeners know is never older than what they were told.
        let (happenings, inbox) = AsyncStream.makeStream(of: Happening.self)
        await withTaskGroup(of: Void.self) { group in
            group.addTask {
                for await event in self.bus.events { inbox.yield(.bus(event)) }
                inbox.finish()
            }
            group.addTask { for await event in await self.box.events() { inbox.yield(.box(event)) } }
            group.addTask {
                for await happening in happenings {
                    switch happening {
                    case .bus(let event): await self.handle(event)
                    case .box(let event): await self.handle(event)
                    }
                }
            }
            // Only cancelling ends it: the bus may go and come.
            await withTaskCancellationHandler {
                await group.waitForAll()
            } onCancel: {
                bus.stop()
            }
        }
    }

    private enum Happening: Sendable {
        case bus(BusEvent)
        case box(ControlEvent)
    }

    private func handle(_ event: BusEvent) async {
        switch event {
        case .up(let name):
            logger.info("MPRIS", metadata: ["name": "\(name)"])
            await box.warn("mpris", nil)
            told = await object()
        case .down(let reason):
            told = nil
            await box.warn("mpris", "MPRIS can't be had: \(reason); it is tried again")
        case .call(let call):
            let answer = await answer(call)
            // A change that the call brought is told first, as a client that waits for its answer may look at once.
            await tellChanges()
            bus.reply(to: call.id, answer)
        }
    }

    private func handle(_ event: ControlEvent) async {
        switch event {
        case .nowPlaying(let info, let jumped):
            await tellChanges()
            guard jumped, told != nil, let position = info.playback.position else { return }
            bus.emit(MPRISObject.seeked(position))
        case .channels, .queue: await tellChanges()
        default: break
        }
    }

    private func object() async -> MPRISObject {
        let (object, lineup) = await box.read { [lineup] in $0.mprisObject(lineup: lineup) }
        self.lineup = lineup
        return object
    }

    private func tellChanges() async {
        let object = await object()
        guard let told else { return }
        for signal in object.changes(since: told) { bus.emit(signal) }
        self.told = object
    }

    private func answer(_ call: BusCall) async -> BusAnswer {
        switch await object().answer(call.interface, call.member, call.arguments) {
        case .values(let values): return .values(values)
        case .failure(let failure): return .failure(name: failure.name, text: failure.text)
        case .items(let request): return await queued { try await $0.play(try request.checked()) }
        case .queue(let request): return await queued { try await $0.changeQueue(request) }
        case .command(let command):
            let first = control.changes
            let result = await box.read { $0.perform(command, key: $0.now) }
            // What is answered has been written.
            do { try await control.written(since: first) } catch {
                return BusAnswer(BusFailure.failed("\(error)"))
            }
            return switch result {
            case .done, .nothingToDo: .values([])
            case .notNow(let reason): BusAnswer(.notNow(reason))
            case .failed(let reason): BusAnswer(.failed(reason))
            }
        }
    }
}

extension MPRISDoor {
    private func queued(_ change: @Sendable (BoxControl) async throws -> QueueInfo) async -> BusAnswer {
        do {
            _ = try await change(control)
            return .values([])
        } catch let error as ControlError {
            return BusAnswer(error.code == .notNow ? .notNow(error.cause) : .failed(error.cause))
        } catch {
            return BusAnswer(.failed("\(error)"))
        }
    }
}

extension BusAnswer {
    fileprivate init(_ failure: BusFailure) { self = .failure(name: failure.name, text: failure.text) }
}
