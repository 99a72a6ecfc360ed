import Commands
import TOMLKit

/// A list of names, each of which has to be known.
private func names<Value: Hashable & SendableMetatype>(
    _ what: String, _ known: [String], _ value: @escaping @Sendable (String) -> Value?
) -> Read<Set<Value>> {
    { toml throws(ConfigurationKey.WrongValue) in
        guard let array = toml.array else {
            throw wrong("\(what) in brackets such as [\"\(known.first ?? "")\"]", toml)
        }
        var values: Set<Value> = []
        for item in array {
            guard let name = item.tomlValue.string, let found = value(name) else {
                let name = item.tomlValue.string ?? ""
                let similar = closest(to: name, among: known).map { "; did you mean \($0)?" } ?? ""
                let found = wrong("\(what): \(known.joined(separator: ", "))", item.tomlValue)
                throw ConfigurationKey.WrongValue(reason: found.reason + similar)
            }
            values.insert(found)
        }
        return values
    }
}

extension ConfigurationKey {
    /// The keys of a box that strangers use.
    static let kiosk: [ConfigurationKey] = [
        Self(
            "interface.hide",
            names("screens", Kiosk.Part.allCases.map(\.rawValue)) { Kiosk.Part(rawValue: $0) }
        ) { $0.keys.kiosk.hidden = $1 },
        Self("interface.keys_off", names("keys", Key.named.map(\.name)) { Key(name: $0) }) {
            $0.keys.kiosk.keysOff = $1
        },
    ]
}
