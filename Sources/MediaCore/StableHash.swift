/// A number for bytes that is the same in every run and on every box, unlike `hashValue` (FNV-1a, 64 bits).
package enum StableHash {
    package static func of(_ bytes: some Sequence<UInt8>) -> UInt64 {
        bytes.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    }
}
