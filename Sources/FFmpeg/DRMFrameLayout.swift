import CFFmpeg
import MediaCore

/// Describes a DRM frame of the library to KMS. VA-API exports one layer for each plane (R8 and GR88);
/// KMS wants one format for the picture (NV12).
struct DRMFrameLayout {
    struct Layer: Equatable {
        var fourcc: UInt32
        var planes: [Plane]
    }

    struct Plane: Equatable {
        var object: Int
        var offset: Int
        var pitch: Int
    }

    /// A DMA buffer: its descriptor and its format modifier.
    struct Object: Equatable {
        var descriptor: Int32
        var modifier: UInt64
    }

    static func fourcc(_ name: StaticString) -> UInt32 {
        name.withUTF8Buffer { $0.prefix(4).reversed().reduce(0) { $0 << 8 | UInt32($1) } }
    }

    /// The buffer of these layers; nil for a format that KMS has no name for.
    static func buffer(_ layers: [Layer], _ objects: [Object]) -> VideoFrame.DMABuffer? {
        guard let fourcc = joined(layers.map(\.fourcc)) else { return nil }
        let planes = layers.flatMap(\.planes)
        guard !planes.isEmpty, planes.count <= 4, planes.allSatisfy({ objects.indices.contains($0.object) }),
            // A framebuffer has one modifier for all its planes.
            Set(planes.map { objects[$0.object].modifier }).count == 1
        else { return nil }
        var described: [VideoFrame.DMABuffer.Plane] = []
        for plane in planes {
            guard let offset = UInt32(exactly: plane.offset), let pitch = UInt32(exactly: plane.pitch) else {
                return nil
            }
            described.append(
                VideoFrame.DMABuffer.Plane(
                    descriptor: objects[plane.object].descriptor, offset: offset, pitch: pitch))
        }
        return VideoFrame.DMABuffer(fourcc: fourcc, modifier: objects[planes[0].object].modifier, planes: described)
    }

    private static func joined(_ formats: [UInt32]) -> UInt32? {
        switch formats {
        case let one where one.count == 1: one[0]
        case [fourcc("R8  "), fourcc("GR88")]: fourcc("NV12")
        case [fourcc("R16 "), fourcc("GR32")]: fourcc("P010")
        case [fourcc("R8  "), fourcc("R8  "), fourcc("R8  ")]: fourcc("YU12")
        default: nil
        }
    }

    /// The buffer of a frame in `AV_PIX_FMT_DRM_PRIME`. The descriptors stay the frame's.
    static func buffer(_ frame: UnsafePointer<AVDRMFrameDescriptor>) -> VideoFrame.DMABuffer? {
        let objects = elements(of: frame.pointee.objects, count: frame.pointee.nb_objects, AVDRMObjectDescriptor.self)
            .map { Object(descriptor: $0.fd, modifier: $0.format_modifier) }
        let layers = elements(of: frame.pointee.layers, count: frame.pointee.nb_layers, AVDRMLayerDescriptor.self)
            .map { layer in
                Layer(
                    fourcc: layer.format,
                    planes: elements(of: layer.planes, count: layer.nb_planes, AVDRMPlaneDescriptor.self)
                        .map { Plane(object: Int($0.object_index), offset: $0.offset, pitch: $0.pitch) })
            }
        return buffer(layers, objects)
    }

    /// The elements of a C array, which is imported as a tuple.
    private static func elements<Tuple, Element>(of tuple: Tuple, count: Int32, _: Element.Type) -> [Element] {
        withUnsafeBytes(of: tuple) { Array($0.bindMemory(to: Element.self).prefix(max(0, Int(count)))) }
    }
}
