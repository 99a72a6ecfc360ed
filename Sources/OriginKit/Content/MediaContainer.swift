/// The container format of a piece.
package enum MediaContainer: String, CaseIterable, Sendable, Hashable {
    case ts
    case fmp4

    package var fileExtension: String {
        switch self {
        case .ts: "ts"
        case .fmp4: "m4s"
        }
    }

    var contentType: String {
        switch self {
        case .ts: "video/mp2t"
        case .fmp4: "video/mp4"
        }
    }
}
