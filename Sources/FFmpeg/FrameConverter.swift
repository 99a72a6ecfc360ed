import CFFmpeg
import Glibc
import MediaCore

/// Converts the library's frames to `VideoFrame`s: by reference where the layout is one of ours, else
/// through swscale.
final class FrameConverter {
    private var scaler: OpaquePointer?

    deinit {
        sws_freeContext(scaler)
    }

    /// Converts a frame; nil for one that has no picture in memory, or when memory is short. `frame`
    /// stays the caller's.
    func convert(_ frame: UnsafeMutablePointer<AVFrame>) -> VideoFrame? {
        let picture = frame.pointee
        guard picture.width > 0, picture.height > 0, picture.width <= 16384, picture.height <= 16384 else { return nil }
        switch AVPixelFormat(rawValue: picture.format) {
        case AV_PIX_FMT_YUV420P: return share(frame, .i420, isFullRange: picture.color_range == AVCOL_RANGE_JPEG)
        case AV_PIX_FMT_YUVJ420P: return share(frame, .i420, isFullRange: true)
        case AV_PIX_FMT_NV12: return share(frame, .nv12, isFullRange: picture.color_range == AVCOL_RANGE_JPEG)
        case AV_PIX_FMT_YUV420P10LE:
            return share(frame, .i010, isFullRange: picture.color_range == AVCOL_RANGE_JPEG)
        case AV_PIX_FMT_DRM_PRIME: return describe(frame)
        case AV_PIX_FMT_VAAPI: return export(frame)
        default: return rescale(frame)
        }
    }

    private func share(
        _ frame: UnsafeMutablePointer<AVFrame>, _ format: PixelFormat, isFullRange: Bool
    ) -> VideoFrame? {
        guard let clone = av_frame_clone(frame) else { return nil }
        let picture = clone.pointee
        var planes: [VideoFrame.Plane] = []
        for (data, stride) in [
            (picture.data.0, picture.linesize.0), (picture.data.1, picture.linesize.1),
            (picture.data.2, picture.linesize.2),
        ].prefix(format.planeCount) {
            guard let data, stride > 0 else {
                var clone: UnsafeMutablePointer<AVFrame>? = clone
                av_frame_free(&clone)
                return nil
            }
            planes.append(VideoFrame.Plane(base: UnsafePointer(data), stride: Int(stride)))
        }
        // Safe to share: the reference is only freed, once, by whoever releases the frame last.
        nonisolated(unsafe) let owned = clone
        return make(picture, format, isFullRange: isFullRange, planes: planes) {
            var frame: UnsafeMutablePointer<AVFrame>? = owned
            av_frame_free(&frame)
        }
    }

    /// Exports a picture in the GPU's memory through a DMA buffer; copies it where the driver can't
    /// export it.
    private func export(_ frame: UnsafeMutablePointer<AVFrame>) -> VideoFrame? {
        guard let mapped = av_frame_alloc() else { return nil }
        defer {
            var mapped: UnsafeMutablePointer<AVFrame>? = mapped
            av_frame_free(&mapped)
        }
        mapped.pointee.format = AV_PIX_FMT_DRM_PRIME.rawValue
        // The mapping keeps a reference to `frame`.
        guard av_hwframe_map(mapped, frame, Int32(AV_HWFRAME_MAP_READ)) >= 0, av_frame_copy_props(mapped, frame) >= 0
        else { return Self.download(frame) }
        return describe(mapped) ?? Self.download(frame)
    }

    /// Makes a frame of a picture in DMA buffers, whose descriptors belong to the library's frame.
    private func describe(_ frame: UnsafeMutablePointer<AVFrame>) -> VideoFrame? {
        guard let data = frame.pointee.data.0, let clone = av_frame_clone(frame) else { return nil }
        let buffer = data.withMemoryRebound(to: AVDRMFrameDescriptor.self, capacity: 1) { DRMFrameLayout.buffer($0) }
        // Safe to share: it is freed once, by whoever releases the frame last, and read by the
        // library alone.
        nonisolated(unsafe) let owned = clone
        guard let buffer else {
            var clone: UnsafeMutablePointer<AVFrame>? = clone
            av_frame_free(&clone)
            return nil
        }
        // The format for software to read; on a plane the buffer's own fourcc counts. A buffer of
        // neither format is read through the copy: it has not the planes of `i010`.
        let format: PixelFormat =
            switch buffer.fourcc {
            case DRMFrameLayout.fourcc("NV12"): .nv12
            case DRMFrameLayout.fourcc("YU12"): .i420
            default: .i010
            }
        return make(
            frame.pointee, format, isFullRange: frame.pointee.color_range == AVCOL_RANGE_JPEG, planes: [],
            dmaBuffer: buffer, copy: { Self.download(owned) }
        ) {
            var frame: UnsafeMutablePointer<AVFrame>? = owned
            av_frame_free(&frame)
        }
    }

