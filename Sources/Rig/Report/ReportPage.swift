import Compositing
import Foundation
import MediaCore

/// The HTML page of a report: one file with small pictures in it; large ones and logs lie beside
/// it.
struct ReportPage {
    private let report: Report
    private let folder: String

    init(_ report: Report, folder: String) {
        self.report = report
        self.folder = folder
    }

    var html: String {
        """
        <!doctype html>
        <html lang="en">
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width">
        <title>\(report.passed ? "Passed" : "Failed"): Hearth rig, board \(report.facts.board.html)</title>
        <style>\(Self.style)</style>
        <main>
        <header>
        <p class="eyebrow">Hearth rig · board \(report.facts.board.html) · \(report.facts.isSimulated ? "simulated time" : "real time")</p>
        <h1 class="\(report.passed ? "good" : "bad")">\(report.passed ? "Passed" : "Failed")</h1>
        <p class="closing">\(closing.html)</p>
        </header>
        \(facts)
        \(overview)
        \(report.results.filter(\.wasRun).map(section).joined(separator: "\n"))
        </main>
        </html>

        """
    }

    /// The closing line without its first word, which stands above it.
    private var closing: String {
        report.closingLine.split(separator: ": ", maxSplits: 1).last.map { $0.prefix(1).uppercased() + $0.dropFirst() }
            ?? ""
    }

    private var facts: String {
        let facts = report.facts
        var rows = [
            ("Date", facts.date.formatted(.iso8601)), ("Host", facts.kernel),
            ("Processor", "\(facts.processors) × \(facts.processor)"), ("Memory", "\(facts.memoryMebibytes) MiB"),
        ]
        rows += facts.versions.sorted { $0.key < $1.key }.map { ("Box: \($0.key)", $0.value) }
        return "<dl class=\"facts\">" + rows.map { "<div><dt>\($0.0.html)<dd>\($0.1.html)</div>" }.joined() + "</dl>"
    }

    private var overview: String {
        let rows = report.results.map { result -> String in
            let name = result.scenario.html
            guard result.wasRun else {
                return
                    "<tr class=\"skipped\"><td>\(Self.mark(nil))<td>\(name)<td colspan=\"3\">needs \(result.missing.joined(separator: ", ").html)"
            }
            let worst = result.figures.filter { $0.limit != nil }.max { $0.load < $1.load }
            return "<tr><td>\(Self.mark(result.passed))<td><a href=\"#\(name)\">\(name)</a>"
                + "<td class=\"number\">\(result.checks.filter(\.passed).count) of \(result.checks.count)"
                + "<td>\(worst.map { "\($0.name) \($0.told)" }?.html ?? "–")"
                + "<td class=\"number\">\(result.seconds.short) s"
        }
        return """
            <table class="overview">
            <tr><th><span class="hidden">Result</span><th>Scenario<th class="number">Checks<th>Worst figure<th class="number">Took
            \(rows.joined(separator: "\n"))
            </table>
            """
    }

    private func section(_ result: ScenarioResult) -> String {
        var parts = [
            "<section id=\"\(result.scenario.html)\">", "<h2>\(Self.mark(result.passed))\(result.scenario.html)</h2>",
        ]
        if let error = result.error { parts.append("<p class=\"error\">It could not go on: \(error.html)</p>") }
        if !result.timeline.isEmpty { parts.append(TimelineDrawing(result.timeline).svg) }
        if !result.checks.isEmpty {
            parts.append("<ul class=\"checks\">" + result.checks.map(check).joined(separator: "\n") + "</ul>")
        }
        if !result.figures.isEmpty {
            parts.append(
                "<table class=\"figures\"><tr><th>Figure<th class=\"number\">Found<th class=\"number\">At most<th>Unit<th><span class=\"hidden\">Share</span>\n"
                    + result.figures.map(figure).joined(separator: "\n") + "</table>")
        }
        let shown = Set(result.checks.flatMap(\.pictures))
        let others = result.pictures.filter { !shown.contains($0) }
        if !others.isEmpty { parts.append("<p class=\"pictures\">" + others.map(picture).joined() + "</p>") }
        let logs = ["\(result.scenario).log"].filter { FileManager.default.fileExists(atPath: "\(folder)/\($0)") }
        if !logs.isEmpty {
            parts.append(
                "<p class=\"logs\">Log: " + logs.map { "<a href=\"\($0.url)\">\($0.html)</a>" }.joined() + "</p>")
        }
        return (parts + ["</section>"]).joined(separator: "\n")
    }

    private func check(_ check: ScenarioResult.Check) -> String {
        let lines = check.found.trimmingCharacters(in: .newlines).split(
            separator: "\n", omittingEmptySubsequences: false)
        var found = check.found.isEmpty ? "" : "<span class=\"found\">\(check.found.html)</span>"
        if lines.count > 3 {
            found =
                "<details class=\"found\"\(check.passed ? "" : " open")><summary>\(lines.count) lines</summary><pre>\(check.found.html)</pre></details>"
        }
        let pictures =
            check.pictures.isEmpty ? "" : "<span class=\"pictures\">" + check.pictures.map(picture).joined() + "</span>"
        return
            "<li class=\"\(check.passed ? "good" : "bad")\">\(Self.mark(check.passed))<div><b>\(check.what.html)</b>\(found)</div>\(pictures)"
    }

    private func figure(_ figure: ScenarioResult.Figure) -> String {
        let width = figure.limit == nil ? nil : Int((min(figure.load, 1) * 100).rounded())
        let bar = width.map { "<span class=\"bar\"><span style=\"width:\($0)%\"></span></span>" } ?? ""
        return
            "<tr class=\"\(figure.passed ? "good" : "bad")\"><td>\(figure.name.html)<td class=\"number\">\(figure.value.short)"
            + "<td class=\"number\">\(figure.limit?.short ?? "")<td>\(figure.unit.html)<td>\(bar)"
    }

