import MediaCore

/// The capabilities of one plane of the display engine.
struct PlaneCapability: Equatable {
    enum Kind: UInt64 {
        case overlay = 0
        case primary = 1
        case cursor = 2
    }

    var id: UInt32
    var kind: Kind
    /// The modifiers of each format (fourcc).
    var formats: [UInt32: Set<UInt64>]
    /// The plane's place in the stack, the lowest first; nil when the driver does not tell.
    var zpos: ClosedRange<UInt64>?
    var hasAlpha: Bool
}

/// The properties of a layer that matter to the choice of planes. Its position does not: a layer that
/// moves keeps its plane.
struct LayerShape: Hashable {
    /// The format (fourcc); nil when software must compose it: nothing to scan out.
    var format: UInt32?
    var modifier: UInt64 = 0
    /// The size of the part that is shown, in the content's pixels.
    var size: PixelSize
    var destination: PixelSize
    var isTranslucent = false
    var coversScreen = false
    var isClipped = false
}

/// An assignment of layers to planes; the other layers are composed by software into the primary's
/// buffer.
struct PlaneAssignment: Hashable {
    /// The number of the lowest layers that are composed into the primary's buffer.
    var composed: Int
    /// Whether the primary plane shows that buffer (black, where nothing is composed) or the lowest layer
    /// itself.
    var usesBuffer: Bool
    /// The plane of each layer from `composed` up.
    var planes: [UInt32]

    /// All assignments worth trying, the best first; the last needs the primary plane only and always
    /// works. Planes are used in stacking order, so the layers' order is kept.
    static func candidates(for layers: [LayerShape], on planes: [PlaneCapability]) -> [PlaneAssignment] {
        guard let primary = planes.first(where: { $0.kind == .primary }) else { return [] }
        let overlays = stacked(planes.filter { $0.kind == .overlay && isAbove(primary, $0) })
        var candidates: [PlaneAssignment] = []
        for composed in 0...layers.count {
            let direct = layers[composed...]
            if composed == 0, let lowest = direct.first, lowest.coversScreen, accepts(primary, lowest),
                let rest = match(direct.dropFirst(), on: overlays)
            {
                candidates.append(PlaneAssignment(composed: 0, usesBuffer: false, planes: [primary.id] + rest))
            }
            // A translucent layer is blended with the composed ones, so it needs something beneath.
            if let assigned = match(direct, on: overlays) {
                candidates.append(PlaneAssignment(composed: composed, usesBuffer: true, planes: assigned))
            }
        }
        return candidates
    }

    private static func stacked(_ planes: [PlaneCapability]) -> [PlaneCapability] {
        planes.sorted {
            ($0.zpos?.lowerBound ?? UInt64($0.id), $0.id) < ($1.zpos?.lowerBound ?? UInt64($1.id), $1.id)
        }
    }

    /// Whether an overlay can lie above the primary: others are of no use here.
    private static func isAbove(_ primary: PlaneCapability, _ overlay: PlaneCapability) -> Bool {
        guard let top = overlay.zpos?.upperBound, let bottom = primary.zpos?.lowerBound else { return true }
        return top > bottom
    }

    private static func accepts(_ plane: PlaneCapability, _ layer: LayerShape) -> Bool {
        guard let format = layer.format, let modifiers = plane.formats[format] else { return false }
        return modifiers.contains(layer.modifier) && (!layer.isTranslucent || plane.hasAlpha)
    }

    /// Matches each layer in turn with the lowest plane that fits: if any assignment in order exists,
    /// this is one.
    private static func match(_ layers: ArraySlice<LayerShape>, on planes: [PlaneCapability]) -> [UInt32]? {
        var assigned: [UInt32] = []
        var next = planes.startIndex
        for layer in layers {
            guard let found = planes[next...].firstIndex(where: { accepts($0, layer) }) else { return nil }
            assigned.append(planes[found].id)
            next = found + 1
        }
        return assigned
    }
}
