/// The ears of a bench: they hear what really left the sound card.
package protocol Ears: Sendable {
    /// Starts to record from now on.
    func listen() throws -> any Listening
}

/// A recording that goes on until it is finished.
package protocol Listening: AnyObject {
    /// Ends the recording and returns it whole. Throws when part of it was lost.
    func finish() throws -> Sound
}

extension Ears {
    /// The sound while `body` ran.
    package func listen<Result>(while body: () throws -> Result) throws -> (Result, Sound) {
        let listening = try listen()
        do {
            let result = try body()
            return (result, try listening.finish())
        } catch {
            _ = try? listening.finish()
            throw error
        }
    }
}
