import Channels
import Testing

@Suite("Titles by the names of files")
struct FileTitleTests {
    @Test(
        "A film, song or photo is called what its file is",
        arguments: [
            ("http://nas/films/Low%20Water.mkv", "Low Water"), ("http://nas/Big_Buck_Bunny.mp4?x=1", "Big Buck Bunny"),
            ("https://h:8080/a/The.Otter.1998.1080p.MKV#t=3", "The Otter 1998 1080p"),
            ("http://h/%EA%B3%A0%EB%9E%98.mp3", "고래"),
            ("http://h/Donaudampfschifffahrtsgesellschaft.flac", "Donaudampfschifffahrtsgesellschaft"),
            ("http://h/a%0ab%1b[2J.jpg", "a b [2J"),
        ])
    func named(url: String, title: String) { #expect(FileTitle.title(of: url) == title) }

    @Test(
        "Playlists, what has no name and what may be a secret give none",
        arguments: [
            "http://h/live/master.m3u8", "http://h/seg12.ts", "http://film.mp4", "http://h/", "", "/", "http://h/.mp4",
            "http://h/film.mp4/", "http://h/9f86d081884c7d659a2feaa0c55ad015.mp4", "http://h/%20%20.mp3", "http://h/%",
            "a.mp4",
        ])
    func nameless(url: String) { #expect(FileTitle.title(of: url) == nil) }
}
