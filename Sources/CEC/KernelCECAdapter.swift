import Base
import CLinux
import Glibc
import MediaCore

/// A CEC adapter with a kernel driver (`/dev/cecN`, Documentation/userspace-api/media/cec). The only file that calls
/// it.
///
/// Not by libcec, which wakes TVs and answers for the source by itself, and can't be told not to (`PulseEight`).
/// Keys come as messages alone: the kernel's RC passthrough, which would deliver them a second time by evdev, is off.
final class KernelCECAdapter: CECAdapter {
    private let path: String
    private let device: OwnedDescriptor
    private var logicalAddress: UInt8?
    private var physicalAddress: UInt16
    /// Whether the driver does not know what it is plugged into: then its address is set from the TV's EDID.
    private let takesPhysicalAddress: Bool

    /// Opens the adapter and makes it a playback device of this name. Takes as long as the line does to hand out an
    /// address: a third of a second. Quiet: polls, and Report Physical Address.
    init(_ path: String, name: String) throws(CECFailure) {
        do throws(SystemCallError) {
            self.path = path
            device = try OwnedDescriptor(open: path, flags: O_RDWR)
            var capabilities = cec_caps()
            try checked("CEC_ADAP_G_CAPS") { [device = device.raw] in hearth_cec_get_capabilities(device, &capabilities)
            }
            takesPhysicalAddress = capabilities.capabilities & UInt32(CEC_CAP_PHYS_ADDR) != 0
            physicalAddress = CECAddress.nowhere
            try checked("CEC_S_MODE") { hearth_cec_set_mode(device.raw, HEARTH_CEC_MODE_PARTNER) }
            // The address of a daemon that died stays until it is cleared.
            var nobody = cec_log_addrs()
            try checked("CEC_ADAP_S_LOG_ADDRS") { hearth_cec_set_addresses(device.raw, &nobody) }
            findPhysicalAddress()
            var addresses = cec_log_addrs()
            addresses.cec_version = UInt8(CEC_OP_CEC_VERSION_1_4)
            addresses.num_log_addrs = 1
            // HDMI LLC's own vendor ID: TVs ask a device without vendor again and again.
            addresses.vendor_id = 0x00_0c03
            withUnsafeMutableBytes(of: &addresses.osd_name) { $0.copyBytes(from: Array(name.utf8.prefix(14))) }
            addresses.primary_device_type.0 = UInt8(CEC_OP_PRIM_DEVTYPE_PLAYBACK)
            addresses.log_addr_type.0 = UInt8(CEC_LOG_ADDR_TYPE_PLAYBACK)
            addresses.all_device_types.0 = UInt8(CEC_OP_ALL_DEVTYPE_PLAYBACK)
            try checked("CEC_ADAP_S_LOG_ADDRS") { hearth_cec_set_addresses(device.raw, &addresses) }
            logicalAddress = Self.address(in: addresses.log_addr_mask)
        } catch {
            throw .notOpened(port: path, reason: Self.reason(error))
        }
    }

    deinit {
        var nobody = cec_log_addrs()
        _ = hearth_cec_set_addresses(device.raw, &nobody)
    }

    private static func reason(_ error: SystemCallError) -> String {
        switch error.errno {
        case EBUSY: "another program has it; stop that (fuser names it)"
        case EACCES, EPERM: "hearthd may not use it; its user must be in the node's group"
        case ENOTTY: "its driver can't say anything"
        default: "\(error)"
        }
    }

    var descriptor: Int32? { device.raw }

    var facts: CECLineFacts {
        if takesPhysicalAddress { findPhysicalAddress() }
        return CECLineFacts(
            port: path, logicalAddress: logicalAddress, physicalAddress: physicalAddress,
            answeredBelow: CECLineFacts.kernel)
    }

    func read() throws(CECFailure) -> [CECInbox.Message] {
        var messages: [CECInbox.Message] = []
        for _ in 0..<64 {
            var poll = pollfd(fd: device.raw, events: Int16(POLLIN | POLLPRI), revents: 0)
            guard Glibc.poll(&poll, 1, 0) > 0 else { return messages }
            let ready = Int32(poll.revents)
            guard ready & (POLLERR | POLLHUP) == 0 else { throw .connectionLost }
            if ready & POLLPRI != 0, try readEvent() { messages.append(CECInbox.Message(event: .line(facts))) }
            if ready & POLLIN != 0, let message = try readFrame() { messages.append(message) }
        }
        return messages
    }

    func transmit(_ frame: CECFrame) -> CECOutcome {
        var wire = cec_msg()
        let bytes = frame.bytes.prefix(Int(CEC_MAX_MSG_SIZE))
        wire.len = UInt32(bytes.count)
        withUnsafeMutableBytes(of: &wire.msg) { $0.copyBytes(from: bytes) }
        guard hearth_cec_transmit(device.raw, &wire) == 0 else { return .failed }
        let status = UInt32(wire.tx_status)
        if status & UInt32(CEC_TX_STATUS_OK) != 0 { return .acknowledged }
        return status & UInt32(CEC_TX_STATUS_NACK) != 0 ? .notAcknowledged : .failed
    }

    private func readFrame() throws(CECFailure) -> CECInbox.Message? {
        var wire = cec_msg()
        wire.timeout = 1
        guard hearth_cec_receive(device.raw, &wire) == 0 else {
            // Any error other than that nothing was there would only come again.
            guard errno == ETIMEDOUT || errno == EAGAIN || errno == EINTR else { throw .connectionLost }
            return nil
        }
        let count = min(Int(wire.len), Int(CEC_MAX_MSG_SIZE))
        // The outcomes of sent messages also come this way, without a receive status.
        guard UInt32(wire.rx_status) & UInt32(CEC_RX_STATUS_OK) != 0,
            let frame = CECFrame(bytes: withUnsafeBytes(of: wire.msg) { Array($0.prefix(count)) })
        else { return nil }
        let time = wire.rx_ts > 0 ? HostTime(nanoseconds: Int64(clamping: wire.rx_ts)) : nil
        return CECInbox.Message(event: .frame(frame), time: time)
    }

    /// Reads one event; returns whether addresses have changed.
    private func readEvent() throws(CECFailure) -> Bool {
        var (physical, mask) = (UInt16(0), UInt16(0))
        let result = hearth_cec_next_event(device.raw, &physical, &mask)
        if result < 0, errno == ENODEV { throw .connectionLost }
        guard result > 0 else { return false }
        physicalAddress = physical
        logicalAddress = Self.address(in: mask)
        return true
    }

    private func findPhysicalAddress() {
        if takesPhysicalAddress, var address = ConnectedTelevision.physicalAddress() {
            _ = hearth_cec_set_physical_address(device.raw, &address)
        }
        var address = CECAddress.nowhere
        if hearth_cec_get_physical_address(device.raw, &address) == 0 { physicalAddress = address }
    }

    private static func address(in mask: UInt16) -> UInt8? {
        CECAddress.players.first { mask & 1 << UInt16($0) != 0 }
    }
}
