import Devices

extension RemoteLearning {
    /// The learnt codes as a file that `ir-keytable` loads: a part for each variant, keys in the order in which they
    /// were asked for.
    ///
    /// - Parameter name: plain, as `KeymapOrder.isName` has it
    package func keymap(named name: String) -> String {
        let keys = keys.compactMap { key in codes[key].map { (key: key, code: $0) } }
        var kinds: [InfraredProtocol] = []
        for (_, code) in keys where !kinds.contains(code.kind) { kinds.append(code.kind) }
        var text =
            "# Learnt with 'hearthctl remote learn' or on the screen. 'hearthctl remote forget \(name)' takes it away.\n"
        for (number, kind) in kinds.enumerated() {
            text += "\n[[protocols]]\n"
            text += "name = \"\(number == 0 ? name : "\(name)_\(number + 1)")\"\n"
            text += "protocol = \"\(kind.family)\"\n"
            text += "variant = \"\(kind.variant)\"\n"
            text += "[protocols.scancodes]\n"
            for (key, code) in keys where code.kind == kind {
                text += "0x\(String(code.scancode, radix: 16)) = \"\(key.description)\"\n"
            }
        }
        return text
    }
}