    /// The HTML of a small copy of a picture, with a link to the whole one.
    private func picture(_ file: String) -> String {
        let bytes = (try? Data(contentsOf: URL(fileURLWithPath: "\(folder)/\(file)"))).map(Array.init) ?? []
        guard let image = try? Image(png: bytes), !image.size.isEmpty else {
            return "<a href=\"\(file.url)\">\(file.html)</a> "
        }
        let size = PixelSize(width: 480, height: max(1, 480 * image.size.height / image.size.width))
        let small = Data(image.scaled(to: size).png(level: 9)).base64EncodedString()
        return
            "<a href=\"\(file.url)\"><img width=\"208\" alt=\"\(file.html)\" src=\"data:image/png;base64,\(small)\"></a>"
    }

    private static func mark(_ passed: Bool?) -> String {
        switch passed {
        case true?: "<span class=\"mark good\" title=\"passed\">✓</span>"
        case false?: "<span class=\"mark bad\" title=\"failed\">✗</span>"
        case nil: "<span class=\"mark\" title=\"skipped\">–</span>"
        }
    }

    private static let style = """
        :root { --ink: #1c1917; --soft: #6b635c; --line: #e7e2dc; --paper: #fbfaf8; --good: #15803d; --bad: #b91c1c; }
        body { margin: 0; background: var(--paper); color: var(--ink); font: 15px/1.5 system-ui, "Noto Sans", "DejaVu Sans", sans-serif; }
        main { max-width: 1040px; margin: 0 auto; padding: 40px 24px 80px; }
        h1 { font-size: 34px; line-height: 1.1; margin: 4px 0 8px; font-weight: 650; letter-spacing: -.01em; }
        h2 { font-size: 20px; margin: 0 0 12px; font-weight: 600; }
        .eyebrow { margin: 0; color: var(--soft); font-size: 13px; }
        .closing { margin: 0 0 24px; font-size: 16px; }
        h1.good, .mark.good { color: var(--good); } h1.bad, .mark.bad { color: var(--bad); }
        .mark { display: inline-block; width: 1.4em; font-weight: 700; flex: none; }
        .facts { display: flex; flex-wrap: wrap; gap: 4px 28px; margin: 0 0 28px; font-size: 13px; }
        .facts dt { color: var(--soft); display: inline; } .facts dt::after { content: " "; } .facts dd { display: inline; margin: 0; }
        table { border-collapse: collapse; width: 100%; margin: 0 0 20px; }
        th { text-align: left; font-weight: 500; font-size: 13px; color: var(--soft); }
        th, td { padding: 6px 16px 6px 0; border-bottom: 1px solid var(--line); vertical-align: baseline; }
        .overview td:first-child, .overview th:first-child { width: 1.4em; padding-right: 4px; }
        .number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; } .number + td, .number + th { padding-left: 24px; }
        tr > :last-child { padding-right: 0; }
        .skipped { color: var(--soft); }
        a { color: inherit; text-decoration-color: #c9c2ba; text-underline-offset: 3px; }
        section { margin-top: 44px; padding-top: 20px; border-top: 2px solid var(--ink); }
        .checks { list-style: none; margin: 0 0 20px; padding: 0; }
        .checks li { display: flex; padding: 8px 0; border-bottom: 1px solid var(--line); } .checks li > div { flex: 1; min-width: 0; } .checks b { font-weight: 500; display: block; }
        .checks .bad b, .figures .bad td { color: var(--bad); }
        .found { color: var(--soft); font-size: 13px; display: block; white-space: pre-line; overflow-wrap: anywhere; }
        details pre { margin: 4px 0; font: 12px/1.45 ui-monospace, "DejaVu Sans Mono", monospace; white-space: pre-wrap; }
        .pictures { display: flex; flex-wrap: wrap; gap: 8px; margin: 0; } li .pictures { margin-left: 24px; }
        .pictures img { display: block; border-radius: 4px; outline: 1px solid #0002; }
        .figures td:last-child { width: 160px; padding-right: 0; }
        .bar { display: block; height: 6px; border-radius: 3px; background: var(--line); overflow: hidden; }
        .bar span { display: block; height: 100%; background: var(--good); } .bad .bar span { background: var(--bad); }
        .error { background: #fef2f2; color: var(--bad); padding: 10px 14px; border-radius: 6px; white-space: pre-wrap; overflow-wrap: anywhere; }
        .logs { font-size: 13px; color: var(--soft); }
        .timeline { display: block; width: 100%; height: auto; margin: 0 0 20px; }
        .hidden { position: absolute; clip-path: inset(50%); width: 1px; height: 1px; overflow: hidden; }
        """
}

extension String {
    /// The text with the characters that HTML and SVG reserve escaped.
    var html: String {
        var result = ""
        for character in unicodeScalars {
            switch character {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case "'": result += "&#39;"
            // Characters that HTML and XML do not allow, such as the escapes of a coloured log.
            case "\u{0}"..."\u{8}", "\u{b}"..."\u{1f}", "\u{7f}": result += "\u{fffd}"
            default: result.unicodeScalars.append(character)
            }
        }
        return result
    }

    /// The file name as a link to a file beside the page.
    fileprivate var url: String {
        "./"
            + (addingPercentEncoding(withAllowedCharacters: .alphanumerics.union(CharacterSet(charactersIn: "-._")))
                ?? "")
    }
}
