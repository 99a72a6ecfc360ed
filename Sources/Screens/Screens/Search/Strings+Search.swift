import Languages

extension Strings {
    package static var search: String { say(.search) }
    static var searchPrompt: String { say(.searchPrompt) }
    static var searchHelp: String { say(.searchHelp) }
    static var searching: String { say(.searching) }
    static var nothingFound: String { say(.nothingFound) }
    static var onNow: String { say(.onNow) }
    static var space: String { say(.space) }
    static var clearText: String { say(.clearText) }
    static var asOnTelephone: String { say(.asOnTelephone) }
}