    /// Copies a picture in hardware into memory; nil when the library can't.
    private static func download(_ frame: UnsafeMutablePointer<AVFrame>) -> VideoFrame? {
        guard frame.pointee.hw_frames_ctx != nil, let copy = av_frame_alloc() else { return nil }
        defer {
            var copy: UnsafeMutablePointer<AVFrame>? = copy
            av_frame_free(&copy)
        }
        guard av_hwframe_transfer_data(copy, frame, 0) >= 0, av_frame_copy_props(copy, frame) >= 0 else { return nil }
        return FrameConverter().convert(copy)
    }

    private func rescale(_ frame: UnsafeMutablePointer<AVFrame>) -> VideoFrame? {
        let picture = frame.pointee
        let from = AVPixelFormat(rawValue: picture.format)
        guard let description = av_pix_fmt_desc_get(from),
            description.pointee.flags & UInt64(AV_PIX_FMT_FLAG_HWACCEL) == 0
        else { return nil }
        let isDeep = description.pointee.comp.0.depth > 8
        let to = isDeep ? AV_PIX_FMT_YUV420P10LE : AV_PIX_FMT_YUV420P
        scaler = sws_getCachedContext(
            scaler, picture.width, picture.height, from, picture.width, picture.height, to, SWS_BILINEAR, nil,
            nil, nil)
        guard let scaler, let target = av_frame_alloc() else { return nil }
        defer {
            var target: UnsafeMutablePointer<AVFrame>? = target
            av_frame_free(&target)
        }
        target.pointee.width = picture.width
        target.pointee.height = picture.height
        target.pointee.format = to.rawValue
        guard av_frame_copy_props(target, frame) >= 0, av_frame_get_buffer(target, 0) >= 0,
            sws_scale_frame(scaler, target, frame) >= 0
        else { return nil }
        // swscale gives limited range unless told otherwise.
        return share(target, isDeep ? .i010 : .i420, isFullRange: false)
    }

    private func make(
        _ picture: AVFrame, _ format: PixelFormat, isFullRange: Bool, planes: [VideoFrame.Plane],
        dmaBuffer: VideoFrame.DMABuffer? = nil, copy: (@Sendable () -> VideoFrame?)? = nil,
        release: @escaping @Sendable () -> Void
    ) -> VideoFrame {
        let ratio = picture.sample_aspect_ratio
        let time = picture.best_effort_timestamp == HEARTH_AV_NOPTS_VALUE ? picture.pts : picture.best_effort_timestamp
        return VideoFrame(
            size: PixelSize(width: Int(picture.width), height: Int(picture.height)),
            sampleAspectRatio: ratio.num > 0 && ratio.den > 0
                ? Rational(Int64(ratio.num), Int64(ratio.den)) : Rational(0, 1),
            activeFormat: Self.activeFormat(picture), format: format, matrix: Self.matrix(picture),
            isFullRange: isFullRange,
            presentation: MediaTime(nanoseconds: time == HEARTH_AV_NOPTS_VALUE ? 0 : time),
            duration: .nanoseconds(min(max(0, picture.pkt_duration), 10_000_000_000)), planes: planes,
            dmaBuffer: dmaBuffer, copy: copy, release: release)
    }

    /// Reads the active format description beside a picture (ETSI TS 101 154 annex B); nil: there is none.
    private static func activeFormat(_ picture: AVFrame) -> ActiveFormat? {
        for index in 0..<Int(max(0, picture.nb_side_data)) {
            guard let data = picture.side_data?[index]?.pointee, data.type == AV_FRAME_DATA_AFD, data.size >= 1 else {
                continue
            }
            return ActiveFormat(code: data.data[0])
        }
        return nil
    }

    private static func matrix(_ picture: AVFrame) -> ColorMatrix {
        switch picture.colorspace {
        case AVCOL_SPC_BT2020_NCL, AVCOL_SPC_BT2020_CL: .bt2020
        case AVCOL_SPC_BT709: .bt709
        case AVCOL_SPC_BT470BG, AVCOL_SPC_SMPTE170M, AVCOL_SPC_FCC: .bt601
        // Unstated: standard definition is BT.601 by custom.
        default: picture.height <= 576 && picture.width <= 1024 ? .bt601 : .bt709
        }
    }
}
