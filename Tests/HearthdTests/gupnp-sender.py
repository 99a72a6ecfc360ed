"""A control point of GUPnP: finds the box at an address, follows it, plays something on it and stops it again."""
import re
import sys

import gi

gi.require_version("GUPnP", "1.6")
gi.require_version("GSSDP", "1.6")
from gi.repository import GLib, GObject, GSSDP, GUPnP, Gio  # noqa: E402

address, film = sys.argv[1:3]
loop = GLib.MainLoop()
kept = []


def say(text):
    print(text, flush=True)


def value(of):
    wrapped = GObject.Value()
    wrapped.init(GObject.TYPE_UINT if isinstance(of, int) else GObject.TYPE_STRING)
    wrapped.set_value(of)
    return wrapped


def call(service, name, results=(), **arguments):
    arguments = {"InstanceID": 0, **arguments}
    action = GUPnP.ServiceProxyAction.new_from_list(
        name, list(arguments), [value(of) for of in arguments.values()])
    service.call_action(action, None)
    done, values = action.get_result_list(list(results), [GObject.TYPE_STRING] * len(results))
    return values


def changed(service, name, change, _):
    state = re.search('TransportState val="([A-Z_]+)"', change)
    if not state:
        return
    say("state " + state.group(1))
    if state.group(1) == "NO_MEDIA_PRESENT":
        call(service, "SetAVTransportURI", CurrentURI=film, CurrentURIMetaData="")
        call(service, "Play", Speed="1")
    elif state.group(1) == "PLAYING":
        say("position " + call(service, "GetPositionInfo", ["TrackDuration"])[0])
        call(service, "Stop")
    elif state.group(1) == "STOPPED" and len(kept) > 2:
        loop.quit()
    if state.group(1) == "PLAYING":
        kept.append("played")


def found(_, device):
    if address not in device.get_location():
        return
    say("found")
    service = device.get_service("urn:schemas-upnp-org:service:AVTransport:1")
    kept.extend([device, service])
    service.add_notify("LastChange", GObject.TYPE_STRING, changed, None)
    service.set_subscribed(True)


context = GUPnP.Context.new_for_address(
    Gio.InetAddress.new_from_string(address.split(":")[0]), 0, GSSDP.UDAVersion.VERSION_1_0)
point = GUPnP.ControlPoint.new(context, "urn:schemas-upnp-org:device:MediaRenderer:1")
point.connect("device-proxy-available", found)
point.set_active(True)
# Only so that a test that has failed ends.
GLib.timeout_add_seconds(90, lambda: sys.exit("nothing more came"))
loop.run()
