/// The error that the bench could not make or mend a fault.
package struct FaultNotMade: Error, CustomStringConvertible {
    package var kind: FaultKind
    package var command: String
    package var said: String

    package var description: String {
        "\(kind.rawValue): '\(command)' said: \(said.trimmingPrefix { $0.isWhitespace })"
    }
}
