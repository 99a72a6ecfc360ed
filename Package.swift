// swift-tools-version: 6.2
import PackageDescription

/// Debian's packages that bring a C library's headers; `scripts/packages` installs them.
func library(_ name: String, pkgConfig: String? = nil, apt: [String]) -> Target {
    .systemLibrary(name: name, path: "Sources/\(name)", pkgConfig: pkgConfig, providers: [.apt(apt)])
}

let settings: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .treatAllWarnings(as: .error),
]

func module(_ name: String, _ dependencies: [Target.Dependency] = [], resources: [Resource]? = nil) -> Target {
    .target(name: name, dependencies: dependencies, resources: resources, swiftSettings: settings)
}

/// A library with loops over pixels, samples, bytes or thousands of states: optimised in debug builds also, where these
/// would be most of the tests' time. Checks of overflow, bounds and exclusivity stay; `assert` does not.
func optimised(_ name: String, _ dependencies: [Target.Dependency] = [], path: String? = nil) -> Target {
    .target(
        name: name, dependencies: dependencies, path: path,
        swiftSettings: settings + [.unsafeFlags(["-O"], .when(configuration: .debug))])
}

func program(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .executableTarget(name: name, dependencies: dependencies, swiftSettings: settings)
}

func tests(of name: String, _ dependencies: [Target.Dependency] = []) -> Target {
    .testTarget(
        name: "\(name)Tests", dependencies: [.target(name: name)] + dependencies, swiftSettings: settings)
}

let log: Target.Dependency = .product(name: "Logging", package: "swift-log")
let arguments: Target.Dependency = .product(name: "ArgumentParser", package: "swift-argument-parser")
let hummingbird: Target.Dependency = .product(name: "Hummingbird", package: "hummingbird")
let hummingbirdCore: Target.Dependency = .product(name: "HummingbirdCore", package: "hummingbird")
let nio: Target.Dependency = .product(name: "NIOCore", package: "swift-nio")
let httpTypes: Target.Dependency = .product(name: "HTTPTypes", package: "swift-http-types")
let database: Target.Dependency = .product(name: "GRDB", package: "GRDB.swift")
let toml: Target.Dependency = .product(name: "TOMLKit", package: "TOMLKit")

