#!/usr/bin/python3
"""Measures Kodi's guide on a screen of its own: kodi_guide.py [CHANNELS] [DAYS]  (1000 and 7; needs kodi-pvr-iptvsimple)

Makes a list and a guide, has Kodi load both, and prints: memory and processor time, and from an order by JSON-RPC to the
first change on the screen and to the last, in milliseconds, for opening the guide and for steps and pages in it. The
screen is Xvfb's framebuffer, looked at every two milliseconds; Kodi draws in software there.
"""
import ctypes
import json
import mmap
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
import urllib.request

PORT, DISPLAY, SIZE = 18555, ":19", (1280, 720)
PROGRAM = "/usr/lib/x86_64-linux-gnu/kodi/kodi.bin"


def write(path, text):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w") as file:
        file.write(text)


def material(base, channels, days):
    """A list of channels and a guide from half a day ago on, in programmes of half an hour to an hour and a half."""
    now = int(time.time()) // 1800 * 1800 - 43200
    stamp = lambda at: time.strftime("%Y%m%d%H%M%S +0000", time.gmtime(at))
    with open(base + "/list.m3u", "w") as file:
        file.write("#EXTM3U\n")
        for index in range(1, channels + 1):
            file.write(f'#EXTINF:-1 tvg-id="c{index}" tvg-chno="{index}" group-title="Group {index % 20}",Channel {index}\n'
                       f"http://127.0.0.1:9/{index}.m3u8\n")
    with open(base + "/guide.xml", "w") as file:
        file.write('<?xml version="1.0" encoding="UTF-8"?>\n<tv>\n')
        for index in range(1, channels + 1):
            file.write(f'<channel id="c{index}"><display-name>Channel {index}</display-name></channel>\n')
        for index in range(1, channels + 1):
            at = now
            while at < now + days * 86400:
                end = at + random.choice([1800, 2700, 3600, 5400])
                file.write(f'<programme channel="c{index}" start="{stamp(at)}" stop="{stamp(end)}">'
                           f"<title>Programme {at // 900 % 997}</title><desc>What happens in it, in a sentence of usual "
                           "length for a guide, and another.</desc></programme>\n")
                at = end
        file.write("</tv>\n")


def settings(base, days):
    data = base + "/.kodi/userdata"
    setting = lambda name, value: f'<setting id="{name}">{value}</setting>'
    write(data + "/guisettings.xml", '<settings version="2">' + setting("services.webserver", "true")
          + setting("services.webserverport", PORT) + setting("services.webserverauthentication", "false")
          + setting("general.addonupdates", 2) + setting("epg.futuredaystodisplay", days) + "</settings>")
    write(data + "/advancedsettings.xml", "<advancedsettings><loglevel>0</loglevel></advancedsettings>")
    # Older versions of the add-on read the one, newer ones the other.
    for name in ("settings.xml", "instance-settings-1.xml"):
        write(data + "/addon_data/pvr.iptvsimple/" + name, '<settings version="2">'
              + setting("kodi_addon_instance_name", "guide") + setting("kodi_addon_instance_enabled", "true")
              + setting("m3uPathType", 0) + setting("m3uPath", base + "/list.m3u")
              + setting("epgPathType", 0) + setting("epgPath", base + "/guide.xml") + "</settings>")


def start(words, environment=None):
    die = lambda: ctypes.CDLL("libc.so.6").prctl(1, signal.SIGKILL)
    return subprocess.Popen(words, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, preexec_fn=die)


def ask(method, **arguments):
    body = json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": arguments}).encode()
    request = urllib.request.Request(
        f"http://127.0.0.1:{PORT}/jsonrpc", body, {"Content-Type": "application/json"})
    with urllib.request.urlopen(request, timeout=60) as answer:
        return json.load(answer)


def main():
    channels = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    days = int(sys.argv[2]) if len(sys.argv) > 2 else 7
    with tempfile.TemporaryDirectory(prefix="hearth-kodi-guide.") as base:
        material(base, channels, days)
        settings(base, days)
        os.makedirs(base + "/screen")
        screen = start(["Xvfb", DISPLAY, "-screen", "0", f"{SIZE[0]}x{SIZE[1]}x24", "-fbdir", base + "/screen",
                        "-nocursor", "-noreset"])
        time.sleep(2)
        file = os.open(base + "/screen/Xvfb_screen0", os.O_RDONLY)
        pixels = mmap.mmap(file, 0, prot=mmap.PROT_READ)
        kodi = start([PROGRAM, "--windowing=x11"], dict(
            os.environ, HOME=base, DISPLAY=DISPLAY, KODI_DATA=base + "/.kodi", XDG_RUNTIME_DIR=base))
        try:
            measure(kodi, pixels, channels)
        finally:
            for program in (kodi, screen):
                program.kill()
                program.wait()


def measure(kodi, pixels, channels):
    def seconds():
        with open(f"/proc/{kodi.pid}/stat") as file:
            return sum(int(word) for word in file.read().rsplit(")", 1)[1].split()[11:13]) / os.sysconf("SC_CLK_TCK")

    def facts(what):
        with open(f"/proc/{kodi.pid}/status") as file:
            memory = next(int(line.split()[1]) for line in file if line.startswith("VmRSS")) // 1024
        print(f"{what}: {memory} MB, {seconds():.1f} s of processor time", flush=True)

    def look():
        return hash(pixels[4000:4000 + SIZE[0] * SIZE[1] * 4:997])

    def settle(method, **arguments):
        """From an order to the first change and to the last, in ms; nothing moves for 0.6 s behind it."""
        seen, begun, first, last = look(), time.time(), None, None
        ask(method, **arguments)
        while time.time() - begun < 8 and not (last and time.time() - last > 0.6):
            now = look()
            if now != seen:
                seen, last = now, time.time()
                first = first or last
            time.sleep(0.002)
        return [round((at - begun) * 1000) if at else None for at in (first, last)]

    for _ in range(300):
        time.sleep(0.2)
        try:
            ask("JSONRPC.Ping")
            break
        except OSError:
            pass
    time.sleep(5)
    facts("idle, without a list")
    ask("Addons.SetAddonEnabled", addonid="pvr.iptvsimple", enabled=True)
    while len(ask("PVR.GetChannels", channelgroupid="alltv").get("result", {}).get("channels", [])) < channels:
        time.sleep(1)
    quiet, before = 0, seconds()
    while quiet < 2:
        time.sleep(5)
        quiet, before = (quiet + 1 if seconds() - before < 1 else 0), seconds()
    facts("the list and the guide are there")
    # A question about add-ons may be on the screen.
    for _ in range(2):
        ask("Input.Back")
        time.sleep(2)
    print("opening the guide, first and last change, ms:", *settle("GUI.ActivateWindow", window="tvguide"), flush=True)
    for what, method, arguments in [
            ("right", "Input.Right", {}), ("down", "Input.Down", {}),
            ("a page", "Input.ExecuteAction", {"action": "pagedown"})]:
        steps = [settle(method, **arguments) for _ in range(10)]
        middle = [sorted(step[index] or 0 for step in steps)[5] for index in (0, 1)]
        print(f"{what}, first and last change, ms, median of ten:", *middle, flush=True)
    before, begun = seconds(), time.time()
    time.sleep(10)
    print(f"at rest in the guide: {(seconds() - before) / (time.time() - begun):.2f} processors")
    facts("in the end")


main()
