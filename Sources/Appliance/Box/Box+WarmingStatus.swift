import ControlProtocol

extension Box {
    /// What is kept ready; nil where nothing ever is.
    var warmingStatus: WarmingInfo? { nil }
}
