@testable import ControlProtocol

/// Parses any bytes as the body of each request, and as a stream of events: what is read is written and read again the
/// same.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzControl(_ data: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = [UInt8](UnsafeBufferPointer(start: data, count: count))
    func read<Message: Codable & Equatable>(_ type: Message.Type) {
        guard let message = try? Wire.decode(type, from: bytes) else { return }
        guard let again = try? Wire.encode(message) else { preconditionFailure("it can't be written") }
        precondition((try? Wire.decode(type, from: again)) == message, "it is another when it is read again")
    }
    read(TuneRequest.self)
    read(PressRequest.self)
    read(CommandRequest.self)
    read(PlayRequest.self)
    read(VolumeRequest.self)
    read(MuteRequest.self)
    read(TrackRequest.self)
    read(FavouriteRequest.self)
    read(DiagnosticsRequest.self)
    read(LearnRequest.self)
    read(LessonRequest.self)
    read(PasscodeRequest.self)
    read(PasscodeClearRequest.self)
    var (whole, pieces) = (EventStreamParser(), EventStreamParser())
    precondition(
        whole.consume(bytes) == bytes.flatMap { pieces.consume([$0]) }, "events depend on how their bytes come")
    return 0
}
