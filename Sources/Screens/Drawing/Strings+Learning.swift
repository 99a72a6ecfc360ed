import Languages

/// The words of a lesson in which a remote is taught.
extension Strings {
    package static var learnRemote: String { say(.learnRemote) }
    static var leaveOut: String { say(.leaveOut) }
    static var keyBefore: String { say(.keyBefore) }
    static var enough: String { say(.enough) }
    static var withAnotherRemote: String { say(.withAnotherRemote) }
    static var keepingRemote: String { say(.keepingRemote) }
    static var nothingLearnt: String { say(.nothingLearnt) }
    static var learningFailed: String { say(.learningFailed) }
    static var lowBattery: String { say(.lowBattery) }
    static func teaching(_ remote: String) -> String { say(.teaching, ["remote": remote]) }
    static func pressKey(_ key: String) -> String { say(.pressKey, ["key": name(ofKey: key)]) }
    static func remoteKept(keys: Int) -> String { say(.remoteKept, count: keys) }

    static func learning(_ note: LearningState.Note) -> String {
        switch note {
        case .heard(let code): say(.noteHeard, ["code": code])
        case .different(let code): say(.noteDifferent, ["code": code])
        case .learnt(let key, let code): say(.noteLearnt, ["key": name(ofKey: key), "code": code])
        case .taken(let key): say(.noteTaken, ["key": name(ofKey: key)])
        case .leftOut(let key): say(.noteLeftOut, ["key": name(ofKey: key)])
        case .unwanted(let code): say(.noteUnwanted, ["code": code])
        case .otherProtocol(let code): say(.noteOtherProtocol, ["code": code])
        case .undecodable: say(.noteUndecodable)
        case .limited(let reason): reason
        }
    }

    /// The name of a key on remotes.
    static func name(ofKey key: String) -> String {
        switch key {
        case "ok": ok
        case "back": back
        case "left": left
        case "right": right
        case "channel_up": say(.channelUpKey)
        case "channel_down": say(.channelDownKey)
        case "volume_up": say(.volumeUpKey)
        case "volume_down": say(.volumeDownKey)
        case "last_channel": say(.lastChannelKey)
        case "play_pause": say(.playKey)
        case "guide": say(.guideKey)
        default:
            // As it is printed on most remotes.
            (key.hasPrefix("KEY_") ? key.dropFirst(4) : key[...]).split(separator: "_").map { word in
                word.prefix(1).uppercased() + word.dropFirst().lowercased()
            }.joined(separator: " ")
        }
    }
}
