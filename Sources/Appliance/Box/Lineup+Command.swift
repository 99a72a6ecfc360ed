import Channels
import Commands

extension Lineup {
    /// The channel that a command names; of a name the channel with that id, then the best match.
    func channel(for wanted: Command.Channel) -> Channel? {
        switch wanted {
        case .number(let number): channel(number: number)
        case .id(let id): self[id]
        case .name(let name): self[name] ?? channel(named: name)
        }
    }
}
