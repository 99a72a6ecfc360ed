import MediaCore

/// Answers questions about messages on a bus, given in order.
package struct CECConversation: Sendable, Hashable {
    package let messages: [CECMessage]

    package init(_ messages: [CECMessage]) { self.messages = messages }

    /// The messages from `start` on, and before `end`.
    package func within(_ start: HostTime, _ end: HostTime? = nil) -> CECConversation {
        CECConversation(
            messages.filter { message in message.host >= start && (end.map { message.host < $0 } ?? true) })
    }

    package func said(by address: CECAddress) -> [CECMessage] { messages.filter { $0.from == address.rawValue } }

    package func said(_ opcodes: Set<CECOpcode>, by address: CECAddress) -> [CECMessage] {
        said(by: address).filter { message in opcodes.contains { message.says($0) } }
    }

    /// The messages of a device that switch a TV or an AVR on, over or off, or write on the screen: a box sends
    /// none of them unasked.
    package func disturbances(by address: CECAddress) -> [CECMessage] {
        said(
            [
                .imageViewOn, .textViewOn, .activeSource, .setStreamPath, .routingChange, .standby, .setOSDString,
                .setMenuLanguage, .systemAudioModeRequest, .userControlPressed,
            ],
            by: address)
    }
}
