/// What may be chosen with a variant (§4.4.6.2): the members of its groups.
package struct RenditionOffer: Sendable, Hashable {
    package var audio: [Rendition] = []
    /// Without those that are forced.
    package var subtitles: [Rendition] = []
    /// For a menu they do not exist: they come by themselves.
    package var forced: [Rendition] = []
    /// CEA-608 and 708 services inside the video.
    package var captions: [Rendition] = []

    /// - Parameter services: INSTREAM-IDs of captions that were found in the video.
    /// - Parameter sounds: inside the main stream, where there are several.
    package init(_ variant: Variant, of renditions: [Rendition], services: [String] = [], sounds: [Rendition] = []) {
        func members(_ kind: Rendition.Kind, _ group: String?) -> [Rendition] {
            group.map { name in renditions.filter { $0.kind == kind && $0.group == name } } ?? []
        }
        audio = members(.audio, variant.audioGroup)
        // A playlist that names one sound inside says less than what is inside.
        if audio.count < sounds.count, audio.allSatisfy({ $0.url == nil }) { audio = sounds }
        let texts = members(.subtitles, variant.subtitlesGroup)
        subtitles = texts.filter { !$0.isForced }
        forced = texts.filter(\.isForced)
        switch variant.closedCaptions {
        case .none: break
        case .group(let group): captions = members(.closedCaptions, group)
        case .undeclared: captions = services.map(RenditionOffer.found)
        }
        // A group that is named and not there says nothing.
        if case .group = variant.closedCaptions, captions.isEmpty { captions = services.map(RenditionOffer.found) }
    }

    private static func found(_ service: String) -> Rendition {
        var rendition = Rendition(kind: .closedCaptions, group: "", name: service)
        rendition.instreamID = service
        return rendition
    }

    /// What a menu of text lists.
    package var texts: [Rendition] { subtitles + captions }
}

extension Rendition {
    /// Speech is easier to understand.
    package static let clearSpeech = "public.accessibility.enhances-speech-intelligibility"

    /// A sound of the main stream that no playlist tells of, counted from 0.
    ///
    /// - Parameter language: as the container has it.
    package init(soundInside number: Int, language: String?, describesVideo: Bool = false) {
        self.init(kind: .audio, group: "", name: "Sound \(number + 1)")
        self.language = language.flatMap(LanguageTag.init).map(\.language)
        instreamID = "\(number)"
        isDefault = number == 0
        isAutoselect = true
        if describesVideo { characteristics = [Rendition.describesVideo] }
    }

    /// Which sound of the main stream it is; nil for one that a playlist tells of.
    package var soundInside: Int? { kind == .audio && url == nil && group.isEmpty ? instreamID.flatMap { Int($0) } : nil }

    static let describesVideo = "public.accessibility.describes-video"
    static let transcribesDialog = "public.accessibility.transcribes-spoken-dialog"
    static let describesSound = "public.accessibility.describes-music-and-sound"
    static let easyToRead = "public.easy-to-read"
    static let machineGenerated = "public.machine-generated"

    package var describesVideo: Bool { characteristics.contains(Rendition.describesVideo) }
    /// Captions tell what is heard; so do subtitles that say so.
    package var isForTheDeaf: Bool {
        kind == .closedCaptions || characteristics.contains(Rendition.transcribesDialog)
            || characteristics.contains(Rendition.describesSound)
    }

    /// Its languages: as spoken or written, and the one that goes with it (§4.4.6.1, ASSOC-LANGUAGE).
    var tags: [LanguageTag] { [language, associatedLanguage].compactMap { $0.flatMap(LanguageTag.init) } }

    /// What CHANNELS says beyond the count is understood: channel-based sound (§4.4.6.1, §6.3.1).
    var hasKnownChannels: Bool {
        guard let layout = channelLayout else { return true }
        return layout.count != nil && layout.codings.isEmpty && layout.usage.isEmpty && !layout.hasUnknownParameters
    }
}
