import Screens

extension ListState {
    /// What stands before a section's name in the id of its row, and before `SECTION/SETTING` in that of a setting.
    static let settingRow = "setting:"

    /// The sections of the settings.
    ///
    /// - Parameter current: the one that has the focus first
    static func settings(current: SettingsSection? = nil) -> ListState {
        let rows = SettingsSection.allCases.map { section in
            var row = Row(id: settingRow + section.rawValue, title: section.title)
            row.staysOpen = true
            return row
        }
        return ListState(.settings, rows: rows, current: current.map { settingRow + $0.rawValue })
    }

    /// What is in a section of the settings.
    ///
    /// - Parameter sample: how captions look, where that is what is set
    static func settings(
        _ section: SettingsSection, _ facts: SettingsFacts, sample: CaptionStyle? = nil
    ) -> ListState {
        let rows = facts.rows(of: section).map { setting in
            var row = Row(id: "\(settingRow)\(section.rawValue)/\(setting.id)", title: setting.title)
            row.note = setting.value
            row.detail = setting.detail
            row.isAdjustable = setting.less != nil || setting.more != nil
            row.isFact = !row.isAdjustable && setting.deed == nil
            row.staysOpen = !setting.closes
            return row
        }
        var state = ListState(.settings, rows: rows)
        state.group = section.rawValue
        state.title = section.title
        state.sample = sample
        state.above = [settings(current: section)]
        return state
    }
}
