/// What somebody chose by hand as the guide of a channel.
package enum GuideChoice: Hashable, Codable, Sendable {
    /// The channel has no guide, whatever it is called.
    case noGuide
    /// The id in a guide: in the first that has programmes for it.
    case id(String)
}
