import Devices

/// The order to teach a receiver a remote.
package struct LessonOrder: Hashable, Sendable {
    /// The name under which what is learnt is kept.
    package var name: String
    package var receiver: InfraredReceiver
    /// The protocol families that are accepted; nil: all.
    package var families: Set<String>?
    /// The keys to ask for.
    package var keys: [KeyCode]

    package init(
        name: String, receiver: InfraredReceiver, families: Set<String>? = nil,
        keys: [KeyCode] = RemoteLearning.usualKeys
    ) {
        (self.name, self.receiver, self.families, self.keys) = (name, receiver, families, keys)
    }
}
