/// One element of an XML document with its contents, by local names: prefixes are cut off.
///
/// A small reader of our own: subtitles and the messages of UPnP need elements, attributes and text, and no more. It
/// supports no DTD, no custom entities and no includes, so that no document can make it read or grow beyond itself.
package struct XMLElement: Sendable, Hashable {
    package enum Child: Sendable, Hashable {
        case element(XMLElement)
        case text(String)
    }

    package var name: Substring
    package var attributes: [Substring: String] = [:]
    package var children: [Child] = []

    package var elements: [XMLElement] {
        children.compactMap { if case .element(let element) = $0 { element } else { nil } }
    }

    /// All elements of that name, at any depth, in order.
    package func descendants(_ name: Substring) -> [XMLElement] {
        elements.flatMap { ($0.name == name ? [$0] : []) + $0.descendants(name) }
    }

    /// All text in it, at any depth, in order.
    package var text: String {
        children.reduce(into: "") { text, child in
            switch child {
            case .text(let piece): text += piece
            case .element(let element): text += element.text
            }
        }
    }

    /// The first element of that name, at any depth.
    package func first(_ name: Substring) -> XMLElement? {
        for element in elements {
            if element.name == name { return element }
            if let found = element.first(name) { return found }
        }
        return nil
    }

    /// Parses the root of a document. What is cut short is closed where it ends; nil where there is no
    /// element.
    package init?(parsing bytes: some Sequence<UInt8>) {
        var reader = Reader(String(decoding: Array(bytes), as: UTF8.self))
        guard let root = reader.root() else { return nil }
        self = root
    }

    private init(name: Substring, attributes: [Substring: String]) {
        self.name = name
        self.attributes = attributes
    }

    private struct Reader {
        private let text: String
        private var rest: Substring
        /// The greatest depth of elements: more than any of these has.
        private static let deepest = 48

        init(_ text: String) {
            self.text = text
            rest = self.text[...]
        }

        mutating func root() -> XMLElement? {
            // Open elements, outermost first.
            var open: [XMLElement] = []
            while true {
                let words = rest.prefix { $0 != "<" }
                rest = rest[words.endIndex...]
                if !words.isEmpty, !open.isEmpty { open[open.count - 1].children.append(.text(Self.decoded(words))) }
                guard !rest.isEmpty else { return Self.close(&open, to: 0) }
                if let cdata = section("<![CDATA[", "]]>") {
                    if !open.isEmpty { open[open.count - 1].children.append(.text(String(cdata))) }
                } else if section("<!--", "-->") != nil || section("<?", "?>") != nil || section("<!", ">") != nil {
                    continue
                } else if let name = section("</", ">") {
                    let name = Self.localName(name)
                    guard let index = open.lastIndex(where: { $0.name == name }) else { continue }
                    if let root = Self.close(&open, to: index) { return root }
                } else if let (element, isEmpty) = startTag() {
                    guard open.count < Self.deepest else { continue }
                    open.append(element)
                    if isEmpty, let root = Self.close(&open, to: open.count - 1) { return root }
                } else {
                    rest = rest.dropFirst()
                }
            }
        }

        /// Closes the open elements from `index` on; returns the root when it was among them.
        private static func close(_ open: inout [XMLElement], to index: Int) -> XMLElement? {
            while open.count > max(index, 0), let last = open.popLast() {
                guard !open.isEmpty else { return last }
                open[open.count - 1].children.append(.element(last))
            }
            return nil
        }

        /// The text between two marks, if the first is next; to the end where the second is missing.
        private mutating func section(_ start: String, _ end: String) -> Substring? {
            guard rest.hasPrefix(start) else { return nil }
            let body = rest.dropFirst(start.count)
            guard let found = body.firstRange(of: end) else {
                rest = rest[rest.endIndex...]
                return body
            }
            rest = body[found.upperBound...]
            return body[..<found.lowerBound]
        }

        private mutating func startTag() -> (XMLElement, isEmpty: Bool)? {
            var scan = rest.dropFirst()
            let name = scan.prefix { !$0.isWhitespace && $0 != ">" && $0 != "/" }
            guard let first = name.first, first.isLetter || first == "_" else { return nil }
            scan = scan[name.endIndex...]
            var attributes: [Substring: String] = [:]
            while true {
                scan = scan.drop { $0.isWhitespace }
                guard let next = scan.first else { break }
                if next == ">" || scan.hasPrefix("/>") {
                    rest = scan.dropFirst(next == ">" ? 1 : 2)
                    return (XMLElement(name: Self.localName(name), attributes: attributes), next != ">")
                }
                let key = scan.prefix { $0 != "=" && !$0.isWhitespace && $0 != ">" && $0 != "/" }
                scan = scan[key.endIndex...].drop { $0.isWhitespace }
                guard scan.first == "=" else {
                    if key.isEmpty { scan = scan.dropFirst() }
                    continue
                }
                scan = scan.dropFirst().drop { $0.isWhitespace }
                guard let quote = scan.first, quote == "\"" || quote == "'" else { continue }
                let value = scan.dropFirst().prefix { $0 != quote }
                scan = scan[value.endIndex...].dropFirst()
                attributes[Self.localName(key)] = Self.decoded(value)
            }
            rest = scan
            return (XMLElement(name: Self.localName(name), attributes: attributes), false)
        }

        private static func localName(_ name: Substring) -> Substring {
            let trimmed = name.prefix { !$0.isWhitespace }
            return trimmed.lastIndex(of: ":").map { trimmed[trimmed.index(after: $0)...] } ?? trimmed
        }

        private static func decoded(_ text: Substring) -> String {
            guard text.contains("&") else { return String(text) }
            var result = ""
            var rest = text
            while let ampersand = rest.firstIndex(of: "&") {
                result += rest[..<ampersand]
                let (value, after) = CharacterReference.read(rest[ampersand...])
                result += value
                rest = after
            }
            return result + rest
        }
    }
}
