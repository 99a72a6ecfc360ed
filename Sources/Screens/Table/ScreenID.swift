/// The table of screens, from the one furthest back to the one furthest in front. A new screen is a case here, and its
/// type below.
package enum ScreenID: Int, Hashable, Sendable, CaseIterable {
    case marks, backdrop, poster, diagnostics, soundOnly, itemBadge, stall, hint, edgeHint, lineup, interstitial,
        failure, breakNotice, corner
    case info, transport, resume, proposal, overlay, list, home, guide, search, programme
    case passcode, keyTest, learning, pairing, cast, battery, volume, track, reminder

    /// The type that says what the screen is and does.
    var type: any Screen.Type {
        switch self {
        case .marks: MarksScreen.self
        case .backdrop: BackdropScreen.self
        case .poster: PosterScreen.self
        case .itemBadge: ItemBadgeScreen.self
        case .diagnostics: DiagnosticsScreen.self
        case .soundOnly: SoundOnlyScreen.self
        case .stall: StallScreen.self
        case .hint: HintScreen.self
        case .edgeHint: EdgeHintScreen.self
        case .lineup: LineupScreen.self
        case .interstitial: InterstitialScreen.self
        case .failure: FailureScreen.self
        case .breakNotice: BreakScreen.self
        case .corner: CornerScreen.self
        case .info: InfoScreen.self
        case .transport: TransportScreen.self
        case .resume: ResumeScreen.self
        case .proposal: ProposalScreen.self
        case .overlay: OverlayScreen.self
        case .list: ListScreen.self
        case .guide: GuideScreen.self
        case .home: HomeScreen.self
        case .search: SearchScreen.self
        case .programme: ProgrammeScreen.self
        case .passcode: PasscodeScreen.self
        case .keyTest: KeyTestScreen.self
        case .learning: LearningScreen.self
        case .pairing: PairingScreen.self
        case .cast: CastScreen.self
        case .battery: BatteryScreen.self
        case .volume: VolumeScreen.self
        case .track: TrackScreen.self
        case .reminder: ReminderScreen.self
        }
    }

    private static let rows = allCases.map { $0.type.row }

    var row: ScreenRow { Self.rows[rawValue] }

    /// The screens that a viewer opens over the picture, one at a time, and the cards over these.
    static let panels = Set(allCases.filter { $0.row.kind == .panel || $0.row.kind == .card })
}
