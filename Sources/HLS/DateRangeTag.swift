import MediaCore

/// EXT-X-DATERANGE (§4.4.5.1). Attributes that are not of the base tag stay as they are.
package struct DateRangeTag: Sendable, Hashable {
    package var id: String
    package var rangeClass: String?
    /// Nil in later tags of the same ID.
    package var start: ProgramDate?
    package var end: ProgramDate?
    package var duration: Duration?
    package var plannedDuration: Duration?
    package var endsOnNext = false
    /// PRE, POST, ONCE.
    package var cue: [String] = []
    /// Hexadecimal, with 0x.
    package var scte35Command: String?
    package var scte35Out: String?
    package var scte35In: String?
    /// X-… attributes; quoted strings without their quotes.
    package var custom: [String: String] = [:]

    /// The class of an interstitial (Appendix D).
    package static let interstitialClass = "com.apple.hls.interstitial"

    /// Takes over what `other`, a later tag of the same ID, adds. What both say stays as it is; nil
    /// when they agree, else the attribute in which they don't.
    package mutating func merge(_ other: DateRangeTag) -> String? {
        var conflict: String?
        func take<Value: Equatable>(_ mine: inout Value?, _ theirs: Value?, _ name: String) {
            guard let theirs else { return }
            if let mine, mine != theirs { conflict = name } else { mine = theirs }
        }
        take(&rangeClass, other.rangeClass, "CLASS")
        take(&start, other.start, "START-DATE")
        take(&end, other.end, "END-DATE")
        take(&duration, other.duration, "DURATION")
        take(&plannedDuration, other.plannedDuration, "PLANNED-DURATION")
        take(&scte35Command, other.scte35Command, "SCTE35-CMD")
        take(&scte35Out, other.scte35Out, "SCTE35-OUT")
        take(&scte35In, other.scte35In, "SCTE35-IN")
        endsOnNext = endsOnNext || other.endsOnNext
        if cue.isEmpty { cue = other.cue }
        for (name, value) in other.custom {
            if let mine = custom[name], mine != value { conflict = name } else { custom[name] = value }
        }
        return conflict
    }

    /// A tag against its syntax is left out, in both modes.
    init(_ list: AttributeList) throws(TagFault) {
        func fault(_ text: String) -> TagFault { .ignored(.malformed(tag: list.tag, text)) }
        guard let id = list.values["ID"]?.text, !id.isEmpty else { throw fault("no ID") }
        self.id = id
        rangeClass = list.values["CLASS"]?.text
        func date(_ name: String) throws(TagFault) -> ProgramDate? {
            guard let text = list.values[name]?.text else { return nil }
            guard let date = ProgramDate(iso8601: text) else { throw fault("\(name)=\(text)") }
            return date
        }
        func length(_ name: String) throws(TagFault) -> Duration? {
            guard list.values[name] != nil else { return nil }
            guard let length = list.duration(name), length >= .zero else { throw fault(name) }
            return length
        }
        start = try date("START-DATE")
        end = try date("END-DATE")
        duration = try length("DURATION")
        plannedDuration = try length("PLANNED-DURATION")
        if let start, let end, end < start { throw fault("END-DATE before START-DATE") }
        endsOnNext = try list.flag("END-ON-NEXT")
        if endsOnNext, rangeClass == nil || duration != nil || end != nil { throw fault("END-ON-NEXT") }
        cue = list.list("CUE")
        scte35Command = list.values["SCTE35-CMD"]?.text
        scte35Out = list.values["SCTE35-OUT"]?.text
        scte35In = list.values["SCTE35-IN"]?.text
        for (name, value) in list.values where name.hasPrefix("X-") { custom[name] = value.text }
    }
}
