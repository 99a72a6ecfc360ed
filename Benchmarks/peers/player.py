#!/usr/bin/python3
"""Drives libvlc, GStreamer's playbin3 or Kodi for hearth-bench, in a window of its own that fills the display.

    player.py vlc|playbin3|kodi WIDTH HEIGHT [OPTION…]

A line on standard input is an order: `play URL`, `stop`. Standard output says `ready` once. What is shown, and
when, is the display's to say: this program reports no event. VLC takes its own options; playbin3 takes
`nobuf` (flags=0x3, buffering messages ignored) and `instant` (instant-uri); Kodi takes `nocache` (buffermode 3).
"""
import ctypes
import json
import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request


def window(width, height):
    """A plain window at 0,0, which the player is told to draw into: there is no window manager to size its own."""
    x11 = ctypes.CDLL("libX11.so.6")
    x11.XOpenDisplay.restype = ctypes.c_void_p
    x11.XDefaultRootWindow.argtypes = [ctypes.c_void_p]
    x11.XDefaultRootWindow.restype = ctypes.c_ulong
    x11.XCreateSimpleWindow.argtypes = (
        [ctypes.c_void_p, ctypes.c_ulong] + [ctypes.c_int] * 2 + [ctypes.c_uint] * 3 + [ctypes.c_ulong] * 2)
    x11.XCreateSimpleWindow.restype = ctypes.c_ulong
    x11.XMapWindow.argtypes = [ctypes.c_void_p, ctypes.c_ulong]
    x11.XSync.argtypes = [ctypes.c_void_p, ctypes.c_int]
    display = x11.XOpenDisplay(None)
    if not display:
        sys.exit("no display")
    made = x11.XCreateSimpleWindow(display, x11.XDefaultRootWindow(display), 0, 0, width, height, 0, 0, 0)
    x11.XMapWindow(display, made)
    x11.XSync(display, 0)
    return made


class VLC:
    def __init__(self, xid, options):
        vlc = self.vlc = ctypes.CDLL("libvlc.so.5")
        for name in ("new", "media_new_location", "media_player_new"):
            getattr(vlc, "libvlc_" + name).restype = ctypes.c_void_p
        words = ["--no-xlib", "--aout=adummy", "--avcodec-hw=none", "--vout=xcb_x11", "--no-video-title-show", "--no-osd", "--quiet"]
        words = [word.encode() for word in words + options]
        self.instance = ctypes.c_void_p(vlc.libvlc_new(len(words), (ctypes.c_char_p * len(words))(*words)))
        if not self.instance:
            sys.exit("libvlc does not start")
        self.player = ctypes.c_void_p(vlc.libvlc_media_player_new(self.instance))
        vlc.libvlc_media_player_set_xwindow(self.player, ctypes.c_uint32(xid))

    def play(self, url):
        media = ctypes.c_void_p(self.vlc.libvlc_media_new_location(self.instance, url.encode()))
        self.vlc.libvlc_media_player_set_media(self.player, media)
        self.vlc.libvlc_media_release(media)
        self.vlc.libvlc_media_player_play(self.player)

    def stop(self):
        self.vlc.libvlc_media_player_stop(self.player)

    def run(self, orders):
        for order in orders:
            order(self)


class Playbin3:
    def __init__(self, xid, options):
        import gi
        gi.require_version("Gst", "1.0")
        gi.require_version("GstVideo", "1.0")
        from gi.repository import GLib, Gst, GstVideo
        self.GLib, self.Gst = GLib, Gst
        Gst.init(None)
        self.bin = Gst.ElementFactory.make("playbin3")
        sink = Gst.ElementFactory.make("ximagesink")
        sound = Gst.ElementFactory.make("fakesink")
        if not (self.bin and sink and sound):
            sys.exit("playbin3, ximagesink or fakesink is missing")
        sound.set_property("sync", True)
        self.bin.set_property("video-sink", sink)
        self.bin.set_property("audio-sink", sound)
        self.minds_buffering = "nobuf" not in options
        if "nobuf" in options:
            self.bin.set_property("flags", 3)
        if "instant" in options:
            self.bin.set_property("instant-uri", True)
        GstVideo.VideoOverlay.set_window_handle(sink, xid)
        bus = self.bin.get_bus()
        bus.add_signal_watch()
        bus.connect("message", self.message)
        self.bin.set_state(Gst.State.READY)
        self.is_wanted = False

    def message(self, bus, message):
        # As gst-play does it.
        if message.type == self.Gst.MessageType.BUFFERING and self.minds_buffering and self.is_wanted:
            full = message.parse_buffering() >= 100
            self.bin.set_state(self.Gst.State.PLAYING if full else self.Gst.State.PAUSED)
        elif message.type == self.Gst.MessageType.ERROR:
            print(message.parse_error()[0].message, file=sys.stderr, flush=True)
        elif message.type == self.Gst.MessageType.CLOCK_LOST:
            self.bin.set_state(self.Gst.State.PAUSED)
            self.bin.set_state(self.Gst.State.PLAYING)

    def play(self, url):
        self.is_wanted = True
        self.bin.set_state(self.Gst.State.READY)
        self.bin.set_property("uri", url)
        self.bin.set_state(self.Gst.State.PLAYING)

    def stop(self):
        self.is_wanted = False
        self.bin.set_state(self.Gst.State.READY)

    def run(self, orders):
        loop = self.GLib.MainLoop()

        def feed():
            for order in orders:
                self.GLib.idle_add(lambda order=order: order(self), priority=self.GLib.PRIORITY_HIGH)
            self.GLib.idle_add(loop.quit)

        threading.Thread(target=feed, daemon=True).start()
        loop.run()
        self.bin.set_state(self.Gst.State.NULL)


