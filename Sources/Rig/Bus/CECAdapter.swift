import Base
import CLinux
import Glibc
import MediaCore

/// One end of an HDMI-CEC bus: `/dev/cecN`, the kernel's CEC API. One thread may send while another listens.
package final class CECAdapter: Sendable {
    package let path: String
    private let device: OwnedDescriptor

    package init(_ path: String) throws(SystemCallError) {
        self.path = path
        device = try OwnedDescriptor(open: path, flags: O_RDWR)
    }

    /// Joins the bus as a TV or an AVR with this name. Takes as long as the bus does to hand out an address:
    /// a third of a second.
    package func join(as address: CECAddress, name: String) throws(SystemCallError) {
        try checked("CEC_S_MODE \(path)") { hearth_cec_set_mode(device.raw, HEARTH_CEC_MODE_PARTNER) }
        try leave()
        let isTelevision = address == .television
        var addresses = cec_log_addrs()
        addresses.cec_version = UInt8(CEC_OP_CEC_VERSION_1_4)
        addresses.num_log_addrs = 1
        // HDMI LLC's own vendor ID: libcec asks a device without one again and again.
        addresses.vendor_id = 0x00_0c03
        withUnsafeMutableBytes(of: &addresses.osd_name) { $0.copyBytes(from: Array(name.utf8.prefix(14))) }
        addresses.primary_device_type.0 =
            UInt8(isTelevision ? CEC_OP_PRIM_DEVTYPE_TV : CEC_OP_PRIM_DEVTYPE_AUDIOSYSTEM)
        addresses.log_addr_type.0 = UInt8(isTelevision ? CEC_LOG_ADDR_TYPE_TV : CEC_LOG_ADDR_TYPE_AUDIOSYSTEM)
        try checked("CEC_ADAP_S_LOG_ADDRS \(path)") { hearth_cec_set_addresses(device.raw, &addresses) }
        guard UInt16(addresses.log_addr_mask) & 1 << UInt16(address.rawValue) != 0 else {
            // Another device has the address, or nothing is plugged in.
            throw SystemCallError(
                call: "CEC_ADAP_S_LOG_ADDRS \(path): \(CECAddress.name(of: address.rawValue))", errno: EADDRINUSE)
        }
    }

    /// Leaves the bus: nothing is acknowledged any more.
    package func leave() throws(SystemCallError) {
        var nobody = cec_log_addrs()
        try checked("CEC_ADAP_S_LOG_ADDRS \(path)") { hearth_cec_set_addresses(device.raw, &nobody) }
    }

    /// Receives everything from now on, also messages for others and those its own side sends. Needs
    /// CAP_NET_ADMIN.
    package func monitor() throws(SystemCallError) {
        try checked("CEC_S_MODE \(path)") { hearth_cec_set_mode(device.raw, HEARTH_CEC_MODE_MONITOR) }
    }

    /// Sends a message and returns when it was sent; with `reply` when that or a Feature Abort has come, or
    /// nil a second later.
    ///
    /// Throws `ENXIO` when nobody acknowledged it.
    @discardableResult
    package func say(_ message: CECMessage, awaiting reply: CECOpcode? = nil) throws(SystemCallError) -> CECMessage? {
        var wire = cec_msg(message)
        if let reply {
            wire.reply = reply.rawValue
            wire.timeout = 1_000
        }
        try checked("CEC_TRANSMIT \(path)") { hearth_cec_transmit(device.raw, &wire) }
        guard UInt32(wire.tx_status) & UInt32(CEC_TX_STATUS_OK) != 0 else {
            throw SystemCallError(call: "CEC_TRANSMIT \(path): \(message)", errno: ENXIO)
        }
        guard reply != nil, UInt32(wire.rx_status) & UInt32(CEC_RX_STATUS_OK | CEC_RX_STATUS_FEATURE_ABORT) != 0 else {
            return nil
        }
        return CECMessage(wire)
    }

    /// The next message; nil after `timeout` (1 ms and more) without one.
    package func receive(timeout: Duration) throws(SystemCallError) -> CECMessage? {
        var wire = cec_msg()
        wire.timeout = UInt32(clamping: max(1, timeout.nanoseconds / 1_000_000))
        do {
            try checked("CEC_RECEIVE \(path)") { hearth_cec_receive(device.raw, &wire) }
        } catch  where error.errno == ETIMEDOUT {
            return nil
        }
        return CECMessage(wire)
    }
}

extension cec_msg {
    fileprivate init(_ message: CECMessage) {
        self.init()
        let body = (message.opcode.map { [$0] } ?? []) + message.operands
        let bytes = ([message.from << 4 | message.to & 15] + body).prefix(Int(CEC_MAX_MSG_SIZE))
        len = UInt32(bytes.count)
        withUnsafeMutableBytes(of: &msg) { $0.copyBytes(from: bytes) }
    }
}

extension CECMessage {
    fileprivate init(_ wire: cec_msg) {
        let count = min(Int(wire.len), Int(CEC_MAX_MSG_SIZE))
        let bytes = withUnsafeBytes(of: wire.msg) { Array($0.prefix(count)) }
        self.init(
            time: Int64(clamping: wire.rx_ts > 0 ? wire.rx_ts : wire.tx_ts), from: (bytes.first ?? 0xff) >> 4,
            to: (bytes.first ?? 0xff) & 15, opcode: bytes.count > 1 ? bytes[1] : nil,
            operands: Array(bytes.dropFirst(2)))
    }
}
