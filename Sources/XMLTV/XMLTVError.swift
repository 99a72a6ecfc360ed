/// Why there is no guide to read.
package enum XMLTVError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The first element is another than a guide's.
    case notAGuide(element: String, line: Int)
    /// There is no element in it.
    case empty
    /// It begins as JSON does, and is none.
    case brokenJSON(reason: String)
    /// It is JSON of something else.
    case noProgrammesInJSON
    /// JSON longer than a guide of what is on can be.
    case longJSON

    package var description: String {
        switch self {
        case .notAGuide(let element, _): "it begins with <\(element)>, not with <tv>: no XMLTV"
        case .empty: "there is no XML in it"
        case .brokenJSON(let reason): "it begins as JSON and can't be read as such: \(reason)"
        case .noProgrammesInJSON: "it is JSON without channels or programmes that are known here"
        case .longJSON: "it is JSON of more than \(ProgrammeJSON.longest >> 20) MB; long guides are read as XMLTV"
        }
    }

    /// Where; nil: nowhere.
    package var line: Int? {
        switch self {
        case .notAGuide(_, let line): line
        case .empty, .brokenJSON, .noProgrammesInJSON, .longJSON: nil
        }
    }
}
