import Languages
import MediaCore

/// Every text on the screen, in the language of the look for which something is drawn or told.
///
/// The texts themselves are `Phrase`s; here is what they are put together from.
package enum Strings {
    /// A text of the current language.
    ///
    /// - Parameters:
    ///   - values: by the names of their places
    ///   - count: the number that chooses the form, and fills `{count}`
    package static func say(_ phrase: Phrase, _ values: [String: String] = [:], count: Int? = nil) -> String {
        Look.current.catalogue.text(phrase, values, count: count)
    }

    package static var favourites: String { say(.favourites) }
    package static var noFavourites: String { say(.noFavourites) }
    static var locked: String { say(.locked) }
    package static var howToAddFavourite: String { say(.howToAddFavourite) }
    static var addFavourite: String { say(.addFavourite) }
    static var removeFavourite: String { say(.removeFavourite) }
    static var choose: String { say(.choose) }
    static var watch: String { say(.watch) }
    static var close: String { say(.close) }
    static var channels: String { say(.channels) }
    package static var allChannels: String { say(.allChannels) }
    package static var groups: String { say(.groups) }
    package static var information: String { say(.information) }
    static var cancel: String { say(.cancel) }
    static var tryNow: String { say(.tryNow) }
    static var otherChannel: String { say(.otherChannel) }
    package static var previousChannel: String { say(.previousChannel) }
    package static var playing: String { say(.playing) }
    static func standing(_ standing: ListState.Standing) -> String {
        switch standing {
        case .playing: playing
        case .coming: say(.starting)
        case .failing: say(.doesNotPlay)
        }
    }
    static var ok: String { say(.ok) }
    static var back: String { say(.back) }
    static var channelKeys: String { say(.channelKeys) }
    static var left: String { say(.left) }
    static var right: String { say(.right) }
    static var holdOK: String { say(.holdOK) }
    static var holdBack: String { say(.holdBack) }
    package static var settings: String { say(.settings) }
    package static var menu: String { say(.menu) }
    package static var channelList: String { say(.channelList) }
    static var now: String { say(.now) }
    static var next: String { say(.next) }
    static var nameless: String { say(.nameless) }
    static var soundOnly: String { say(.soundOnly) }
    package static var muted: String { say(.muted) }
    package static var sound: String { say(.sound) }
    package static var subtitles: String { say(.subtitles) }
    package static var off: String { say(.off) }
    package static var on: String { say(.on) }
    package static var volume: String { say(.volume) }
    package static var pause: String { say(.pause) }
    package static var goOn: String { say(.goOn) }
    static var live: String { say(.live) }
    static var place: String { say(.place) }
    /// Says how much of a live channel was left out after it had stood still.
    package static func leftOut(seconds: Int) -> String { say(.leftOut, ["duration": duration(seconds)]) }

    /// What of the channel this box has no decoder for.
    package static func unplayable(sound: String?, picture: String?) -> String? {
        switch (sound, picture) {
        case (let sound?, _): say(.unplayableSound, ["format": sound])
        case (nil, let picture?): say(.unplayablePicture, ["format": picture])
        case (nil, nil): nil
        }
    }

    package static var notThere: String { say(.notThere) }
    /// An item of the queue can’t be played, and the next is.
    package static func passedOver(_ title: String) -> String { say(.passedOver, ["title": title]) }
    package static var figures: String { say(.figures) }
    package static var keyTest: String { say(.keyTest) }
    static var pressAnyKey: String { say(.pressAnyKey) }
    package static var noMeaning: String { say(.noMeaning) }
    package static var standby: String { say(.standby) }
    package static var startOver: String { say(.startOver) }
    static var nextEpisode: String { say(.nextEpisode) }
    package static var nextUp: String { say(.nextUp) }
    package static var guide: String { say(.guideKey) }
    static var noInformation: String { say(.noInformation) }
    static var playNow: String { say(.playNow) }
    static var notNow: String { say(.notNow) }
    static func playsIn(_ seconds: Int) -> String { say(.playsIn, ["duration": duration(seconds)]) }
    static func resumed(at place: String) -> String { say(.resumedAt, ["place": place]) }

    static var waiting: String { say(.waiting) }
    static var keepTyping: String { say(.keepTyping) }
    static var pressOK: String { say(.pressOK) }
    static func then(_ words: [String]) -> String { say(.then, ["programme": words.joined(separator: " ")]) }
    static func from(_ channel: ChannelLabel) -> String { say(.from, ["channel": channel.heading]) }
    static func noChannel(_ number: String) -> String { say(.noChannel, ["number": number]) }

    static var tryingNow: String { say(.tryingNow) }
    static func tryingAgain(in seconds: Int) -> String { say(.tryingAgain, ["duration": duration(seconds)]) }

    static var enterPasscode: String { say(.enterPasscode) }
    static var digits: String { say(.digits) }
    static var checking: String { say(.checking) }
    static var wrongCode: String { say(.wrongCode) }
    static func attemptsLeft(_ count: Int) -> String { say(.attemptsLeft, count: count) }
    package static var lockedForGood: String { say(.lockedForGood) }
    package static var lockedUnchecked: String { say(.lockedUnchecked) }
    package static var lockedChannel: String { say(.lockedChannel) }
    package static func locked(for seconds: Int) -> String { say(.lockedFor, ["duration": duration(seconds)]) }

    static var loadingChannels: String { say(.loadingChannels) }
    static var noChannels: String { say(.noChannels) }
    static var howToAddChannels: String { say(.howToAddChannels) }
    static var channelsUnreadable: String { say(.channelsUnreadable) }

    package static func duration(_ seconds: Int) -> String {
        let (minutes, rest) = (seconds / 60, String(seconds % 60))
        guard seconds >= 60 else { return say(.seconds, ["seconds": String(seconds)]) }
        guard minutes >= 60 else {
            return seconds % 60 == 0
                ? say(.minutes, ["minutes": String(minutes)])
                : say(.minutesSeconds, ["minutes": String(minutes), "seconds": rest])
        }
        return minutes % 60 == 0
            ? say(.hours, ["hours": String(minutes / 60)])
            : say(.hoursMinutes, ["hours": String(minutes / 60), "minutes": String(minutes % 60)])
    }
}
