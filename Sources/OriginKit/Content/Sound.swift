/// A sound beside the pictures (`audio=multi|alternate`), with a beep of its own pitch, so that ears and tests can
/// tell which one plays.
enum Sound: String, Sendable, CaseIterable {
    /// The channel's own sound.
    case english = "sound-en"
    /// Another channel's sound.
    case german = "sound-de"
    /// A sound marked as described video.
    case described = "sound-ad"
    /// A sound in another codec.
    case ac3 = "sound-ac3"

    enum Offer: String, Sendable {
        /// The pictures have no sound.
        case multi
        /// The channel's own sound is in the pictures' playlist, and the others beside it.
        case alternate
    }

    /// The EXT-X-MEDIA tag; `url` nil: the sound is in the pictures' playlist.
    func tag(url: String?) -> String {
        let attributes =
            switch self {
            case .english: #"NAME="English",LANGUAGE="en",DEFAULT=YES,AUTOSELECT=YES,CHANNELS="2""#
            case .german: #"NAME="Deutsch",LANGUAGE="de",AUTOSELECT=YES,CHANNELS="2""#
            case .described:
                #"NAME="English AD",LANGUAGE="en",AUTOSELECT=YES,CHARACTERISTICS="public.accessibility.describes-video",CHANNELS="2""#
            case .ac3: #"NAME="Dolby",LANGUAGE="fr",AUTOSELECT=YES,CHANNELS="2""#
            }
        return #"#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="sound","# + attributes + (url.map { #",URI="\#($0)""# } ?? "")
    }
}

extension PieceLibrary {
    /// The channel whose pieces a sound is taken from; nil: nothing prepared.
    func source(of sound: Sound, for content: ChannelContent) -> (content: ChannelContent, rung: ChannelContent.Rung)? {
        let source: ChannelContent?
        switch sound {
        case .english: source = content
        case .german: source = others(than: content).first
        case .described: source = others(than: content).dropFirst().first
        case .ac3: source = advert(.ac3, for: content, rung: content.rungs[0])?.content
        }
        guard let source, source.framesPerSecond == content.framesPerSecond, let rung = source.rungs.last else {
            return nil
        }
        return (source, rung)
    }

    /// Other channels with AAC, in the order of their numbers; adverts come last.
    private func others(than content: ChannelContent) -> [ChannelContent] {
        let advert = advert(.hevc, for: content, rung: content.rungs[0])?.content
        return (channels + [advert].compactMap(\.self)).filter {
            $0.number != content.number && $0.framesPerSecond == content.framesPerSecond
        }
    }
}
