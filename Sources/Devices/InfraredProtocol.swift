/// The protocol of a remote's light: the kernel's `enum rc_proto` (`linux/lirc.h`), without those that no remote's
/// key uses.
package enum InfraredProtocol: UInt16, Sendable, Hashable, CaseIterable {
    case rc5 = 2
    case rc5x20 = 3
    case rc5sz = 4
    case jvc = 5
    case sony12 = 6
    case sony15 = 7
    case sony20 = 8
    case nec = 9
    case necx = 10
    case nec32 = 11
    case sanyo = 12
    case mceKeyboard = 13
    case rc6 = 15
    case rc6a20 = 16
    case rc6a24 = 17
    case rc6a32 = 18
    case rc6mce = 19
    case sharp = 20
    case xmp = 21
    case imon = 23
    case rcmm12 = 24
    case rcmm24 = 25
    case rcmm32 = 26
    case xboxDVD = 27

    /// The family's name in `/sys/class/rc/rcN/protocols` and in `protocol = "…"` of a keymap: one decoder for all
    /// its variants.
    package var family: String {
        switch self {
        case .rc5, .rc5x20: "rc-5"
        case .rc5sz: "rc-5-sz"
        case .jvc: "jvc"
        case .sony12, .sony15, .sony20: "sony"
        case .nec, .necx, .nec32: "nec"
        case .sanyo: "sanyo"
        case .mceKeyboard: "mce_kbd"
        case .rc6, .rc6a20, .rc6a24, .rc6a32, .rc6mce: "rc-6"
        case .sharp: "sharp"
        case .xmp: "xmp"
        case .imon: "imon"
        case .rcmm12, .rcmm24, .rcmm32: "rc-mm"
        case .xboxDVD: "xbox-dvd"
        }
    }

    /// The name in `variant = "…"` of a keymap.
    package var variant: String {
        switch self {
        case .rc5: "rc-5"
        case .rc5x20: "rc-5x-20"
        case .sony12: "sony-12"
        case .sony15: "sony-15"
        case .sony20: "sony-20"
        case .nec: "nec"
        case .necx: "nec-x"
        case .nec32: "nec-32"
        case .rc6: "rc-6-0"
        case .rc6a20: "rc-6-6a-20"
        case .rc6a24: "rc-6-6a-24"
        case .rc6a32: "rc-6-6a-32"
        case .rc6mce: "rc-6-mce"
        case .rcmm12: "rc-mm-12"
        case .rcmm24: "rc-mm-24"
        case .rcmm32: "rc-mm-32"
        case .rc5sz, .jvc, .sanyo, .mceKeyboard, .sharp, .xmp, .imon, .xboxDVD: family
        }
    }

    package static let families: [String] = allCases.map(\.family).reduce(into: []) {
        if !$0.contains($1) { $0.append($1) }
    }

    /// Whether a toggle bit tells two presses from one that is held, as in RC-5 and RC-6.
    package var hasToggle: Bool {
        switch self {
        case .rc5, .rc5x20, .rc5sz, .rc6, .rc6a20, .rc6a24, .rc6mce: true
        case .rc6a32, .jvc, .sony12, .sony15, .sony20, .nec, .necx, .nec32, .sanyo, .mceKeyboard, .sharp, .xmp, .imon,
            .rcmm12, .rcmm24, .rcmm32, .xboxDVD:
            false
        }
    }

    /// From one frame of a held key to the next, at the longest (the kernel's `rc-main.c`).
    package var repeatPeriod: Duration {
        switch self {
        case .rc5, .rc5x20, .rc5sz, .rc6, .rc6a20, .rc6a24, .rc6a32, .rc6mce, .imon, .rcmm12, .rcmm24, .rcmm32:
            .milliseconds(114)
        case .jvc, .sanyo, .sharp, .xmp: .milliseconds(125)
        case .sony12, .sony15, .sony20, .mceKeyboard: .milliseconds(100)
        case .nec, .necx, .nec32: .milliseconds(110)
        case .xboxDVD: .milliseconds(64)
        }
    }

    /// Other light is hardly ever taken for it.
    package var isCertain: Bool { doubt <= 3 }
    /// Other light has been seen taken for it, or could be: it has neither check sum nor a header of its own.
    package var isEasilyMistaken: Bool { doubt >= 6 }

    /// How easily other light is taken for it, 0 the least: by its check sums, its header and its length. With every
    /// decoder on, Sony's finds codes in RC-6's light.
    package var doubt: Int {
        switch self {
        case .nec: 0
        case .rc6mce, .rc6a32, .xmp: 1
        case .sharp, .sanyo, .necx: 2
        case .rc6, .rc6a24, .rc6a20, .xboxDVD: 3
        case .rc5sz, .rc5x20, .rc5: 4
        case .rcmm32, .rcmm24, .imon, .nec32: 5
        case .jvc, .rcmm12, .mceKeyboard: 6
        case .sony20, .sony15, .sony12: 7
        }
    }
}
