import Devices

/// The form in which a list's channels are kept on the disk: a third of the size of JSON, and read in a fraction of the
/// time.
package enum StoredChannels {
    private static let version: UInt8 = 1
    /// The version of numbers that knows of renamed channels; the one before ends before them.
    private static let numbersVersion: UInt8 = 2

    package static func bytes(_ entries: [ChannelEntry]) -> [UInt8] {
        var writer = StoredBytes.Writer()
        writer.bytes.reserveCapacity(entries.count * 200)
        writer.bytes.append(version)
        writer.write(entries.count)
        var groups: [String]?
        for entry in entries {
            writer.write(entry.name)
            writer.write(entry.url)
            writer.write(entry.alternateURLs)
            writer.write(optional: entry.guideID)
            writer.write(optional: entry.guideName)
            writer.write(signed: entry.guideShift)
            writer.write(optional: entry.logo)
            writer.write(optional: entry.number)
            // Thousands of channels in a row have the same groups.
            writer.write(entry.groups == groups ? 1 : 0)
            if entry.groups != groups { writer.write(entry.groups) }
            groups = entry.groups
            writer.write(entry.isRadio ? 1 : 0)
            write(entry.rating, to: &writer)
            writer.write(entry.headers)
            writer.write(entry.sharedHeaders == nil ? 0 : 1)
            if let shared = entry.sharedHeaders { writer.write(shared.sorted()) }
            writer.write(entry.reach.map { Int($0.rawValue) + 1 } ?? 0)
            writer.write(entry.attributes)
            writer.write(entry.properties)
            writer.write(max(entry.line, 0))
        }
        return writer.bytes
    }

    /// The channels; nil where the bytes are another version's, or not whole.
    package static func entries(_ bytes: [UInt8]) -> [ChannelEntry]? {
        guard bytes.first == version else { return nil }
        var reader = StoredBytes.Reader(bytes, from: 1)
        do {
            let count = try reader.count()
            var entries: [ChannelEntry] = []
            entries.reserveCapacity(min(count, ChannelList.mostEntries))
            var groups: [String] = []
            for _ in 0..<count {
                var entry = ChannelEntry(name: try reader.text(), url: try reader.text())
                entry.alternateURLs = try reader.texts()
                entry.guideID = try reader.optionalText()
                entry.guideName = try reader.optionalText()
                entry.guideShift = try reader.signed()
                entry.logo = try reader.optionalText()
                entry.number = try reader.optionalText()
                if try reader.number() == 0 { groups = try reader.texts() }
                entry.groups = groups
                entry.isRadio = try reader.number() != 0
                entry.rating = try rating(&reader)
                entry.headers = try reader.dictionary()
                if try reader.number() != 0 { entry.sharedHeaders = Set(try reader.texts()) }
                let reach = try reader.number()
                if reach > 0 { entry.reach = AddressReach(rawValue: UInt8(clamping: reach - 1)) }
                entry.attributes = try reader.dictionary()
                entry.properties = try reader.dictionary()
                entry.line = try reader.number()
                entries.append(entry)
            }
            return entries
        } catch {
            return nil
        }
    }

    package static func bytes(_ numbers: KeptNumbers) -> [UInt8] {
        var writer = StoredBytes.Writer()
        writer.bytes.append(numbersVersion)
        writer.write(numbers.fromList ? 1 : 0)
        writer.write(numbers.given.count)
        for (id, number) in numbers.given {
            writer.write(id)
            writer.write(signed: number)
        }
        writer.write(numbers.renamed)
        return writer.bytes
    }

    /// The numbers; nil where the bytes are another version's, or not whole.
    package static func numbers(_ bytes: [UInt8]) -> KeptNumbers? {
        guard let version = bytes.first, (1...numbersVersion).contains(version) else { return nil }
        var reader = StoredBytes.Reader(bytes, from: 1)
        do {
            var numbers = KeptNumbers(fromList: try reader.number() != 0)
            let count = try reader.count()
            numbers.given.reserveCapacity(min(count, ChannelList.mostEntries))
            for _ in 0..<count {
                let id = try reader.text()
                numbers.given[id] = try reader.signed()
            }
            if version > 1 { numbers.renamed = try reader.dictionary() }
            return numbers
        } catch {
            return nil
        }
    }

    private static func write(_ rating: ContentRating, to writer: inout StoredBytes.Writer) {
        switch rating {
        case .unrated: writer.write(0)
        case .unknown(let text):
            writer.write(1)
            writer.write(text)
        case .rated(let rating):
            writer.write(2)
            writer.write(signed: rating.years)
            writer.write(signed: rating.subscore)
            writer.write(rating.kind?.rawValue ?? 0)
        }
    }

    private static func rating(_ reader: inout StoredBytes.Reader) throws(StoredBytes.Broken) -> ContentRating {
        switch try reader.number() {
        case 0: return .unrated
        case 1: return .unknown(try reader.text())
        case 2:
            guard let years = try reader.signed(), let subscore = try reader.signed() else { throw .notWhole }
            return .rated(
                AgeRating(years: years, subscore: subscore, kind: AgeRating.Kind(rawValue: try reader.number())))
        default: throw .notWhole
        }
    }
}
