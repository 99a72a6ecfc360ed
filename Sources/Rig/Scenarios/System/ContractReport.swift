import Foundation

/// A run's output by Swift Testing, parsed.
struct ContractReport: Hashable {
    struct Test: Hashable {
        var name: String
        var passed: Bool
        /// The first expectation that was not met.
        var trouble = ""
    }

    var tests: [Test] = []

    init(_ said: String) {
        var troubles: [String: String] = [:]
        for line in said.split(whereSeparator: \.isNewline) {
            // ✘ Test "It stops for good" failed after 1.2 seconds with 1 issue.
            // ✘ Test "It stops for good" recorded an issue at KMSContractTests.swift:31:9: Expectation failed: …
            guard let start = line.range(of: " Test \""),
                let end = line.range(of: "\" ", range: start.upperBound..<line.endIndex)
            else { continue }
            let name = String(line[start.upperBound..<end.lowerBound])
            let rest = line[end.upperBound...]
            if rest.hasPrefix("recorded an issue") {
                troubles[name] = troubles[name] ?? String(rest.dropFirst("recorded an issue ".count))
            } else if rest.hasPrefix("passed") || rest.hasPrefix("failed") {
                tests.append(Test(name: name, passed: rest.hasPrefix("passed"), trouble: troubles[name] ?? ""))
            }
        }
    }

    /// The script that sets up the devices as `scripts/board/init` does on board U, as far as Debian's kernel
    /// has them.
    static let script = """
        mkdir -p /run/payload
        mountpoint -q /run/payload || mount -o ro /dev/disk/by-label/payload /run/payload
        for module in uinput snd-aloop rc-loopback ir-nec-decoder; do modprobe $module; done
        modprobe vivid n_devs=1 node_types=0x101 num_inputs=2 input_types=0x07 num_outputs=1 output_types=1 no_error_inj=1
        udevadm settle
        v4l2-ctl -d0 --set-edid type=hdmi,pad=0 >/dev/null
        cec-ctl -d 0 --clear >/dev/null; cec-ctl -d 1 --clear >/dev/null
        # libcec takes the first adapter only, and the first is the TV's.
        mv /dev/cec0 /dev/cec-tv; mv /dev/cec1 /dev/cec0
        export HEARTH_BOARD=1 HEARTH_BOARD_TIME=emulated SWIFT_BACKTRACE=enable=no HOME=/root
        export LD_LIBRARY_PATH=/run/payload/usr/lib/swift/linux
        # One after the other: what ends one does not end the other.
        for contracts in DeviceContracts KMSContractTests; do
            timeout 550 /run/payload/.build/release/HearthPackageTests.xctest --testing-library swift-testing \\
                --no-parallel --filter $contracts
        done
        """
}
