import Foundation
import HLS
import MediaCore
import XMLTV

/// What `hearthctl guide inspect` says of a guide, as JSON and in lines for people; docs/guide-inspect.md describes every
/// member.
struct GuideReport {
    let report: XMLTVImporter.Report
    let survey: GuideSurvey
    /// What the id or a name of a channel that is listed has; nil: all are.
    var find: String?

    private var listed: [GuideSurvey.Channel] {
        guard let find else { return survey.channels }
        return survey.channels.filter { channel in
            ([channel.id] + channel.names).contains { $0.localizedCaseInsensitiveContains(find) }
        }
    }

    private static func date(_ seconds: Int64) -> String {
        // Years beyond 2262 saturate there: no guide has them.
        ProgramDate(nanoseconds: seconds.multipliedSaturating(by: 1_000_000_000)).iso8601.replacing(".000Z", with: "Z")
    }

    private var faults: [(kind: XMLTVFault.Kind, faults: XMLTVReport.Faults)] {
        XMLTVFault.Kind.allCases.compactMap { kind in report.guide.faults[kind].map { (kind, $0) } }
    }

    // MARK: JSON

    var json: JSONObject {
        let guide = report.guide
        var object = JSONObject()
        object.set("format", report.format.rawValue)
        object.set("packed-bytes", UInt64(clamping: report.packedBytes))
        object.set("bytes", UInt64(clamping: guide.bytes))
        object.set("encoding", guide.encoding)
        object.set("generator", guide.generator)
        object.set("source", guide.source)
        object.set("whole", .bool(guide.isWhole))
        object.set("channels", UInt64(clamping: guide.channels))
        object.set("programmes", UInt64(clamping: guide.programmes))
        object.set("from", guide.span.map { Self.date($0.lowerBound) })
        object.set("to", guide.span.map { Self.date($0.upperBound) })
        object.set(
            "faults",
            list: faults.map { kind, faults in
                var fault = JSONObject()
                fault.set("kind", kind.rawValue)
                fault.set("lost", .bool(kind.isLoss))
                fault.set("count", UInt64(clamping: faults.count))
                fault.set("lines", .array(faults.lines.map { .integer(UInt64(clamping: $0)) }))
                return fault
            })
        object.set("each-channel", list: listed.map(Self.json))
        if survey.channelsBeyond > 0 { object.set("channels-beyond", UInt64(clamping: survey.channelsBeyond)) }
        return object
    }

    private static func json(_ channel: GuideSurvey.Channel) -> JSONObject {
        var object = JSONObject()
        object.set("id", channel.id)
        object.set("names", list: channel.names)
        object.set("line", channel.line.map { UInt64(clamping: $0) })
        object.set("programmes", UInt64(clamping: channel.programmes))
        object.set("from", channel.span.map { date($0.lowerBound) })
        object.set("to", channel.span.map { date($0.upperBound) })
        return object
    }

    // MARK: For people

    private static let mostLines = 20

    var lines: [String] {
        let guide = report.guide
        var lines = [
            "XMLTV guide, \(report.format == .plain ? "" : "\(report.format.rawValue), \(Self.size(report.packedBytes)) packed, ")"
                + "\(Self.size(guide.bytes)), \(guide.encoding ?? "UTF-8")"
        ]
        if let source = guide.source { lines.append("  from \(Output.printable(source))") }
        if let generator = guide.generator { lines.append("  made by \(Output.printable(generator))") }
        lines.append("  \(Self.count(guide.channels, "channel")), \(Self.count(guide.programmes, "programme"))")
        if let span = guide.span { lines.append("  \(Self.date(span.lowerBound)) to \(Self.date(span.upperBound))") }
        if survey.withoutProgrammes > 0 {
            lines.append("  \(Self.count(survey.withoutProgrammes, "channel")) without programmes")
        }
        if survey.undescribed > 0 {
            lines.append("  \(Self.count(survey.undescribed, "channel")) with programmes, and not described")
        }
        for (kind, faults) in faults {
            let places =
                faults.lines.map(String.init).joined(separator: ", ") + (faults.count > faults.lines.count ? ", …" : "")
            lines.append(
                "\(kind.isLoss ? "lost" : "warning"): \(Self.text(kind)): \(faults.count) (line \(places))")
        }
        let listed = listed
        let shown = listed.prefix(find == nil ? Self.mostLines : .max)
        lines += Output.table(
            shown.map { channel in
                [
                    "  \(channel.id)", channel.names.first ?? "-", "\(channel.programmes)",
                    channel.span.map { Self.date($0.lowerBound) } ?? "",
                    channel.span.map { Self.date($0.upperBound) } ?? "",
                ]
            }, rightAligned: [2])
        let rest = listed.count - shown.count + survey.channelsBeyond
        if rest > 0 { lines.append("  and \(Self.count(rest, "more channel")): --json lists them") }
        if !guide.isWhole { lines.append("error: the guide breaks off") }
        return lines
    }

    private static func count(_ number: Int, _ what: String) -> String { "\(number) \(what)\(number == 1 ? "" : "s")" }

    private static func size(_ bytes: Int64) -> String {
        switch bytes {
        case ..<10_000: "\(bytes) bytes"
        case ..<10_000_000: "\(bytes / 1000) kB"
        default: "\(bytes / 1_000_000) MB"
        }
    }

    private static func text(_ kind: XMLTVFault.Kind) -> String {
        switch kind {
        case .channelWithoutID: "channels without an id"
        case .programmeWithoutChannel: "programmes without a channel"
        case .programmeWithoutStart: "programmes without a start"
        case .unreadableStart: "programmes whose start is no time"
        case .unfinishedProgramme: "a programme that the guide breaks off in"
        case .textTooLong: "the ends of texts that are too long"
        case .tooMany: "texts, people and so on beyond what one programme may have"
        case .brokenTag: "tags that are broken"
        case .unreadableStop: "stops that are no time, as if there were none"
        case .stopNotAfterStart: "stops that do not lie behind their start"
        case .missingZone: "times without a zone, taken for UTC"
        case .unknownZone: "times in a zone that is not known, taken for UTC"
        case .withoutTitle: "programmes without a title"
        case .unknownEntity: "entities that are not known, left as they are written"
        case .bareAmpersand: "texts with an & that begins no entity"
        case .controlCharacter: "texts with control characters, left out"
        case .otherEncoding: "texts in another encoding than the guide says"
        case .unknownEncoding: "an encoding that is not known, taken for UTF-8"
        case .strayEnd: "end tags without a beginning"
        case .missingEnd: "elements without their end tag"
        case .tooDeep: "elements that are too deep in one another"
        case .behindEnd: "what stands behind the guide's end, read all the same"
        case .unfinished: "what breaks off"
        }
    }
}
