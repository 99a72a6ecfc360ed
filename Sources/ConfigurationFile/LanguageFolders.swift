import Glibc
import Languages

/// The folders in which files of the interface's texts lie: the owner's before Hearth's own. A language is a file
/// `xx.toml` in one of them; English is there in any case.
package struct LanguageFolders: Sendable, Hashable {
    /// The folders, the first before the others.
    package var folders: [String]

    package init(_ folders: [String] = ["/etc/hearth/languages", "/usr/share/hearth/languages"]) {
        self.folders = folders
    }

    /// The file of a language; nil: there is none.
    ///
    /// - Parameter language: a BCP 47 tag: of `pt-BR` the file `pt-BR.toml`, else `pt.toml`
    package func file(of language: String) -> String? {
        // The name comes from outside: it may name nothing but a file here.
        guard language.utf8.count <= 35,
            language.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") })
        else { return nil }
        for name in [language, LanguageName.primary(language)] where !name.isEmpty {
            for folder in folders {
                let path = "\(folder)/\(name).toml"
                if access(path, R_OK) == 0 { return path }
            }
        }
        return nil
    }

    /// The catalogue of a language, read from its file; nil: there is no such file, or it is none.
    package func catalogue(of language: String) -> Catalogue? {
        if let file = file(of: language), let catalogue = LanguageReading(file: file).catalogue { return catalogue }
        return LanguageName.primary(language) == "en" ? .english : nil
    }

    /// The languages that have a file, and English, in the order of their tags.
    package func languages() -> [String] {
        var names: Set = ["en"]
        for folder in folders {
            guard let handle = opendir(folder) else { continue }
            defer { closedir(handle) }
            while let entry = readdir(handle) {
                let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
                    String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
                }
                if name.hasSuffix(".toml"), !name.hasPrefix(".") { names.insert(String(name.dropLast(5))) }
            }
        }
        return names.sorted()
    }

    /// The language of the system: of the locale that the process was given, else of Debian's own file.
    package static func system() -> String? {
        func value(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
        let given = [value("LC_ALL"), value("LC_MESSAGES"), value("LANG")]
        if given.contains(where: { $0?.isEmpty == false }) { return LanguageName.system(given) }
        guard case .success(let text) = TextFile.contents(of: "/etc/default/locale") else { return nil }
        let line = text.split(separator: "\n").last { $0.hasPrefix("LANG=") }
        return LanguageName.system([line.map { String($0.dropFirst(5).filter { $0 != "\"" }) }])
    }
}
