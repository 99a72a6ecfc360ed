/// Reads a guide that comes in pieces, and gives out its channels and programmes one after the other.
///
/// Memory is bounded, whatever the guide: a piece, an unfinished tag, one channel or programme. What is wrong is passed
/// over and noted with its line; only what is no guide at all is an error. One thread has it.
package struct XMLTVReader: ~Copyable {
    /// What a reader is told, and tells.
    package struct Handlers {
        /// Whether programmes of the channel with this id are given out: those of others are hardly looked at.
        package var wants: (String) -> Bool
        package var channel: (XMLTVChannel) throws -> Void
        package var programme: (XMLTVProgramme) throws -> Void

        package init(
            wants: @escaping (String) -> Bool = { _ in true },
            channel: @escaping (XMLTVChannel) throws -> Void = { _ in },
            programme: @escaping (XMLTVProgramme) throws -> Void = { _ in }
        ) {
            self.wants = wants
            self.channel = channel
            self.programme = programme
        }
    }

    let limits: XMLTVLimits
    private let handlers: Handlers
    /// Seconds east of Greenwich of times without a zone.
    private let defaultOffset: Int
    private var scanner = XMLScanner()
    private var text = XMLText()
    var report = XMLTVReport()

    /// The beginning, until the encoding is known.
    private var head: [UInt8]? = []
    private var converter: TextConverter?
    private var unconverted: [UInt8] = []

    private struct Frame {
        var element: XMLTVElement
        /// Tells other elements apart.
        var hash: Int
    }
    private var stack: [Frame] = []
    /// Elements deeper than the stack may be.
    private var depthBeyond = 0
    private var hasRoot = false
    private var channel: XMLTVChannel?
    private var programme = ProgrammeDraft()

    /// The text that is being read, between its tags.
    private struct Leaf {
        var element = XMLTVElement.other
        /// The language, system, units, or an actor's part.
        var note: String?
        /// A person's element.
        var job = ""
    }
    private var leaf = Leaf()
    /// The size of the stack inside it; 0: there is none.
    private var leafDepth = 0
    /// The text where it lies in the scanner's memory, as long as it is in one piece.
    private var lyingText: Bytes?
    /// The text where it came in several.
    private var gathered: [UInt8] = []
    private var isTooLong = false

    /// The id that the last programme named, as written and read, and whether it is wanted: most follow their like.
    private var lastID: (bytes: [UInt8], id: String, isWanted: Bool)?

    /// - Parameter defaultOffset: seconds east of Greenwich where a time has no zone; the DTD says UTC.
    package init(defaultOffset: Int = 0, limits: XMLTVLimits = XMLTVLimits(), handlers: Handlers) {
        self.defaultOffset = defaultOffset
        self.limits = limits
        self.handlers = handlers
    }

    /// Reads a piece of any size; throws what a handler throws, or `XMLTVError` where it is no guide.
    package mutating func feed(_ piece: UnsafeRawBufferPointer) throws {
        guard var head else { return try read(piece) }
        head += piece
        self.head = head
        try readHead(isWhole: false)
    }

    package mutating func feed(_ piece: [UInt8]) throws {
        try piece.withUnsafeBytes { try feed($0) }
    }

    /// Reads to the end.
    package mutating func finish() throws -> XMLTVReport {
        try readHead(isWhole: true)
        scanner.finish()
        try drain()
        guard hasRoot else { throw XMLTVError.empty }
        if !stack.isEmpty {
            // What breaks off may lack its end: better nothing of it.
            let line = scanner.endLine
            if programme.isKept { report.note(XMLTVFault(.unfinishedProgramme, line: line)) }
            report.note(XMLTVFault(.unfinished, line: line))
        }
        report.isWhole = stack.isEmpty && (report.faults[.unfinished] == nil)
        return report
    }

    // MARK: Bytes

    private mutating func readHead(isWhole: Bool) throws {
        guard let head, let found = GuideEncoding.read(head, isWhole: isWhole) else { return }
        self.head = nil
        report.encoding = found.name
        switch found.encoding {
        case .utf8: break
        case .other(let name): text = XMLText(encoding: name)
        case .utf16(let isBigEndian): converter = TextConverter(from: isBigEndian ? "UTF-16BE" : "UTF-16LE", unit: 2)
        case .unknown: note(.unknownEncoding)
        }
        try head.withUnsafeBytes { try read(UnsafeRawBufferPointer(rebasing: $0[found.markLength...])) }
    }

    private static let pieceLength = 64 << 10

    private mutating func read(_ bytes: UnsafeRawBufferPointer) throws {
        var rest = bytes[...]
        while !rest.isEmpty {
            let piece = UnsafeRawBufferPointer(rebasing: rest.prefix(Self.pieceLength))
            rest = rest.dropFirst(Self.pieceLength)
            guard let converter else {
                try scan(piece)
                continue
            }
            unconverted += piece
            var converted: [UInt8] = []
            let left = unconverted.withUnsafeBytes { converter.convert($0, to: &converted) }
            unconverted.removeFirst(unconverted.count - left)
            try converted.withUnsafeBytes { try scan($0) }
        }
    }

    private mutating func scan(_ piece: UnsafeRawBufferPointer) throws {
        gatherLyingText()
        report.bytes += Int64(piece.count)
        scanner.feed(piece)
        try drain()
    }

    private mutating func drain() throws {
        while let token = scanner.next() {
            switch token {
            case .text(let bytes, let isLiteral): if leafDepth > 0 { take(bytes, isLiteral: isLiteral) }
            case .start(let name, let attributes, let isEmpty): try start(name, attributes, isEmpty: isEmpty)
            case .end(let name): try end(name)
            case .fault(let fault): report.note(fault)
            }
        }
    }

    mutating func note(_ kind: XMLTVFault.Kind) { report.note(XMLTVFault(kind, line: scanner.line)) }

    /// The text of some bytes; what is wrong in it is noted.
    mutating func string(_ bytes: Bytes) -> String {
        let string = text.string(bytes)
        if !text.faults.isEmpty { for fault in text.faults { note(fault) } }
        return string
    }

    // MARK: Text

    private mutating func take(_ bytes: Bytes, isLiteral: Bool) {
        guard !bytes.isEmpty, depthBeyond == 0 else { return }
        // "<desc>one <b>two</b>" is one text; an actor's picture is none of the name.
        if stack.count != leafDepth, stack.last?.element != .other { return }
        if lyingText == nil, gathered.isEmpty, !isLiteral, bytes.count <= limits.text {
            lyingText = bytes
            return
        }
        gatherLyingText()
        if isLiteral {
            for byte in bytes {
                // Where `&` is itself it is written as elsewhere.
                if byte == UInt8(ascii: "&") { gather("&amp;".utf8) } else { gather(CollectionOfOne(byte)) }
            }
        } else {
            gather(bytes)
        }
    }

    private mutating func gatherLyingText() {
        guard let lyingText else { return }
        self.lyingText = nil
        gather(lyingText)
    }

    private mutating func gather(_ bytes: some Collection<UInt8>) {
        let room = limits.text - gathered.count
        gathered.append(contentsOf: bytes.prefix(max(0, room)))
        if bytes.count > room { isTooLong = true }
    }

    private mutating func begin(_ element: XMLTVElement, note: String? = nil, job: String = "") {
        leaf = Leaf(element: element, note: note, job: job)
        leafDepth = stack.count + 1
        lyingText = nil
        if !gathered.isEmpty { gathered.removeAll(keepingCapacity: true) }
        isTooLong = false
    }

    private mutating func takeText() -> String {
        if isTooLong { note(.textTooLong) }
        if let lyingText {
            self.lyingText = nil
            return string(lyingText)
        }
        guard !gathered.isEmpty else { return "" }
        // Out and back, so that it keeps its memory.
        var bytes: [UInt8] = []
        swap(&bytes, &gathered)
        let text = bytes.withUnsafeBufferPointer { string($0) }
        bytes.removeAll(keepingCapacity: true)
        gathered = bytes
        return text
    }

    // MARK: Tags

    private mutating func start(_ name: Bytes, _ attributes: Bytes, isEmpty: Bool) throws {
        let element = XMLTVElement(name)
        if !hasRoot {
            guard element == .tv || element == .channel || element == .programme else {
                throw XMLTVError.notAGuide(
                    element: String(String(decoding: name.prefix(40), as: UTF8.self)), line: scanner.line)
            }
            hasRoot = true
        } else if stack.isEmpty, element == .tv || element == .channel || element == .programme, report.isWhole {
            note(.behindEnd)
        }
        switch element {
        case .tv:
            try unwind(to: 0)
            readRoot(attributes)
        case .channel:
            try unwindToRoot()
            beginChannel(attributes)
        case .programme:
            try unwindToRoot()
            beginProgramme(attributes, isEmpty: isEmpty)
        default:
            if stack.count >= limits.depth {
                if depthBeyond == 0 { note(.tooDeep) }
                if !isEmpty { depthBeyond += 1 }
                return
            }
            if depthBeyond == 0 { inner(element, name, attributes) }
        }
        let hash = element == .other || element == .person ? Self.hash(name) : 0
        stack.append(Frame(element: element, hash: hash))
        if isEmpty { try pop() }
    }

    /// FNV-1a: tells names apart that are in one another.
    private static func hash(_ name: Bytes) -> Int {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in name.prefix(64) { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
        return Int(truncatingIfNeeded: hash)
    }

    private mutating func end(_ name: Bytes) throws {
        let element = XMLTVElement(name)
        let hash = element == .other || element == .person ? Self.hash(name) : 0
        if let last = stack.last, depthBeyond == 0, last.element == element, last.hash == hash { return try pop() }
        let closesAll = element == .tv || element == .programme || element == .channel
        if depthBeyond > 0, !closesAll {
            depthBeyond -= 1
            return
        }
        guard let place = stack.lastIndex(where: { $0.element == element && $0.hash == hash }) else {
            return note(.strayEnd)
        }
        try unwind(to: place + 1)
        try pop()
    }

    private mutating func unwindToRoot() throws { try unwind(to: stack.first?.element == .tv ? 1 : 0) }

    /// Ends what should have been ended before.
    private mutating func unwind(to depth: Int) throws {
        depthBeyond = 0
        guard stack.count > depth else { return }
        note(.missingEnd)
        while stack.count > depth { try pop() }
    }

    private mutating func pop() throws {
        guard let frame = stack.popLast() else { return }
        if leafDepth == stack.count + 1 {
            finishLeaf()
            leafDepth = 0
        } else if leafDepth > 0, frame.element == .other {
            // "one<br/>two" are two words.
            gatherLyingText()
            gather(CollectionOfOne(0x20))
        }
        switch frame.element {
        case .channel:
            guard let channel else { return }
            self.channel = nil
            report.channels += 1
            try handlers.channel(channel)
        case .programme:
            guard programme.isKept else { return }
            programme.isKept = false
            report.programmes += 1
            report.widen(by: programme.value.start, programme.value.stop)
            if programme.value.titles.isEmpty { note(.withoutTitle) }
            try handlers.programme(programme.value)
        case .tv: report.isWhole = true
        default: break
        }
    }

    // MARK: Channels and programmes

    private mutating func readRoot(_ bytes: Bytes) {
        var attributes = XMLAttributes(bytes)
        while let attribute = attributes.next() {
            if attribute.isNamed("generator-info-name") {
                report.generator = string(attribute.value)
            } else if attribute.isNamed("source-info-name") {
                report.source = string(attribute.value)
            }
        }
    }

    private mutating func beginChannel(_ bytes: Bytes) {
        channel = nil
        programme.isKept = false
        guard let id = value(of: "id", in: bytes), !id.isEmpty else { return note(.channelWithoutID) }
        channel = XMLTVChannel(id: id, line: scanner.line)
    }

    private mutating func value(of name: StaticString, in bytes: Bytes) -> String? {
        var attributes = XMLAttributes(bytes)
        while let attribute = attributes.next() {
            if attribute.isNamed(name) { return string(attribute.value) }
        }
        return nil
    }

    private mutating func beginProgramme(_ bytes: Bytes, isEmpty: Bool) {
        channel = nil
        programme.isKept = false
        var attributes = XMLAttributes(bytes)
        var channelID: Bytes?
        var start: Bytes?
        var stop: Bytes?
        var catchupID: Bytes?
        while let attribute = attributes.next() {
            if attribute.isNamed("channel") {
                channelID = attribute.value
            } else if attribute.isNamed("start") {
                start = attribute.value
            } else if attribute.isNamed("stop") {
                stop = attribute.value
            } else if attribute.isNamed("catchup-id") {
                catchupID = attribute.value
            }
        }
        guard let channelID, let (id, isWanted) = wanted(channelID) else {
            note(.programmeWithoutChannel)
            return skip(isEmpty)
        }
        guard isWanted else {
            report.unwanted += 1
            return skip(isEmpty)
        }
        guard let start else {
            note(.programmeWithoutStart)
            return skip(isEmpty)
        }
        guard let begin = time(start) else {
            note(.unreadableStart)
            return skip(isEmpty)
        }
        var end: Int64?
        if let stop, !stop.isEmpty {
            end = time(stop)
            if end == nil { note(.unreadableStop) }
        }
        if let end, end <= begin { note(.stopNotAfterStart) }
        programme.isKept = true
        programme.value = XMLTVProgramme(channel: id, start: begin, line: scanner.line)
        programme.value.stop = end
        if let catchupID, !catchupID.isEmpty { programme.value.catchupID = string(catchupID) }
    }

    private mutating func skip(_ isEmpty: Bool) {
        if !isEmpty { scanner.skipProgramme() }
    }

    private mutating func wanted(_ bytes: Bytes) -> (id: String, isWanted: Bool)? {
        if let lastID, lastID.bytes.elementsEqual(bytes) { return (lastID.id, lastID.isWanted) }
        let id = string(bytes)
        guard !id.isEmpty else { return nil }
        let isWanted = handlers.wants(id)
        lastID = (Array(bytes), id, isWanted)
        return (id, isWanted)
    }

    private mutating func time(_ bytes: Bytes) -> Int64? {
        guard let time = XMLTVTime(bytes, defaultOffset: defaultOffset) else { return nil }
        switch time.zone {
        case .told: break
        case .missing: note(.missingZone)
        case .unknown: note(.unknownZone)
        }
        return time.seconds
    }

    /// What lies in a channel or a programme.
    private mutating func inner(_ element: XMLTVElement, _ name: Bytes, _ attributes: Bytes) {
        guard let parent = stack.last?.element else { return }
        if parent == .channel, channel != nil {
            switch element {
            case .displayName: begin(.displayName, note: value(of: "lang", in: attributes))
            case .icon:
                guard channel?.icon == nil else { break }
                let icon = source(attributes)
                channel?.icon = icon
            default: break
            }
            return
        }
        guard programme.isKept else { return }
        switch (parent, element) {
        case (.programme, .title), (.programme, .subTitle), (.programme, .desc), (.programme, .category),
            (.programme, .keyword):
            begin(element, note: value(of: "lang", in: attributes))
        case (.programme, .date), (.programme, .image): begin(element)
        case (.programme, .length): begin(element, note: value(of: "units", in: attributes))
        case (.programme, .episodeNum): begin(element, note: value(of: "system", in: attributes))
        case (.programme, .rating): begin(element, note: value(of: "system", in: attributes))
        case (.programme, .starRating): begin(element)
        case (.rating, .value): begin(.rating, note: programme.ratingSystem)
        case (.starRating, .value): begin(.starRating)
        case (.credits, .person):
            begin(element, note: value(of: "role", in: attributes), job: String(decoding: name, as: UTF8.self))
        case (.programme, .icon):
            guard programme.value.icon == nil else { break }
            programme.value.icon = source(attributes)
        case (.programme, .previouslyShown): programme.value.isRepeat = true
        case (.programme, .premiere): programme.value.isPremiere = true
        case (.programme, .new): programme.value.isNew = true
        case (.programme, .live): programme.value.isLive = true
        default: break
        }
        if element == .rating { programme.ratingSystem = leaf.note }
    }

    private mutating func source(_ attributes: Bytes) -> String? {
        value(of: "src", in: attributes).flatMap { $0.isEmpty ? nil : $0 }
    }

    private mutating func finishLeaf() {
        let text = takeText()
        guard !text.isEmpty else { return }
        let note = leaf.note.flatMap { $0.isEmpty ? nil : $0 }
        if leaf.element == .displayName {
            guard let count = channel?.names.count else { return }
            if count < limits.texts {
                channel?.names.append(LocalisedText(text, language: note))
            } else {
                self.note(.tooMany)
            }
            return
        }
        if !programme.add(text, note: note, job: leaf.job, as: leaf.element, limits: limits) { self.note(.tooMany) }
    }
}
