import MediaCore

/// The HDMI-CEC line. Keys of the TV's remote come through `events` of the `KeySource` it also is.
package protocol CECBus: KeySource {
    var status: CECStatus { get }
}

package struct CECStatus: Sendable, Hashable {
    /// Nil while there is no adapter.
    package var adapter: String?
    /// 0–15; nil while unregistered.
    package var logicalAddress: UInt8?
    /// As CEC writes it: 0x1000 is 1.0.0.0; nil when unknown.
    package var physicalAddress: UInt16?
    /// Why it is not working, in words, or nil.
    package var trouble: String?

    package init(
        adapter: String? = nil, logicalAddress: UInt8? = nil, physicalAddress: UInt16? = nil,
        trouble: String? = nil
    ) {
        self.adapter = adapter
        self.logicalAddress = logicalAddress
        self.physicalAddress = physicalAddress
        self.trouble = trouble
    }
}
