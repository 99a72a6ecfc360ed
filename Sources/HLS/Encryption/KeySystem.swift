/// The system that gives out the keys of a KEYFORMAT (§4.4.4.4).
package enum KeySystem: Sendable, Hashable {
    /// No system: the key file is the key.
    case identity
    case fairPlay, widevine, playReady, clearKey
    /// A system that Hearth does not know, as KEYFORMAT names it.
    case other(String)

    package init(keyFormat: String) {
        let format = keyFormat.lowercased()
        let prefix = "urn:uuid:"
        switch format.hasPrefix(prefix) ? String(format.dropFirst(prefix.count)) : format {
        case KeyTag.identityFormat: self = .identity
        case "com.apple.streamingkeydelivery", "94ce86fb-07ff-4f43-adb8-93d2fa968ca2": self = .fairPlay
        case "com.widevine", "com.widevine.alpha", "edef8ba9-79d6-4ace-a3c8-27dcd51d21ed": self = .widevine
        case "com.microsoft.playready", "com.microsoft.playready.recommendation",
            "9a04f079-9840-4286-ab92-e65be0885f95":
            self = .playReady
        case "org.w3.clearkey", "e2719d58-a985-b3c9-781a-b030af78d30e", "1077efec-c0b2-4d02-ace3-3c1e52e2fb4b":
            self = .clearKey
        default: self = .other(keyFormat)
        }
    }
}

extension KeySystem: CustomStringConvertible {
    /// The system's name in a viewer's words, where there are any.
    package var description: String {
        switch self {
        case .identity: "a key of an unknown version"
        case .fairPlay: "FairPlay"
        case .widevine: "Widevine"
        case .playReady: "PlayReady"
        case .clearKey: "ClearKey"
        case .other(let format): format
        }
    }
}
