import Commands
import Devices
import Layout
import MediaCore

/// The page of one programme: all that is known of it, what can be done with it, and where else it is shown. Back leads
/// to where it was chosen.
struct ProgrammeScreen: Screen {
    static let row = ScreenRow(id: .programme, kind: .card, style: .fade())

    /// The place of the focus.
    enum Place: Hashable {
        case deed(Int)
        case showing(Int)
    }

    private(set) var state: ProgrammeState
    private(set) var place = Place.deed(0)
    private var light = FocusLight()

    init(_ state: ProgrammeState) { self.state = state }

    var focus: Focus? { .overlay }
    var frame: Rectangle { Rectangle(Theme.screen) }
    var videoOpacity: Double { 0.35 }
    func inset(_ wish: Look.Inset) -> Rectangle? { wish == .off ? nil : GuidePanel.inset }

    mutating func press(_ key: ScreenKey, at now: HostTime) -> KeyAnswer {
        let before = ProgrammePanel.place(of: place, in: self)
        defer {
            if ProgrammePanel.place(of: place, in: self) != before { light.leaves(before, at: now) }
        }
        switch (key, place) {
        case (.move(.left), .deed(let index)): place = .deed(max(0, index - 1))
        case (.move(.right), .deed(let index)): place = .deed(min(state.deeds.count - 1, index + 1))
        case (.move(.down), .deed): if !state.showings.isEmpty { place = .showing(0) }
        case (.move(.up), .showing(0)): place = .deed(0)
        case (.move(.up), .showing(let index)): place = .showing(index - 1)
        case (.move(.down), .showing(let index)): place = .showing(min(state.showings.count - 1, index + 1))
        case (.move, _), (.page, _), (.digit, _), (.type, _), (.erase, _): break
        case (.confirm, .deed(let index)):
            return state.deeds.indices.contains(index) ? perform(state.deeds[index]) : .stay()
        case (.confirm, .showing(let index)):
            guard state.showings.indices.contains(index) else { break }
            let showing = state.showings[index]
            return .stay([.showProgramme(channelID: showing.channel.id, start: showing.start)])
        case (.back, _): return .leave
        }
        return .stay()
    }

    private func perform(_ deed: ProgrammeState.Deed) -> KeyAnswer {
        let channel = state.channel.id
        switch deed {
        case .watch, .channel: return .close([.command(.showVideo), .tune(channelID: channel)])
        case .startOver: return .close([.startProgrammeOver])
        case .remind: return .stay([.remind(channelID: channel, start: state.start, true)])
        case .forget: return .stay([.remind(channelID: channel, start: state.start, false)])
        }
    }

    /// Takes what is known by now of the same programme; the focus stays.
    mutating func take(_ new: ProgrammeState) {
        guard new.isSame(as: state) else { return }
        state = new
        switch place {
        case .deed(let index): place = .deed(max(0, min(index, new.deeds.count - 1)))
        case .showing(let index):
            place = new.showings.isEmpty ? .deed(0) : .showing(min(index, new.showings.count - 1))
        }
    }

    func parts(at moment: Moment) -> [ScreenPart] { ProgrammePanel.parts(of: self, light) }
}

extension Interface {
    /// The programme of which the page is open; nil: none.
    package var shownProgramme: ProgrammeState? { presented(ProgrammeScreen.self)?.state }
}
