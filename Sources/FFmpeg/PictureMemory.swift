import Base
import CFFmpeg
import Glibc
import Synchronization

/// Lends memory for decoded pictures to every decoder in software, and keeps little of what comes back.
///
/// The library's own pools, one for each decoder, never shrink: a channel that was played and is only kept ready now
/// holds on to every picture that it ever needed at once. Here what one decoder gave back serves the next.
final class PictureMemory: Sendable {
    /// The number of pieces that are kept at most to be lent again: a decoder takes one about as often as it gives one back.
    static let mostSpare = 3

    /// The address of the piece that came back last, 0 for none; each leads to the one before. Anyone adds to this list
    /// without a lock, as the display's thread lets pictures go in the middle of a vblank; a decoder's takes it whole.
    private let returned = Atomic<UInt>(0)
    private let spare = Locked<[Piece]>([])
    private let borrowers = Atomic<UInt>(0)

    /// The memory of every decoder of the process.
    static let shared = PictureMemory()

    /// The number of pieces that wait to be lent.
    var spareCount: Int {
        settle()
        return spare.withLock(\.count)
    }

    /// Takes in what has come back, and frees what is more than a decoder soon needs; called by decoders.
    func settle() {
        guard var next = UnsafeRawPointer(bitPattern: returned.exchange(0, ordering: .acquiring)) else { return }
        let surplus = spare.withLock { spare -> ArraySlice<Piece> in
            while true {
                let piece = Unmanaged<Piece>.fromOpaque(next).takeRetainedValue()
                spare.append(piece)
                guard let before = UnsafeRawPointer(bitPattern: piece.next) else { break }
                next = before
            }
            let surplus = spare.prefix(max(0, spare.count - Self.mostSpare))
            spare.removeFirst(surplus.count)
            return surplus
        }
        // Freed here, outside the lock.
        _ = surplus
    }

    /// Makes a name for a decoder that will borrow, in the form in which the library carries it
    /// (`AVCodecContext.opaque`): a number, no address.
    func newBorrower() -> UnsafeMutableRawPointer? {
        UnsafeMutableRawPointer(bitPattern: borrowers.wrappingAdd(1, ordering: .relaxed).newValue)
    }

    /// Gives a picture memory, laid out as its decoder wants it, in place of the library's own pool; called by the
    /// library on the threads of decoders.
    /// - Returns: 0, or the library's code of an error; pictures that are not in plain memory are left to the library.
    func lend(
        to frame: UnsafeMutablePointer<AVFrame>, of context: UnsafeMutablePointer<AVCodecContext>, flags: Int32
    ) -> Int32 {
        let format = AVPixelFormat(rawValue: frame.pointee.format)
        let unusual = UInt64(AV_PIX_FMT_FLAG_HWACCEL | AV_PIX_FMT_FLAG_PAL)
        guard context.pointee.codec_type == AVMEDIA_TYPE_VIDEO, context.pointee.hw_frames_ctx == nil,
            let codec = context.pointee.codec, codec.pointee.capabilities & Int32(AV_CODEC_CAP_DR1) != 0,
            let description = av_pix_fmt_desc_get(format), description.pointee.flags & unusual == 0,
            let layout = PlaneLayout(context, frame, format)
        else { return avcodec_default_get_buffer2(context, frame, flags) }
        guard let buffer = borrow(layout.byteCount, for: context.pointee.opaque) else { return HEARTH_AVERROR_ENOMEM }
        frame.pointee.buf.0 = buffer
        var base = buffer.pointee.data
        withUnsafeMutablePointer(to: &frame.pointee.data) { data in
            data.withMemoryRebound(to: UnsafeMutablePointer<UInt8>?.self, capacity: 4) { data in
                for plane in 0..<4 where layout.sizes[plane] > 0 {
                    data[plane] = base
                    base = base.map { $0 + layout.sizes[plane] }
                }
            }
        }
        withUnsafeMutablePointer(to: &frame.pointee.linesize) { strides in
            strides.withMemoryRebound(to: Int32.self, capacity: 4) { strides in
                for plane in 0..<4 { strides[plane] = layout.strides[plane] }
            }
        }
        frame.pointee.extended_data = hearth_frame_planes(frame)
        return 0
    }

    /// Lends a piece of memory; nil when there is none.
    ///
    /// What another decoder gave back is wiped: where a stream is damaged the library may leave parts of a picture as the
    /// memory was, and nobody is to see a piece of another channel, which may be a locked one.
    func borrow(_ byteCount: Int, for borrower: UnsafeMutableRawPointer?) -> UnsafeMutablePointer<AVBufferRef>? {
        settle()
        let owner = UInt(bitPattern: borrower)
        let known = spare.withLock { spare in
            (spare.lastIndex { $0.byteCount == byteCount && $0.owner == owner }
                ?? spare.lastIndex { $0.byteCount == byteCount }).map { spare.remove(at: $0) }
        }
        guard let piece = known ?? Piece(of: self, byteCount: byteCount) else { return nil }
        if piece.owner != owner {
            if known != nil { memset(piece.base, 0, byteCount) }
            piece.owner = owner
        }
        let loan = Unmanaged.passRetained(piece)
        let buffer = av_buffer_create(
            piece.base, byteCount,
            { piece, _ in
                guard let piece else { return }
                Unmanaged<Piece>.fromOpaque(piece).takeUnretainedValue().giveBack()
            }, loan.toOpaque(), 0)
        if buffer == nil { loan.release() }
        return buffer
    }

    /// The memory of one picture. While it is lent, and in the list of what has come back, it is kept alive by a
    /// reference that nothing counts for it (`Unmanaged`): `borrow` adds it, `settle` takes it over.
    private final class Piece: @unchecked Sendable {
        // Unchecked: `next` is of whoever gives it back, and then of whoever has taken the list; `owner` of whoever has
        // taken it out of `spare`.
        let base: UnsafeMutablePointer<UInt8>
        let byteCount: Int
        private let memory: PictureMemory
        fileprivate var next: UInt = 0
        /// Who borrowed it last, and may see again what it wrote.
        fileprivate var owner: UInt = 0

        /// Takes memory; nil when there is none: a stranger's stream says how much it is.
        init?(of memory: PictureMemory, byteCount: Int) {
            var raw: UnsafeMutableRawPointer?
            guard posix_memalign(&raw, 64, byteCount) == 0, let raw else { return nil }
            self.memory = memory
            self.byteCount = byteCount
            base = raw.assumingMemoryBound(to: UInt8.self)
        }

        deinit { free(base) }

        /// Puts the piece in front of what has come back, on any thread, with the reference that the loan held.
        func giveBack() {
            let this = UInt(bitPattern: Unmanaged.passUnretained(self).toOpaque())
            next = memory.returned.load(ordering: .relaxed)
            while true {
                let (isDone, found) = memory.returned.weakCompareExchange(
                    expected: next, desired: this, ordering: .releasing)
                if isDone { return }
                next = found
            }
        }
    }
}