let package = Package(
    name: "Hearth",
    products: [
        .executable(name: "hearthd", targets: ["hearthd"]),
        .executable(name: "hearthctl", targets: ["hearthctl"]),
        .executable(name: "hearth-origin", targets: ["hearth-origin"]),
        .executable(name: "hearth-rig", targets: ["hearth-rig"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.100.0"),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.5.0"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/LebJe/TOMLKit", from: "0.6.0"),
    ],
    targets: [
        // C libraries
        library("CDRM", pkgConfig: "libdrm", apt: ["libdrm-dev"]),
        library("CALSA", pkgConfig: "alsa", apt: ["libasound2-dev"]),
        library(
            "CFFmpeg", pkgConfig: "libavformat",
            apt: ["libavformat-dev", "libavcodec-dev", "libavutil-dev", "libswscale-dev", "libswresample-dev"]),
        library("CEvdev", pkgConfig: "libevdev", apt: ["libevdev-dev"]),
        library("CUdev", pkgConfig: "libudev", apt: ["libudev-dev"]),
        library("CCEC", apt: ["libcec-dev"]),
        library("CCairo", pkgConfig: "pangocairo", apt: ["libcairo2-dev", "libpango1.0-dev"]),
        library("CSystemd", pkgConfig: "libsystemd", apt: ["libsystemd-dev"]),
        library("CYUV", apt: ["libyuv-dev"]),
        library("CCurl", pkgConfig: "libcurl", apt: ["libcurl4-openssl-dev"]),
        library("CCrypt", apt: ["libcrypt-dev"]),
        library("CSSL", pkgConfig: "libssl", apt: ["libssl-dev"]),
        library("CQRencode", apt: ["libqrencode-dev"]),
        library("CCrypto", pkgConfig: "libcrypto", apt: ["libssl-dev"]),
        library("CZlib", pkgConfig: "zlib", apt: ["zlib1g-dev"]),
        library("CLZMA", apt: ["liblzma-dev"]),
        library("CLinux", apt: []),

        // 0: what everything stands on
        optimised("Base", ["CLinux"]),
        optimised("MediaCore"),
        optimised("Languages"),
        optimised("XML"),

        // 1: what a box is made of
        optimised("Devices", ["MediaCore"]),
        optimised("MediaEncryption", ["MediaCore", "CCrypto"]),
        module("RemoteKeymaps"),

        optimised("OriginPattern", ["MediaCore"]),
        module("OriginScenes", ["Base", "CCairo"]),

        // 2: one device family each, and the pure parts
        optimised("Compositing", ["Devices", "MediaCore", "CYUV", "CZlib", "CLinux"]),
        optimised("HLS", ["Devices", "MediaCore"]),
        optimised("TimedText", ["XML", "MediaCore"]),
        optimised("Layout", ["MediaCore"]),
        optimised("Paint", ["Layout", "Devices", "MediaCore", "Base", "CCairo"]),
        module("KMS", ["Compositing", "Devices", "MediaCore", "Base", "CDRM", "CUdev", "CLinux", log]),
        module("ALSA", ["Devices", "MediaCore", "Base", "CALSA"]),
        optimised("Touch", ["Devices", "MediaCore"]),
        module("LinuxInput", ["RemoteKeymaps", "Devices", "MediaCore", "Base", "CEvdev", "CLinux", log]),
        module("CEC", ["Devices", "MediaCore", "Base", "CCEC", "CEvdev", "CLinux", log]),
        module("FFmpeg", ["MediaEncryption", "Devices", "MediaCore", "Base", "CFFmpeg", log]),
        module("Capture", ["Devices", "MediaCore", "Base", "CALSA", "CYUV", "CLinux"]),
        module("Networking", ["Devices", "MediaCore", "Base", "CCurl", "CLinux"]),
        optimised("Headless", ["Compositing", "Devices", "MediaCore", "Base", "CLinux"]),
        module("DBus", ["Devices", "MediaCore", "Base", "CSystemd"]),
        optimised("XMLTV", ["MediaCore", "Base", "CZlib", "CLZMA"]),

        // 3: playing, commanding, knowing what is on
        optimised("Playback", ["HLS", "TimedText", "MediaEncryption", "Devices", "MediaCore", "Base", log]),
        optimised("Commands", ["Touch", "Devices", "MediaCore"]),
        optimised("Guide", ["Devices"]),
        module("Store", ["Guide", "HLS", "MediaCore", "Base", "CCrypt", database]),
        module("GuideStore", ["XMLTV", "Guide", "MediaCore", "Base", database]),
        module("ControlProtocol"),
        optimised("Overlays", ["Commands"]),
        module(
            "ConfigurationFile", ["Languages", "Commands", "Overlays", "Touch", "Devices", "MediaCore", toml]),

        // 4: a television
        optimised("Channels", ["Guide", "Store", "Devices", "MediaCore"]),
        optimised("Screens", ["Languages", "Commands", "Overlays", "TimedText", "Layout", "Devices", "MediaCore"]),
        module("TLS", ["Devices", "CSSL", nio]),
        module("Phones", ["Devices", "MediaCore", "CCrypto"]),
        module("UPnP", ["XML", "Devices", "MediaCore", "Base", "CLinux"]),
        module("Sessions", ["ControlProtocol", "Commands", "Devices", "MediaCore"]),

        // 5: the box; the origin it is shown and measured with; the hands, eyes and ears that judge it
        module(
            "Appliance",
            [
                "Channels", "Screens", "Sessions", "Phones", "UPnP", "TLS", "Playback", "TimedText", "Commands",
                "Overlays",
                "Touch", "Guide",
                "GuideStore",
                "Store",
                "ControlProtocol", "HLS", "Layout", "Paint", "Compositing", "RemoteKeymaps", "Devices", "MediaCore",
                "Languages", "Base", "CSystemd", "CQRencode", hummingbird, hummingbirdCore, nio, httpTypes, log,
            ],
            resources: [
                .embedInCode("Web/index.html"), .embedInCode("Web/phone.html"), .embedInCode("Web/worker.js"),
                .embedInCode("Web/manifest.webmanifest"), .embedInCode("Web/icon.png"),
            ]),
        module(
            "Rig",
            [
                "ControlProtocol", "ConfigurationFile", "Compositing", "Capture", "OriginPattern", "Devices",
                "MediaCore", "Base",
                "CALSA",
                "CEvdev", "CYUV", "CZlib", "CLinux", toml,
            ]),
        module(
            "OriginKit",
            [
                "OriginPattern", "OriginScenes", "MediaEncryption", "MediaCore", "Base", hummingbird, nio, httpTypes,
                log,
            ]),

        // 6: programs
        program(
            "hearthd",
            [
                "Appliance", "ConfigurationFile", "Languages", "Overlays", "Screens", "Sessions", "Phones", "UPnP",
                "TLS",
                "KMS", "ALSA", "Capture",
                "LinuxInput", "CEC", "DBus", "FFmpeg",
                "Networking",
                "Headless", "Playback", "Channels", "Guide", "GuideStore", "Store", "HLS", "Devices", "MediaCore",
                "Base",
                "CLinux", arguments, log,
            ]),
        program(
            "hearthctl",
            [
                "ControlProtocol", "ConfigurationFile", "Languages", "Commands", "Overlays", "Guide", "HLS", "XMLTV",
                "Networking",
                "RemoteKeymaps",
                "Devices", "MediaCore", "Base", "CCurl", arguments,
            ]),
        program("hearth-origin", ["OriginKit", arguments]),
        program("hearth-rig", ["Rig", "Devices", "MediaCore", "Base", arguments]),

        .target(
            name: "BandwidthSimulation", dependencies: ["HLS", "Devices", "MediaCore"],
            path: "Benchmarks/BandwidthSimulation", swiftSettings: settings),
        .target(name: "FlipMeasures", path: "Benchmarks/FlipMeasures", swiftSettings: settings),
        // In this package, not in one of its own: it reads what only `package` code may.
        .executableTarget(
            name: "hearth-bench",
            dependencies: [
                "Appliance", "ControlProtocol", "Playback", "HLS", "FFmpeg", "Headless", "Networking", "Compositing",
                "OriginKit",
                "OriginPattern", "BandwidthSimulation", "FlipMeasures", "Channels", "Commands", "Guide", "GuideStore",
                "Store", "Screens", "Layout", "Paint",
                "Devices", "MediaCore", "Base", "CFFmpeg", "CLinux",
                arguments, log,
            ], path: "Benchmarks/hearth-bench", swiftSettings: settings),

        // What several test targets need; nothing that is shipped sees it.
        .target(
            name: "TestSupport", dependencies: ["Base", "CCairo"], path: "Tests/TestSupport", swiftSettings: settings),
        // Painted screens as pictures, composed and compared.
        optimised(
            "ScreenPictures", ["Screens", "Paint", "Layout", "Devices", "MediaCore", "CCairo"],
            path: "Tests/ScreenPictures"),
        tests(of: "Base"),
        tests(
            of: "Rig",
            [
                "ConfigurationFile", "Compositing", "Capture", "OriginPattern", "ControlProtocol", "Devices",
                "MediaCore", "Base",
                "CEvdev",
            ]),
        tests(of: "MediaCore"),
        tests(of: "Capture", ["Rig", "Devices", "MediaCore", "Base"]),
        tests(of: "Languages", ["ConfigurationFile"]),
        tests(of: "MediaEncryption", ["TestSupport"]),
        tests(of: "RemoteKeymaps"),
        tests(of: "Compositing", ["TestSupport", "Devices", "MediaCore"]),
        tests(of: "HLS", ["BandwidthSimulation", "Devices", "MediaCore", "Base"]),
        tests(of: "TimedText", ["XML", "MediaCore"]),
        tests(of: "XML"),
        tests(of: "UPnP", ["TestSupport", "XML", "MediaCore"]),
        tests(of: "Layout", ["MediaCore"]),
        tests(of: "Paint", ["TestSupport", "Layout", "Devices", "MediaCore", "CCairo"]),
        tests(of: "ALSA", ["Devices", "MediaCore"]),
        tests(of: "LinuxInput", ["RemoteKeymaps", "Devices", "MediaCore", "Base", "CEvdev"]),
        tests(of: "CEC", ["TestSupport", "Devices", "MediaCore", "CEvdev"]),
        tests(of: "FFmpeg", ["TestSupport", "CFFmpeg", "MediaEncryption", "Devices", "MediaCore", "Base"]),
        tests(of: "Networking", ["TestSupport", "Headless", "Devices", "MediaCore", "Base", "CLinux", "CZlib"]),
        tests(of: "DBus", ["TestSupport", "Devices", "Base"]),
        tests(of: "Phones", ["MediaCore", "TestSupport"]),
        tests(of: "TLS", ["TestSupport"]),
        tests(of: "Sessions", ["ControlProtocol", "Commands", "Devices", "MediaCore"]),
        tests(of: "XMLTV", ["Base", "CZlib", "CLZMA"]),
        tests(of: "Headless", ["KMS", "Compositing", "Devices", "MediaCore", "Base", "Rig", log]),
        tests(of: "KMS", ["Compositing", "Devices", "MediaCore", log]),
        tests(of: "OriginPattern", ["MediaCore"]),
        tests(
            of: "OriginKit", ["TestSupport", "OriginPattern", "OriginScenes", "MediaEncryption", "MediaCore", "Base"]),
        tests(of: "Devices", ["Rig", "ALSA", "CALSA", "LinuxInput", "CEvdev", "CEC", "Headless", "MediaCore", "Base"]),
        tests(
            of: "Playback",
            [
                "TestSupport", "Headless", "FFmpeg", "HLS", "TimedText", "MediaEncryption", "Devices", "MediaCore",
                "Base",
            ]),
        tests(of: "Commands", ["TestSupport", "LinuxInput", "Touch", "Devices", "MediaCore", "CEvdev"]),
        tests(of: "Touch", ["TestSupport", "Commands", "Devices", "MediaCore"]),
        tests(of: "Guide", ["Base", "Devices"]),
        tests(of: "Store", ["Guide", "HLS", "MediaCore", database]),
        tests(of: "GuideStore", ["TestSupport", "XMLTV", "Guide", "Base"]),
        tests(of: "ControlProtocol", ["TestSupport"]),
        tests(of: "ConfigurationFile", ["TestSupport", "Languages", "Commands", "Overlays", "Devices", "MediaCore"]),
        tests(of: "Channels", ["TestSupport", "Guide", "Store", "MediaCore"]),
        tests(
            of: "Screens",
            [
                "TestSupport", "ScreenPictures", "ConfigurationFile", "Languages", "Commands", "Overlays", "TimedText",
                "Paint", "Layout",
                "Devices",
                "MediaCore",
                "CCairo",
            ]),
        tests(
            of: "Appliance",
            [
                "TestSupport", "Channels", "Commands", "ControlProtocol", "Compositing", "Devices", "FFmpeg", "Guide",
                "GuideStore", "HLS", "Store", "Headless", "Layout",
                "Languages", "Overlays", "MediaCore", "Playback", "Screens", "Sessions", "UPnP", "XMLTV", "Base",
                httpTypes, log, nio, hummingbirdCore, .product(name: "NIOEmbedded", package: "swift-nio"),
            ]),
        .testTarget(
            name: "HearthdTests",
            dependencies: [
                "TestSupport", "hearthd", "hearthctl", "hearth-origin", "Appliance", "Overlays", "ControlProtocol",
                "OriginPattern", "MediaCore", "XML", "Base", log,
            ],
            exclude: ["gupnp-sender.py"], swiftSettings: settings),
        tests(of: "FlipMeasures"),
        .testTarget(
            name: "SurfingTests",
            dependencies: [
                "TestSupport", "Base", "Channels", "Playback", "HLS", "OriginKit", "Guide", "Devices", "MediaCore",
            ], swiftSettings: settings),
        tests(
            of: "hearthctl",
            [
                "ControlProtocol", "ConfigurationFile", "Commands", "Guide", "RemoteKeymaps", "Headless", "Devices",
                "MediaCore", "HLS", "XMLTV", "Base", arguments,
            ]),
        .testTarget(
            name: "RepositoryTests", dependencies: ["TestSupport", "ControlProtocol"], swiftSettings: settings),
    ]
)

// HEARTH_TARGETS=Playback,HLS: only these, what they stand on, and their tests. For `scripts/sanitize`:
// a sanitized build of everything would take most of an hour.
if let wanted = Context.environment["HEARTH_TARGETS"] {
    var kept: Set<String> = []
    var packages: Set<String> = []
    var waiting = wanted.split(separator: ",").flatMap { [String($0), "\($0)Tests"] }
    while let name = waiting.popLast() {
        guard kept.insert(name).inserted, let target = package.targets.first(where: { $0.name == name }) else {
            continue
        }
        for dependency in target.dependencies {
            switch dependency {
            case .targetItem(let name, _), .byNameItem(let name, _): waiting.append(name)
            case .productItem(_, let package, _, _): packages.insert(package ?? "")
            @unknown default: break
            }
        }
    }
    package.targets.removeAll { !kept.contains($0.name) }
    package.products.removeAll { !kept.contains($0.name) }
    package.dependencies.removeAll { dependency in
        guard case .sourceControl(_, let location, _) = dependency.kind else { return false }
        return !packages.contains { location.hasSuffix("/\($0)") }
    }
}
