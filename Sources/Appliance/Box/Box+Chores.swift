import Base
import Commands
import Devices

/// What remotes want done that takes time.
enum RemoteChore: Sendable {
    /// Ask these devices for the levels of their batteries.
    case lookAtBatteries([InputDevice])
    case listen(InfraredReceiver)
    /// Listen no longer, and keep the keymap, if there is one, under this name.
    case finish(String, keymap: String?)
}

extension Box {
    /// Does the remotes' chores beside the box, until cancelled. Lessons come one after another.
    nonisolated func doChores() async {
        await withDiscardingTaskGroup { group in
            var listening: (any InfraredListening)?
            // An element for each receiver of which nothing more comes.
            let (darkness, dark) = AsyncStream.makeStream(of: Void.self)
            var ends = darkness.makeAsyncIterator()
            for await chore in chores.stream {
                switch chore {
                case .lookAtBatteries(let remotes):
                    group.addTask { await self.lookAtBatteries(of: remotes) }
                case .listen(let receiver):
                    do {
                        guard let infrared = devices.infrared else { continue }
                        let new = try await infrared.listen(to: receiver)
                        listening = new
                        await tellLessons(.listening(restriction: new.restriction))
                        group.addTask {
                            for await event in new.events { await self.tellLessons(.infrared(event)) }
                            dark.yield()
                        }
                    } catch {
                        await tellLessons(.deaf("\(error)"))
                    }
                case .finish(let name, let keymap):
                    guard let ending = listening else { continue }
                    listening = nil
                    let event = await Self.keep(keymap, as: name, ending)
                    ending.stop()
                    // Nothing of it is to come into the next lesson.
                    await ends.next()
                    await tellLessons(event)
                }
            }
            listening?.stop()
        }
    }

    private static nonisolated func keep(
        _ keymap: String?, as name: String, _ listening: any InfraredListening
    ) async -> RemoteLessonsEvent {
        guard let keymap else { return .finished(file: nil) }
        do {
            return .finished(file: try await listening.keep(name, keymap: keymap))
        } catch {
            return .notKept("\(error)")
        }
    }

    private nonisolated func lookAtBatteries(of remotes: [InputDevice]) async {
        guard let batteries = devices.batteries else { return }
        // The kernel queries the remote itself, which may be asleep.
        let levels: [String: BatteryLevel] = await withCheckedContinuation { continuation in
            do {
                _ = try NamedThread("hearth-battery") {
                    let found = remotes.compactMap { device in batteries.level(of: device).map { (device.id, $0) } }
                    continuation.resume(returning: Dictionary(found) { first, _ in first })
                }
            } catch {
                continuation.resume(returning: [:])
            }
        }
        await tellRemotes(.batteries(levels))
    }
}
