/// Who asks something of the control API.
package enum Caller: Hashable, Sendable {
    /// A remote, such as the page: whoever holds it.
    case remote
    /// A process of this machine that may use the socket, as the kernel names it; nil: it does not say.
    case process(user: UInt32?, id: Int32)

    /// Whether it may do without the passcode what takes it: root could, by the file.
    package var isAdministrator: Bool { if case .process(user: 0, _) = self { true } else { false } }
}
