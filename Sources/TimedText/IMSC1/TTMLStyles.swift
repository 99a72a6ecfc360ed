import XML

/// The parts of TTML's styling that are kept: emphasis, colours, alignment and the region.
struct TTMLStyles: Sendable {
    /// The style of an element; inherited unless stated otherwise.
    struct Style: Sendable, Hashable {
        var text: TextStyle = []
        var ink = TextInk()
        /// The alignment: `start`, `center`, `end`, `left`, `right`.
        var alignment: String?
        var preservesSpace = false
    }

    private struct Region {
        var attributes: [Substring: String]
        var style: Style
    }

    private var styles: [String: [Substring: String]] = [:]
    private var regions: [String: Region] = [:]
    /// `tts:extent` of the root, in pixels, to which lengths in pixels relate.
    private var extent: (width: Double, height: Double)?
    /// `ttp:cellResolution`.
    private var cells = (columns: 32.0, rows: 15.0)

    init(_ root: XMLElement) {
        if let lengths = root.attributes["extent"]?.split(separator: " "), lengths.count == 2,
            let width = Double(lengths[0].prefix { $0 != "p" }), let height = Double(lengths[1].prefix { $0 != "p" }),
            width > 0, height > 0
        {
            extent = (width, height)
        }
        if let numbers = root.attributes["cellResolution"]?.split(separator: " ").compactMap({ Double($0) }),
            numbers.count == 2,
            numbers[0] > 0, numbers[1] > 0
        {
            cells = (numbers[0], numbers[1])
        }
        for element in root.descendants("style") {
            if let id = element.attributes["id"] { styles[id] = element.attributes }
        }
        for element in root.descendants("region") {
            guard let id = element.attributes["id"] else { continue }
            var attributes = resolved(element.attributes)
            for child in element.elements where child.name == "style" {
                attributes.merge(resolved(child.attributes)) { _, new in new }
            }
            regions[id] = Region(attributes: attributes, style: apply(attributes, to: Style()))
        }
    }

    /// The style that text in a region inherits first.
    func style(ofRegion id: String?) -> Style { id.flatMap { regions[$0]?.style } ?? Style() }

    func style(of element: XMLElement, inheriting parent: Style) -> Style {
        apply(resolved(element.attributes), to: parent)
    }

    /// The attributes with those of referenced styles, the element's own last.
    private func resolved(_ attributes: [Substring: String], depth: Int = 0) -> [Substring: String] {
        guard depth < 8, let references = attributes["style"] else { return attributes }
        var result: [Substring: String] = [:]
        for id in references.split(separator: " ") {
            guard let style = styles[String(id)] else { continue }
            result.merge(resolved(style, depth: depth + 1)) { _, new in new }
        }
        return result.merging(attributes) { _, own in own }
    }

    private func apply(_ attributes: [Substring: String], to parent: Style) -> Style {
        var style = parent
        func set(_ member: TextStyle, _ isOn: Bool) {
            if isOn { style.text.insert(member) } else { style.text.remove(member) }
        }
        if let value = attributes["fontStyle"] { set(.italic, value == "italic" || value == "oblique") }
        if let value = attributes["fontWeight"] { set(.bold, value == "bold") }
        if let value = attributes["textDecoration"] {
            if value.contains("noUnderline") || value == "none" {
                set(.underline, false)
            } else if value.contains("underline") {
                set(.underline, true)
            }
        }
        if let color = attributes["color"].flatMap(TextColor.init(ttml:)) { style.ink.color = color }
        if let color = attributes["backgroundColor"].flatMap(TextColor.init(ttml:)) {
            // What is transparent hides nothing of what is behind: it is no choice of a box.
            if color.alpha > 0 { style.ink.background = color }
        }
        if let value = attributes["textAlign"] { style.alignment = value }
        if let value = attributes["space"] { style.preservesSpace = value == "preserve" }
        return style
    }

    // MARK: Placement

    /// The placement of text in a region.
    /// - Parameter alignment: of the paragraph.
    func placement(region id: String?, alignment: String?) -> TextPlacement {
        var placement = TextPlacement()
        switch alignment {
        case "start": placement.alignment = .start
        case "end": placement.alignment = .end
        case "left": placement.alignment = .left
        case "right": placement.alignment = .right
        default: placement.alignment = .center
        }
        guard let id, let attributes = regions[id]?.attributes else { return placement }
        let origin = pair(attributes["origin"]) ?? (0, 0)
        let size = pair(attributes["extent"]) ?? (1 - origin.x, 1 - origin.y)
        // The default of a region without an alignment (TTML2 §10.2.12, §10.2.35).
        if alignment == nil { placement.alignment = .start }
        switch attributes["displayAlign"] {
        case "after": placement.line = .fraction(Self.clamped(origin.y + size.y), .end)
        case "center": placement.line = .fraction(Self.clamped(origin.y + size.y / 2), .center)
        default: placement.line = .fraction(Self.clamped(origin.y), .start)
        }
        placement.size = Self.clamped(size.x)
        switch placement.alignment {
        case .start, .left:
            placement.position = Self.clamped(origin.x)
            placement.positionAnchor = .left
        case .center:
            placement.position = Self.clamped(origin.x + size.x / 2)
            placement.positionAnchor = .center
        case .end, .right:
            placement.position = Self.clamped(origin.x + size.x)
            placement.positionAnchor = .right
        }
        return placement
    }

    private static func clamped(_ value: Double) -> Double { min(1, max(0, value)) }

    /// Two lengths as parts of the picture's width and height.
    private func pair(_ text: String?) -> (x: Double, y: Double)? {
        guard let parts = text?.split(separator: " "), parts.count == 2,
            let x = length(parts[0], pixels: extent?.width, cells: cells.columns),
            let y = length(parts[1], pixels: extent?.height, cells: cells.rows)
        else { return nil }
        return (x, y)
    }

    private func length(_ text: Substring, pixels: Double?, cells: Double) -> Double? {
        let unit = text.drop { $0.isASCII && ($0.isNumber || $0 == "." || $0 == "-" || $0 == "+") }
        guard let number = Double(text[..<unit.startIndex]), number.isFinite else { return nil }
        switch unit {
        case "%", "rw", "rh": return number / 100
        case "px": return pixels.map { number / $0 }
        case "c": return number / cells
        default: return nil
        }
    }
}
