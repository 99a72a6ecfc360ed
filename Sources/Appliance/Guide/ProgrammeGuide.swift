import Channels
import GuideStore

/// Where the box asks what is on.
package protocol ProgrammeGuide: Sendable {
    /// What is on each channel at a time, and what follows; a channel that is missing is in no guide.
    ///
    /// - Parameter time: seconds since 1970
    func nowAndNext(_ channels: [Channel.ID], at time: Int64) async -> [Channel.ID: NowAndNext]
}
