import Testing

/// One test at a time: they share the board's one processor, and time is what they are about.
@Suite("Device contracts", .serialized)
enum DeviceContracts {}
