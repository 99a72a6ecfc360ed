import ArgumentParser
import Commands
import ConfigurationFile
import Glibc

/// The options that choose a plan of keys.
struct PlanOptions: ParsableArguments {
    enum BuiltIn: String, ExpressibleByArgument, CaseIterable {
        case standard
        case tvBox = "tv-box"
    }

    static let standardFile = "/etc/hearth/hearth.toml"

    @Option(help: "A built-in plan, without any configuration.")
    var plan: BuiltIn?
    @Option(help: "The plan of this configuration file (default: \(standardFile), if there is one).")
    var config: String?

    func validate() throws {
        guard plan == nil || config == nil else { throw ValidationError("--plan and --config name two plans") }
    }

    /// Reads the configuration; nil: there is no file to read.
    func reading() -> ConfigurationReading? {
        guard plan == nil else { return nil }
        if let config { return ConfigurationReading(file: config) }
        return access(Self.standardFile, R_OK) == 0 ? ConfigurationReading(file: Self.standardFile) : nil
    }

    /// The chosen plan.
    /// - Throws: when the configuration has mistakes, after printing them
    func keyPlan() throws -> KeyPlan {
        if let plan { return KeyPlan(KeyPlan.Name(rawValue: plan.rawValue) ?? .standard) }
        guard let reading = reading() else { return KeyPlan() }
        for error in reading.errors { Output.complain("hearthctl: \(Output.printable(error.description))") }
        guard reading.errors.isEmpty else { throw Failure.reported(.failed) }
        return reading.configuration.keys
    }
}
