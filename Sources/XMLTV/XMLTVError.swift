/// Why there is no guide to read.
package enum XMLTVError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The first element is another than a guide's.
    case notAGuide(element: String, line: Int)
    /// There is no element in it.
    case empty

    package var description: String {
        switch self {
        case .notAGuide(let element, _): "it begins with <\(element)>, not with <tv>: no XMLTV"
        case .empty: "there is no XML in it"
        }
    }

    /// Where; nil: nowhere.
    package var line: Int? {
        switch self {
        case .notAGuide(_, let line): line
        case .empty: nil
        }
    }
}
