import MediaCore

/// EXT-X-DATERANGE (§4.4.5.1). Attributes that the tag itself does not define are kept as text.
package struct DateRangeTag: Sendable, Hashable {
    package var id: String
    package var rangeClass: String?
    /// START-DATE; nil in later tags of the same ID.
    package var start: ProgramDate?
    package var end: ProgramDate?
    package var duration: Duration?
    package var plannedDuration: Duration?
    package var endsOnNext = false
    /// The triggers of CUE: PRE, POST, ONCE; unknown ones are left out (§6.3.1).
    package var cue: [String] = []
    /// SCTE35-CMD in hexadecimal, with 0x.
    package var scte35Command: String?
    package var scte35Out: String?
    package var scte35In: String?
    /// The X-… attributes by name; quoted strings without their quotes.
    package var custom: [String: String] = [:]

    /// The CLASS value that makes a date range an interstitial (Appendix D).
    package static let interstitialClass = "com.apple.hls.interstitial"

    /// Adds what `other`, a later tag of the same ID, says beyond this one. What both say stays as
    /// it is; returns the name of the attribute in which they differ, nil when they agree.
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

    /// Reads the tag. One that is against its syntax is left out, in both modes.
    init(_ list: inout AttributeList) throws(TagFault) {
        func fault(_ text: String) -> TagFault { .ignored(.malformed(tag: Tag.dateRange.rawValue, text)) }
        func date(_ name: String) throws(TagFault) -> ProgramDate? {
            guard let text = try list.string(name) else { return nil }
            guard let date = ProgramDate(iso8601: text) else { throw fault("\(name)=\(text)") }
            return date
        }
        id = try list.required("ID")
        rangeClass = try list.string("CLASS")
        start = try date("START-DATE")
        end = try date("END-DATE")
        duration = try list.seconds("DURATION")
        plannedDuration = try list.seconds("PLANNED-DURATION")
        if let start, let end, end < start { throw fault("END-DATE before START-DATE") }
        if let start, let end, let duration, start + duration != end {
            list.warn("END-DATE is not START-DATE and DURATION")
        }
        endsOnNext = try list.flag("END-ON-NEXT")
        if endsOnNext, rangeClass == nil || duration != nil || end != nil {
            throw fault("END-ON-NEXT without CLASS, or with DURATION or END-DATE")
        }
        cue = try list.list("CUE").filter { ["PRE", "POST", "ONCE"].contains($0) }
        if cue.contains("PRE"), cue.contains("POST") { throw fault("CUE is PRE and POST") }
        scte35Command = try list.hexadecimal("SCTE35-CMD")
        scte35Out = try list.hexadecimal("SCTE35-OUT")
        scte35In = try list.hexadecimal("SCTE35-IN")
        for attribute in list.attributes where attribute.name.hasPrefix("X-") {
            custom[attribute.name] =
                attribute.isQuoted ? attribute.text : try DateRangeTag.clientValue(attribute, &list)
        }
    }

    /// Reads a client-defined value: a hexadecimal-sequence or a decimal-floating-point, which some
    /// servers give a sign.
    private static func clientValue(
        _ attribute: AttributeList.Attribute, _ list: inout AttributeList
    ) throws(TagFault) -> String? {
        if Numeral.seconds(attribute.text.utf8, isSigned: true) != nil { return attribute.text }
        return try list.hexadecimal(attribute.name)
    }
}