class Kodi:
    """Kodi as it is installed, with a home of its own, told what to do by its JSON-RPC: the words that its remotes use."""

    PROGRAM = "/usr/lib/x86_64-linux-gnu/kodi/kodi.bin"

    def __init__(self, _, options):
        # Each has a port of its own.
        self.port = 18000 + os.getpid() % 40000
        self.home = tempfile.TemporaryDirectory(prefix="hearth-kodi.")
        data = os.path.join(self.home.name, ".kodi/userdata")
        os.makedirs(data)
        with open(os.path.join(data, "guisettings.xml"), "w") as file:
            file.write(f"""<settings version="2">
                <setting id="services.webserver">true</setting>
                <setting id="services.webserverport">{self.port}</setting>
                <setting id="services.webserverauthentication">false</setting>
                <setting id="general.addonupdates">2</setting>
            </settings>""")
        cache = "<cache><buffermode>3</buffermode></cache>" if "nocache" in options else ""
        with open(os.path.join(data, "advancedsettings.xml"), "w") as file:
            file.write(f"<advancedsettings><loglevel>0</loglevel>{cache}</advancedsettings>")
        # Without a sink for its sound it waits ten seconds for one before its picture moves: it gets one that goes
        # nowhere, at a sound card's pace.
        pulse = self.home.name + "/sound.sock"
        environment = dict(
            os.environ, HOME=self.home.name, KODI_DATA=self.home.name + "/.kodi", PULSE_SERVER="unix:" + pulse,
            XDG_RUNTIME_DIR=self.home.name)
        self.sound = self.start(
            ["pulseaudio", "-n", "--exit-idle-time=-1", "--daemonize=no", "--load=module-null-sink",
             f"--load=module-native-protocol-unix auth-anonymous=1 auth-cookie-enabled=0 socket={pulse}"], environment)
        for _ in range(100):
            if os.path.exists(pulse):
                break
            time.sleep(0.05)
        self.program = self.start(
            [self.PROGRAM, "--windowing=x11", "--audio-backend=pulseaudio", "--lircdev=/dev/null"], environment)
        for _ in range(300):
            time.sleep(0.1)
            try:
                self.ask("JSONRPC.Ping")
                # Its interface draws itself for a while.
                time.sleep(5)
                return
            except OSError:
                if self.program.poll() is not None:
                    break
        sys.exit("Kodi does not start")

    @staticmethod
    def start(words, environment):
        # It ends with this program, however that ends.
        die = lambda: ctypes.CDLL("libc.so.6").prctl(1, signal.SIGKILL)
        nothing = subprocess.DEVNULL
        return subprocess.Popen(
            words, env=environment, stdin=nothing, stdout=nothing, stderr=nothing, preexec_fn=die)

    def ask(self, method, **arguments):
        body = json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": arguments}).encode()
        request = urllib.request.Request(
            f"http://127.0.0.1:{self.port}/jsonrpc", body, {"Content-Type": "application/json"})
        with urllib.request.urlopen(request, timeout=30) as answer:
            return json.load(answer)

    def play(self, url):
        # The answer comes when it plays: the next order must not wait for it.
        threading.Thread(target=self.try_, args=("Player.Open",), kwargs={"item": {"file": url}}, daemon=True).start()

    def stop(self):
        self.try_("Player.Stop", playerid=1)

    def try_(self, method, **arguments):
        try:
            said = self.ask(method, **arguments)
            if "error" in said:
                print(said["error"], file=sys.stderr, flush=True)
        except OSError as error:
            print(error, file=sys.stderr, flush=True)

    def run(self, orders):
        for order in orders:
            order(self)
        self.program.terminate()


def orders():
    for line in sys.stdin:
        verb, _, url = line.strip().partition(" ")
        if verb == "play":
            yield lambda player, url=url: player.play(url)
        elif verb == "stop":
            yield lambda player: player.stop()


def main():
    kind, width, height = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    makers = {"vlc": VLC, "playbin3": Playbin3, "kodi": Kodi}
    # Kodi has a window of its own.
    player = makers[kind](None if kind == "kodi" else window(width, height), sys.argv[4:])
    print("ready", flush=True)
    player.run(orders())


main()
