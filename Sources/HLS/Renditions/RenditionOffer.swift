/// The renditions that may be chosen with a variant (§4.4.6.2): the members of its groups.
package struct RenditionOffer: Sendable, Hashable {
    package var audio: [Rendition] = []
    /// The subtitle renditions that are not forced.
    package var subtitles: [Rendition] = []
    /// The forced subtitles, which no menu lists: they are shown automatically.
    package var forced: [Rendition] = []
    /// CEA-608 and 708 services inside the video.
    package var captions: [Rendition] = []

    /// Collects what a variant offers.
    /// - Parameter services: INSTREAM-IDs of captions that were found in the video.
    /// - Parameter sounds: inside the main stream, where there are several.
    /// - Parameter inside: subtitles inside the main stream.
    package init(
        _ variant: Variant, of renditions: [Rendition], services: [String] = [], sounds: [Rendition] = [],
        texts inside: [Rendition] = []
    ) {
        func members(_ kind: Rendition.Kind, _ group: String?) -> [Rendition] {
            group.map { name in renditions.filter { $0.kind == kind && $0.group == name } } ?? []
        }
        audio = members(.audio, variant.audioGroup)
        // A playlist that names one sound inside says less than what is inside.
        if audio.count < sounds.count, audio.allSatisfy({ $0.url == nil }) { audio = sounds }
        let texts = members(.subtitles, variant.subtitlesGroup) + inside
        subtitles = texts.filter { !$0.isForced }
        forced = texts.filter(\.isForced)
        switch variant.closedCaptions {
        case .none: break
        case .group(let group): captions = members(.closedCaptions, group)
        case .undeclared: captions = services.map(RenditionOffer.found)
        }
        // A group that is named but does not exist says nothing about captions.
        if case .group = variant.closedCaptions, captions.isEmpty { captions = services.map(RenditionOffer.found) }
    }

    private static func found(_ service: String) -> Rendition {
        var rendition = Rendition(kind: .closedCaptions, group: "", name: service)
        rendition.instreamID = service
        return rendition
    }

    /// The text renditions that a menu lists.
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
    package var soundInside: Int? {
        kind == .audio && url == nil && group.isEmpty ? instreamID.flatMap { Int($0) } : nil
    }

    /// Subtitles of the main stream, counted from 0. Those are never chosen for being the container's default: in Matroska
    /// that is what all are which say nothing of it.
    ///
    /// - Parameter language: as the container has it.
    package init(textInside number: Int, language: String?, isForced: Bool = false, isForTheDeaf: Bool = false) {
        self.init(kind: .subtitles, group: "", name: "Subtitles \(number + 1)")
        self.language = language.flatMap(LanguageTag.init).map(\.language)
        instreamID = "\(number)"
        isAutoselect = true
        self.isForced = isForced
        if isForTheDeaf { characteristics = [Rendition.transcribesDialog] }
    }

    /// Which subtitles of the main stream they are; nil for those that a playlist tells of.
    package var textInside: Int? {
        kind == .subtitles && url == nil && group.isEmpty ? instreamID.flatMap { Int($0) } : nil
    }

    static let describesVideo = "public.accessibility.describes-video"
    static let transcribesDialog = "public.accessibility.transcribes-spoken-dialog"
    static let describesSound = "public.accessibility.describes-music-and-sound"
    static let easyToRead = "public.easy-to-read"
    static let machineGenerated = "public.machine-generated"

    package var describesVideo: Bool { characteristics.contains(Rendition.describesVideo) }
    /// Whether the text also tells what is heard: captions do, and subtitles whose characteristics
    /// say so.
    package var isForTheDeaf: Bool {
        kind == .closedCaptions || characteristics.contains(Rendition.transcribesDialog)
            || characteristics.contains(Rendition.describesSound)
    }

    /// The rendition's languages: LANGUAGE and ASSOC-LANGUAGE (§4.4.6.1).
    var tags: [LanguageTag] { [language, associatedLanguage].compactMap { $0.flatMap(LanguageTag.init) } }

    /// Whether CHANNELS says nothing beyond the count that is not understood: channel-based sound
    /// (§4.4.6.1, §6.3.1).
    var hasKnownChannels: Bool {
        guard let layout = channelLayout else { return true }
        return layout.count != nil && layout.codings.isEmpty && layout.usage.isEmpty && !layout.hasUnknownParameters
    }
}
