/// What a guide is to be read from and into: all that the process which reads it has to know.
package struct GuideJob: Codable, Hashable, Sendable {
    /// The file that holds the guide, plain or packed.
    package var path: String
    /// The guide's address, by which its database is named.
    package var source: String
    /// The folder of the databases.
    package var folder: String
    /// Seconds since 1970: programmes that touch this time are kept.
    package var window: Range<Int64>
    /// The languages of texts, best first.
    package var languages: [String]
    /// The channels of the lists: no others are kept.
    package var channels: [ChannelMatching.Listed]

    package init(
        path: String, source: String, folder: String, window: Range<Int64>, languages: [String] = [],
        channels: [ChannelMatching.Listed]
    ) {
        self.path = path
        self.source = source
        self.folder = folder
        self.window = window
        self.languages = languages
        self.channels = channels
    }

    /// Begins the guide's database, which takes the place of the old one when it is finished.
    package func writer() throws -> GuideWriter { try writer(GuideWants(channels)) }

    func writer(_ wants: GuideWants) throws -> GuideWriter {
        try GuideWriter(folder: folder, source: source, window: window, languages: languages, wants: wants.contains)
    }
}
