/// A sample format of a card: interleaved, in the machine's byte order.
package enum SampleFormat: String, Sendable, Hashable, CaseIterable {
    case signed16, signed32, float32

    package var bytes: Int {
        switch self {
        case .signed16: 2
        case .signed32, .float32: 4
        }
    }
}
