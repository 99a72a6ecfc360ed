/// Keeps what the settings on the screen tell that has to be asked for elsewhere.
struct SettingsPages: Sendable {
    enum Event: Sendable {
        /// They are opened, or what they tell may be other than it was.
        case look
        case told(SettingsFacts.Told)
    }

    enum Effect: Hashable, Sendable {
        /// Ask the lists, the guide and the machine, and answer with `told`.
        case ask
        /// Show them anew.
        case show
    }

    private(set) var told = SettingsFacts.Told()
    private var isAsked = false
    private var isOld = false

    /// - Returns: what is to be done, in order
    mutating func handle(_ event: Event) -> [Effect] {
        switch event {
        case .look:
            // It is on its way, perhaps without what is new.
            guard !isAsked else {
                isOld = true
                return []
            }
            isAsked = true
            return [.ask]
        case .told(let told):
            isAsked = false
            let isNews = told != self.told
            self.told = told
            var again: [Effect] = []
            if isOld {
                isOld = false
                again = handle(.look)
            }
            return (isNews ? [.show] : []) + again
        }
    }
}
