import MediaCore

/// Every text on the screen, in one place for translators.
package enum Strings {
    package static let favourites = "Favourites"
    static let noFavourites = "No favourites yet"
    static let howToAddFavourite = "Open this while you watch a channel, and it can be added."
    static let addFavourite = "Add this channel"
    static let removeFavourite = "Remove this channel"
    static let choose = "Choose"
    static let watch = "Watch"
    static let close = "Close"
    static let channels = "Channels"
    package static let allChannels = "All channels"
    package static let groups = "Groups"
    package static let information = "Info"
    static let cancel = "Cancel"
    static let tryNow = "Try now"
    static let otherChannel = "Another channel"
    package static let previousChannel = "Channel before"
    static let playing = "Playing"
    static func standing(_ standing: ListState.Standing) -> String {
        switch standing {
        case .playing: playing
        case .coming: "Starting…"
        case .failing: "Doesn’t play"
        }
    }
    static let ok = "OK"
    static let back = "Back"
    static let channelKeys = "CH±"
    static let left = "Left"
    static let right = "Right"
    static let holdOK = "Hold OK"
    static let holdBack = "Hold Back"
    package static let menu = "Menu"
    package static let channelList = "Channel list"
    static let now = "Now"
    static let next = "Next"
    static let nameless = "Channel without a name"
    static let soundOnly = "This channel has only sound"
    package static let muted = "Muted"
    package static let sound = "Sound"
    package static let subtitles = "Subtitles"
    package static let off = "Off"
    package static let on = "On"
    package static let volume = "Volume"
    package static let pause = "Pause"
    package static let goOn = "Go on"
    static let live = "LIVE"
    static let place = "Position"
    /// Says how much of a live channel was left out after it had stood still.
    package static func leftOut(seconds: Int) -> String { "\(duration(seconds)) left out to catch up" }

    /// What of the channel this box has no decoder for.
    package static func unplayable(sound: String?, picture: String?) -> String? {
        switch (sound, picture) {
        case (let sound?, _): "This channel’s sound is \(sound), which this box has not got."
        case (nil, let picture?): "This channel’s picture is \(picture), which this box has not got."
        case (nil, nil): nil
        }
    }

    package static let notThere = "It can’t be played from there"
    package static let figures = "Figures"
    package static let keyTest = "Key test"
    static let pressAnyKey = "Press any key"
    package static let noMeaning = "has no meaning"
    package static let standby = "Standby"

    package static let learnRemote = "Learn a remote"
    static let leaveOut = "Leave out"
    static let keyBefore = "Key before"
    static let enough = "Enough"
    static let withAnotherRemote = "With a remote that works:"
    static let keepingRemote = "Keeping it…"
    static let nothingLearnt = "Nothing was learnt"
    static let learningFailed = "That did not work"
    static let lowBattery = "The battery is low"
    static func teaching(_ remote: String) -> String { "A new remote: \(remote)" }
    static func pressKey(_ key: String) -> String { "Press \(name(ofKey: key))" }
    static func remoteKept(keys: Int) -> String { keys == 1 ? "Learnt: one key" : "Learnt: \(keys) keys" }

    static func learning(_ note: LearningState.Note) -> String {
        switch note {
        case .heard(let code): "\(code). Once more, to be sure."
        case .different(let code): "That was another one: \(code). Once more."
        case .learnt(let key, let code): "\(name(ofKey: key)) is \(code)."
        case .taken(let key): "That is \(name(ofKey: key)) already. Once more leaves this key out."
        case .leftOut(let key): "\(name(ofKey: key)) is left out."
        case .unwanted(let code): "\(code) is of another kind than asked for."
        case .otherProtocol(let code): "\(code) is of another kind. Is it the same remote?"
        case .undecodable: "Light comes, but nothing here understands it. This remote can’t be learnt."
        case .limited(let reason): reason
        }
    }

    /// The name of a key on remotes.
    static func name(ofKey key: String) -> String {
        switch key {
        case "ok": "OK"
        case "channel_up": "Channel +"
        case "channel_down": "Channel −"
        case "volume_up": "Volume +"
        case "volume_down": "Volume −"
        case "last_channel": "Last channel"
        case "play_pause": "Play"
        case "guide": "Guide"
        default:
            (key.hasPrefix("KEY_") ? key.dropFirst(4) : key[...]).split(separator: "_").map { word in
                word.prefix(1).uppercased() + word.dropFirst().lowercased()
            }.joined(separator: " ")
        }
    }

    static let waiting = "Waiting for the channel…"
    static let keepTyping = "Type on, or press OK"
    static let pressOK = "Press OK to watch"
    static func then(_ words: [String]) -> String { "then \(words.joined(separator: " "))" }
    static func from(_ channel: ChannelLabel) -> String { "From \(channel.heading)" }
    static func noChannel(_ number: String) -> String { "There is no channel \(number)" }

    static let tryingNow = "Trying again now…"
    static func tryingAgain(in seconds: Int) -> String { "Trying again in \(duration(seconds))" }

    static let enterPasscode = "Enter the passcode"
    static let digits = "0–9"
    static let checking = "Checking…"
    static let wrongCode = "That is not the code."
    static func attemptsLeft(_ count: Int) -> String {
        count == 1 ? "That is not the code. One try is left." : "That is not the code. \(count) tries are left."
    }
    package static let lockedForGood = "This channel is locked on this box."
    package static let lockedUnchecked = "The passcode can’t be checked now. The channel stays locked."
    package static let lockedChannel = "Locked channel"
    package static func locked(for seconds: Int) -> String {
        "Too many wrong codes. Try again in \(duration(seconds))."
    }

    static let loadingChannels = "Getting the channels…"
    static let noChannels = "There are no channels yet"
    static let howToAddChannels =
        "Name a channel list in hearth.toml, or start Hearth with the list’s file or address."
    static let channelsUnreadable = "The channel list can’t be read"

    static func duration(_ seconds: Int) -> String {
        guard seconds >= 60 else { return "\(seconds) s" }
        let minutes = seconds / 60
        guard minutes >= 60 else {
            return seconds % 60 == 0 ? "\(minutes) min" : "\(minutes) min \(seconds % 60) s"
        }
        return minutes % 60 == 0 ? "\(minutes / 60) h" : "\(minutes / 60) h \(minutes % 60) min"
    }
}
