/// A channel of `hearth-origin --profile rates`, with what the rig must know of its pictures.
package struct RatedChannel: Sendable {
    package var number: Int
    package var mode: String
    package var rate: Int
    /// The number of pictures after which their numbers begin anew.
    package var loop: Int

    /// The channel's format as text: `720p25`.
    package var name: String { "\(mode.split(separator: "x").last ?? "")p\(rate)" }

    package static let all = [
        RatedChannel(number: 1, mode: "1280x720", rate: 25, loop: 32 * 25),
        RatedChannel(number: 7, mode: "1920x1080", rate: 30, loop: 32 * 30),
        RatedChannel(number: 8, mode: "1280x720", rate: 60, loop: 8 * 60),
    ]
}
