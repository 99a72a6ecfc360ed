/// The fault that the sound card is unplugged: its driver is unbound from it.
package final class SoundCardFault: Fault {
    package let kind = FaultKind.soundCardGone
    private let driver: String
    private let device: String
    private var isStruck = false

    /// - Parameters:
    ///   - driver: the driver's folder in sysfs
    ///   - device: the card's name in that folder
    package init(driver: String = "/sys/bus/platform/drivers/snd_aloop", device: String = "snd_aloop.0") {
        self.driver = driver
        self.device = device
    }

    package func strike() throws {
        try KernelFile.write(device, to: "\(driver)/unbind")
        isStruck = true
    }

    package func mend() throws {
        guard isStruck else { return }
        isStruck = false
        try KernelFile.write(device, to: "\(driver)/bind")
    }
}
