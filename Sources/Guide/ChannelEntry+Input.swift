import Devices

extension ChannelEntry {
    /// The channel of an input of the box.
    ///
    /// - Parameters:
    ///   - name: as in its address
    ///   - title: what it is called; empty: the name
    ///   - group: the group of all inputs
    ///   - isSound: whether it has no pictures
    package init(input name: String, title: String, number: Int?, group: String, isSound: Bool) {
        self.init(name: title.isEmpty ? name : title, url: InputAddress.url(name))
        // Its id as a channel, too: whatever it is called, favourites keep it.
        guideID = "input.\(name)"
        self.number = number.map(String.init)
        groups = [group]
        isRadio = isSound
    }
}
