import Commands
import ControlProtocol
import HLS
import MediaCore

extension DeclaredItem.Interstitial {
    /// What is wrong with it, and in which of its members; nil: nothing.
    var fault: (key: String, cause: String, nextStep: String)? {
        switch (url, list) {
        case (let address?, nil), (nil, let address?):
            guard Command.isAddress(address) else {
                return (
                    list == nil ? "url" : "list", "that is no address",
                    "give one that starts with http:// or https://"
                )
            }
        default: return ("url", "it has \(url == nil ? "no address" : "two")", "give one of url and list")
        }
        guard (at == nil) != (trigger == nil) else {
            return ("at_s", "it says \(at == nil ? "not" : "twice") when it is played", "give one of at_s and when")
        }
        let times = [("at_s", at), ("limit_s", playoutLimit), ("skip_after_s", skipAfter)]
        for case (let key, let time?) in times where !(0...1e6).contains(time) {
            return (key, "\(time) s can't be", "give 0 to 1000000")
        }
        if let resumeOffset, !(-1e6...1e6).contains(resumeOffset) {
            return ("resume_offset_s", "\(resumeOffset) s can't be", "give -1000000 to 1000000")
        }
        return nil
    }
}

extension PlacedInterstitial {
    /// - Parameter number: which of the item's it is: its name
    init?(_ declared: DeclaredItem.Interstitial, number: Int) {
        let asset: InterstitialEvent.Asset? = declared.url.map { .uri($0) } ?? declared.list.map { .list($0) }
        guard declared.fault == nil, let asset else { return nil }
        self.init(
            InterstitialEvent(declared, asset, number: number), at: .zero + .seconds(declared.at ?? 0))
    }
}

extension InterstitialEvent {
    fileprivate init(_ declared: DeclaredItem.Interstitial, _ asset: Asset, number: Int) {
        self.init(
            id: "declared \(number)", asset: asset,
            trigger: declared.trigger.map { $0 == .before ? .before : .after },
            // What a program cuts in is an addition unless it says otherwise.
            resumeOffset: .seconds(declared.resumeOffset ?? 0))
        playoutLimit = declared.playoutLimit.map { .seconds($0) }
        playsOnce = declared.once ?? false
        restrictsSkip = declared.restrictsSkip ?? false
        restrictsJump = declared.restrictsJump ?? false
        skipControl = declared.skipAfter.map { SkipControl(offset: .seconds($0)) }
    }
}
