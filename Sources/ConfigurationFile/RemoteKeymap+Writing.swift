import Devices

/// Why a keymap can't be written anew.
package struct KeymapLoss: Error, Equatable, Sendable, CustomStringConvertible {
    package let description: String
}

extension RemoteKeymap {
    /// The keymap as `ir-keytable` reads it, made of numbers and of the kernel's own words: no other text of the file
    /// that it was read from is in it. Parameters of protocols are left out, since the kernel's own have none; of
    /// several keys with one scancode the first is kept, since only one is ever sent.
    ///
    /// - Parameter name: the remote's, plain as `KeymapOrder.isName` has it
    package func written(named name: String) throws(KeymapLoss) -> String {
        var text = "# 'hearthctl remote forget \(name)' takes this remote away.\n"
        for (number, part) in parts.enumerated() {
            guard let family = Self.family(part.kind) else {
                throw KeymapLoss(
                    description:
                        "\(part.kind.prefix(40)) needs a decoder of its own, which only root's ir-keytable may load")
            }
            text += "\n[[protocols]]\n"
            text += "name = \"\(number == 0 ? name : "\(name)_\(number + 1)")\"\n"
            text += "protocol = \"\(family)\"\n"
            if let variant = part.variant.flatMap({ Self.variant($0, of: family) }) {
                text += "variant = \"\(variant)\"\n"
            }
            text += "[protocols.scancodes]\n"
            var seen: Set<UInt64> = []
            for entry in part.keys {
                guard let scancode = entry.scancode else {
                    throw KeymapLoss(description: "\(entry.code) has no scancode but a drawing of its light")
                }
                guard seen.insert(scancode).inserted else { continue }
                text += "0x\(String(scancode, radix: 16)) = \"\(entry.code)\"\n"
            }
        }
        return text
    }

    /// The protocol that the kernel itself decodes, by any of its spellings, or one of the three that decode nothing.
    private static func family(_ kind: String) -> String? {
        (InfraredProtocol.families + ["unknown", "other", "none"]).first { plain($0) == plain(kind) }
    }

    /// What a variant is called; nil: the family has none of that name. It only tells people more.
    private static func variant(_ name: String, of family: String) -> String? {
        InfraredProtocol.allCases.first { $0.family == family && plain($0.variant) == plain(name) }?.variant
    }

    /// A protocol's name as `ir-keytable` compares it.
    private static func plain(_ name: String) -> String {
        name.lowercased().filter { $0 != "-" && $0 != "_" }
    }
}
