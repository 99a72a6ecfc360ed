import Channels
import ControlProtocol
import Devices
import Guide
import GuideStore

/// Where the box asks what is on.
package protocol ProgrammeGuide: Sendable {
    /// What has become of the guide, to be followed once.
    var news: AsyncStream<ProgrammeGuideNews> { get }

    /// Takes what the box knows and the guide must; in the order of the calls, and done when there is time.
    func tell(_ order: ProgrammeGuideOrder)

    /// What is on each channel at a time, and what follows; a channel that is missing is in no guide.
    ///
    /// - Parameter time: seconds since 1970
    func nowAndNext(_ channels: [Channel.ID], at time: Int64) async -> [Channel.ID: NowAndNext]

    /// The programmes on a channel that touch `window`, in seconds since 1970, in order; none where it can't be told.
    func programmes(on channel: Channel.ID, in window: Range<Int64>) async -> [GuideReader.Cell]

    /// The same of several channels; one that is missing has none, or it can't be told.
    func programmes(on channels: [Channel.ID], in window: Range<Int64>) async -> [Channel.ID: [GuideReader.Cell]]

    /// When channels show what has a rating, as far as that touches `window`, in seconds since 1970; nil: it can't be
    /// told now.
    func ratedTimes(_ window: Range<Int64>) async -> [Channel.ID: [RatedTime]]?

    /// Programmes that begin at `time` or later and have words that begin with all those of `text` (of `a|b` with
    /// either), the first in time first.
    func search(_ text: String, from time: Int64, limit: Int) async -> [(channel: Channel.ID, programme: Programme)]

    /// The words of the guide that were typed with these digits of a telephone, the likeliest first.
    func words(byKeys digits: String, limit: Int) async -> [String]

    /// The genres that most programmes in `window` have, the commonest first.
    func genres(in window: Range<Int64>, limit: Int) async -> [String]

    /// When programmes of a genre begin that touch `window`; a channel that is missing has none.
    func starts(of genre: String, in window: Range<Int64>) async -> [Channel.ID: Set<Int64>]

    /// Where the pictures may lie that a channel's guide names, beside the public network.
    func pictureReach(of channel: Channel.ID) async -> AddressReach

    /// The guides, and which channels are in them.
    func standing() async -> GuideInfo

    /// Keeps the guide fresh until cancelled.
    func run() async
}

extension ProgrammeGuide {
    package func words(byKeys digits: String, limit: Int) async -> [String] { [] }

    package func genres(in window: Range<Int64>, limit: Int) async -> [String] { [] }

    package func starts(of genre: String, in window: Range<Int64>) async -> [Channel.ID: Set<Int64>] { [:] }

    package func pictureReach(of channel: Channel.ID) async -> AddressReach { [] }

    package func programmes(
        on channels: [Channel.ID], in window: Range<Int64>
    ) async -> [Channel.ID: [GuideReader.Cell]] {
        var found: [Channel.ID: [GuideReader.Cell]] = [:]
        for channel in channels { found[channel] = await programmes(on: channel, in: window) }
        return found
    }
}

/// What a guide is told.
package enum ProgrammeGuideOrder: Sendable {
    /// These are the channels, in place of those before.
    case channels([Channel])
    /// The channel list names these guides, in place of those before.
    case listed([GuideSource])
    /// Somebody wants all of it fetched now.
    case refresh
}

/// What a guide tells.
package enum ProgrammeGuideNews: Hashable, Sendable {
    /// It may answer otherwise than before.
    case renewed
    /// A guide can't be had, in words for people; nil: no longer. The source is without its secrets.
    case trouble(source: String, String?)
}
