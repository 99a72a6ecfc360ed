/// The properties of one atomic commit. A property that the driver does not have makes the whole
/// request fail, so that half a picture is never committed.
struct AtomicRequest: Equatable {
    struct Setting: Equatable {
        var object: UInt32
        var property: UInt32
        var value: UInt64
    }

    private(set) var settings: [Setting] = []
    /// The properties that were asked for and are missing: `plane 31: CRTC_W`.
    private(set) var missing: [String] = []

    mutating func removeAll() {
        settings.removeAll(keepingCapacity: true)
        missing.removeAll(keepingCapacity: true)
    }

    mutating func set(_ object: PropertyTable, _ name: String, _ value: UInt64) {
        guard let property = object[name] else {
            missing.append("\(object.what): \(name)")
            return
        }
        settings.append(Setting(object: object.object, property: property.id, value: value))
    }

    /// Sets a property like `set`, unless the driver lacks it.
    mutating func setIfPresent(_ object: PropertyTable, _ name: String, _ value: UInt64) {
        guard let property = object[name], !property.isImmutable else { return }
        settings.append(Setting(object: object.object, property: property.id, value: value))
    }
}

/// A DRM object's properties, looked up once.
struct PropertyTable: Equatable {
    struct Property: Equatable {
        var id: UInt32
        /// The value at the time of the lookup.
        var value: UInt64
        var isImmutable = false
        /// The range of a range property.
        var range: ClosedRange<UInt64>?
        /// The values of an enumeration property, by name.
        var enumeration: [String: UInt64] = [:]
    }

    /// The object in words for people: `plane 31`.
    var what: String
    var object: UInt32
    var properties: [String: Property] = [:]

    subscript(name: String) -> Property? { properties[name] }
}
