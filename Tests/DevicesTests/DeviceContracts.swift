import Testing

/// Tests of devices, one at a time: they share the board's one processor, and they are about time.
@Suite("Device contracts", .serialized)
enum DeviceContracts {}
