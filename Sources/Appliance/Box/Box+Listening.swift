import Commands
import Devices

/// What a lesson wants done that takes time.
enum LessonChore: Sendable {
    case listen(InfraredReceiver)
    /// Listen no longer, and keep the keymap, if there is one, under this name.
    case finish(String, keymap: String?)
}

extension Box {
    /// Listens to receivers for lessons, one after another, and keeps what was learnt, until cancelled.
    nonisolated func doLessonChores() async {
        var chores = errands.lessons.stream.makeAsyncIterator()
        while let chore = await chores.next() {
            guard case .listen(let receiver) = chore, let infrared = devices.infrared else { continue }
            do {
                let listening = try await infrared.listen(to: receiver)
                let end = await withTaskGroup(of: Void.self) { group in
                    await tellLessons(.listening(restriction: listening.restriction))
                    group.addTask { for await event in listening.events { await self.tellLessons(.infrared(event)) } }
                    let end = await Self.keep(await chores.next(), of: listening)
                    listening.stop()
                    // Nothing of it is to come into the next lesson.
                    await group.waitForAll()
                    return end
                }
                await tellLessons(end)
            } catch {
                await tellLessons(.deaf("\(error)"))
            }
        }
    }

    /// - Parameter chore: how the lesson ended; nil: the box ends
    private static nonisolated func keep(
        _ chore: LessonChore?, of listening: any InfraredListening
    ) async -> RemoteLessonsEvent {
        guard case .finish(let name, let keymap?) = chore else { return .finished(file: nil) }
        do {
            return .finished(file: try await listening.keep(name, keymap: keymap))
        } catch {
            return .notKept("\(error)")
        }
    }
}
