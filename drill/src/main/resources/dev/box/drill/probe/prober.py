#!/usr/bin/python3
"""box drill's prober: runs a list of probes at once and says what the kernel answered, in errno names.

Usage: python3 -c "$(cat prober.py)" JOB...     (as root; JOB is JSON, in as many words as it takes; prints one JSON object)

It draws no conclusion: `event` says what happened on the wire as this side saw it (answer, silence, error, name),
`errno` is the kernel's word for it, `text` is the raw evidence. Verdicts are the business of the caller.
"""

import errno
import json
import os
import select
import socket
import stat
import struct
import subprocess
import sys
import threading
import time
import traceback

OWN_ANSWER = 20  # seconds that this guest's own programs and daemon get to answer: under emulation they take some
ETHERTYPE = 0x88B5  # IEEE 802 local experimental ethertype 1
GREETING = b"box drill "
DNS_TYPES = {"A": 1, "PTR": 12, "AAAA": 28}
RCODES = {0: "NODATA", 1: "FORMERR", 2: "SERVFAIL", 3: "NXDOMAIN", 4: "NOTIMP", 5: "REFUSED"}


class Silence(Exception):
    """The time ran out and nothing came back."""


class NoName(Exception):
    """A name service answered, without an address or name."""


class Context:
    """What every probe needs to know of this guest: its interface on the subnet under test and its addresses."""

    def __init__(self, job):
        self.links = read_links()
        self.link = self.choose(job.get("prefix", ""))

    def choose(self, prefix):
        for link in self.links:
            for address in link["addresses"]:
                if prefix and inside(address.split("/")[0], prefix):
                    return dict(link, address=address.split("/")[0])
        return None

    def need(self):
        if self.link is None:
            raise LookupError("this guest holds no address of the subnet under test")
        return self.link


def inside(address, prefix):
    base, bits = prefix.split("/")
    try:
        a, b = (struct.unpack("!I", socket.inet_aton(x))[0] for x in (address, base))
    except OSError:
        return False
    shift = 32 - int(bits)
    return a >> shift == b >> shift


def read_links():
    out = subprocess.run(["ip", "-j", "address"], capture_output=True, stdin=subprocess.DEVNULL, timeout=OWN_ANSWER, check=True)
    links = []
    for link in json.loads(out.stdout):
        if link.get("ifname") == "lo":
            continue
        addresses = ["%s/%s" % (a["local"], a["prefixlen"]) for a in link.get("addr_info", []) if "local" in a]
        links.append({"name": link["ifname"], "mac": link.get("address", ""), "addresses": addresses})
    return links


# ---- frames ---------------------------------------------------------------------------------------------------------


def mac_bytes(mac):
    return bytes(int(part, 16) for part in mac.split(":"))


def checksum(data):
    if len(data) % 2:
        data += b"\0"
    total = sum(struct.unpack("!%dH" % (len(data) // 2), data))
    while total >> 16:
        total = (total & 0xFFFF) + (total >> 16)
    return ~total & 0xFFFF


def packet_socket(ctx, ethertype):
    sock = socket.socket(socket.AF_PACKET, socket.SOCK_RAW, socket.htons(ethertype))
    sock.bind((ctx.need()["name"], ethertype))
    return sock


def wait_for(sock, seconds, pick, again=None):
    """Receives until `pick(packet, sender)` returns something, sending `again` each second; Silence at the end."""
    end = time.monotonic() + seconds
    resend = time.monotonic() + 1
    while True:
        now = time.monotonic()
        if now >= end:
            raise Silence()
        if again and now >= resend:
            again()
            resend += 1
        ready, _, _ = select.select([sock], [], [], min(end - now, 0.25))
        if ready:
            found = pick(*sock.recvfrom(65535))
            if found is not None:
                return found


# ---- probes: each returns the evidence of an answer, or raises -------------------------------------------------------


def stream_address(ctx, to, port):
    if ":" in to:
        scope = socket.if_nametoindex(ctx.need()["name"]) if to.lower().startswith(("fe80", "ff")) else 0
        return socket.AF_INET6, (to, port, 0, scope)
    return socket.AF_INET, (to, port)


def bound(family, kind, probe):
    sock = socket.socket(family, kind)
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    sock.bind(("::" if family == socket.AF_INET6 else "", probe["token"]))
    return sock


def greeting(probe):
    return GREETING + str(probe["token"]).encode() + b"\n"


def tcp(ctx, probe):
    family, address = stream_address(ctx, probe["to"], probe["port"])
    with bound(family, socket.SOCK_STREAM, probe) as sock:
        sock.settimeout(probe["timeout"])
        try:
            sock.connect(address)
        except socket.timeout:
            raise Silence()
        try:
            sock.settimeout(min(1.0, probe["timeout"]))
            sock.sendall(greeting(probe))
            data = sock.recv(256)
            return "connected; answered %r" % data
        except OSError as problem:
            return "connected; then %s" % problem


def udp(ctx, probe):
    family, address = stream_address(ctx, probe["to"], probe["port"])
    with bound(family, socket.SOCK_DGRAM, probe) as sock:
        sock.connect(address)  # so that the kernel hands ICMP errors to this socket
        send = lambda: sock.send(greeting(probe))
        send()
        return wait_for(sock, probe["timeout"], lambda data, _: "answered %r" % data[:256], send)


def shout(ctx, probe):
    """UDP to a broadcast or multicast address, out of the interface under test."""
    family, address = stream_address(ctx, probe["to"], probe["port"])
    link = ctx.need()
    with bound(family, socket.SOCK_DGRAM, probe) as sock:
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_BROADCAST, 1)
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_BINDTODEVICE, link["name"].encode())
        send = lambda: sock.sendto(greeting(probe), address)
        send()
        own = {a.split("/")[0] for a in link["addresses"]}
        pick = lambda data, who: None if who[0].split("%")[0] in own else "answered %r by %s" % (data[:256], who[0])
        return wait_for(sock, probe["timeout"], pick, send)


def icmp(ctx, probe):
    with socket.socket(socket.AF_INET, socket.SOCK_RAW, socket.IPPROTO_ICMP) as sock:
        head = struct.pack("!BBHHH", 8, 0, 0, probe["token"], 1)
        data = head[:2] + struct.pack("!H", checksum(head + greeting(probe))) + head[4:] + greeting(probe)

        def pick(packet, who):
            body = packet[(packet[0] & 15) * 4 :]
            if len(body) < 8:
                return None
            kind, code = body[0], body[1]
            if kind == 0 and struct.unpack("!H", body[4:6])[0] == probe["token"]:
                return "echo reply from %s" % who[0]
            if kind == 3 and len(body) >= 36 and struct.unpack("!H", body[32:34])[0] == probe["token"]:
                number = errno.EACCES if code in (9, 10, 13) else errno.EHOSTUNREACH
                raise OSError(number, "ICMP unreachable, code %d, from %s" % (code, who[0]))
            return None

        send = lambda: sock.sendto(data, (probe["to"], 0))
        send()
        return wait_for(sock, probe["timeout"], pick, send)


def icmp6_socket(ctx):
    sock = socket.socket(socket.AF_INET6, socket.SOCK_RAW, socket.IPPROTO_ICMPV6)
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_BINDTODEVICE, ctx.need()["name"].encode())
    sock.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_MULTICAST_HOPS, 255)
    sock.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_UNICAST_HOPS, 255)
    sock.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_MULTICAST_LOOP, 0)  # else a guest hears its own advertisement
    return sock


def icmp6(ctx, probe):
    _, address = stream_address(ctx, probe["to"], 0)
    with icmp6_socket(ctx) as sock:
        data = struct.pack("!BBHHH", 128, 0, 0, probe["token"], 1) + greeting(probe)
        pick = lambda p, who: "echo reply from %s" % who[0] if p[0] == 129 and p[4:6] == data[4:6] else None
        send = lambda: sock.sendto(data, address)
        send()
        return wait_for(sock, probe["timeout"], pick, send)


def neighbour_solicitation(ctx, probe):
    target = socket.inet_pton(socket.AF_INET6, probe["to"])
    group = "ff02::1:ff%02x:%02x%02x" % tuple(target[13:16])
    _, address = stream_address(ctx, group, 0)
    with icmp6_socket(ctx) as sock:
        data = struct.pack("!BBHI", 135, 0, 0, 0) + target + b"\1\1" + mac_bytes(ctx.link["mac"])
        pick = lambda p, who: "neighbour advertisement from %s" % who[0] if p[0] == 136 and p[8:24] == target else None
        send = lambda: sock.sendto(data, address)
        send()
        return wait_for(sock, probe["timeout"], pick, send)


def router_solicitation(ctx, probe):
    _, address = stream_address(ctx, "ff02::2", 0)
    with icmp6_socket(ctx) as sock:
        data = struct.pack("!BBHI", 133, 0, 0, 0) + b"\1\1" + mac_bytes(ctx.link["mac"])
        pick = lambda p, who: "router advertisement from %s" % who[0] if p[0] == 134 else None
        send = lambda: sock.sendto(data, address)
        send()
        return wait_for(sock, probe["timeout"], pick, send)


def router_advertisement(ctx, probe):
    """Plays a rogue router for a minute-long prefix; who listens is for the receivers' counters to say."""
    _, address = stream_address(ctx, probe["to"], 0)
    with icmp6_socket(ctx) as sock:
        prefix = socket.inet_pton(socket.AF_INET6, probe["name"])
        head = struct.pack("!BBHBBHII", 134, 0, 0, 64, 0, 30, 0, 0)
        data = head + struct.pack("!BBBBIII", 3, 4, 64, 0xC0, 60, 60, 0) + prefix
        send = lambda: sock.sendto(data, address)
        send()
        return wait_for(sock, min(2, probe["timeout"]), lambda p, who: None, send)


def ipv6_state(ctx, probe):
    """Answers if this guest, with IPv6 on, came by a global address or a default route."""
    found = []
    with open("/proc/net/if_inet6") as table:
        found += [line.split()[0] for line in table if line.split()[3] == "00" and line.split()[5] != "lo"]
    with open("/proc/net/ipv6_route") as table:
        for line in table:
            word = line.split()
            if word[0] == "0" * 32 and word[1] == "00" and word[9] != "lo" and not int(word[8], 16) & 0x200:
                found.append("default via %s" % word[4])
    if found:
        return "IPv6 beyond the link: %s" % ", ".join(found)
    raise OSError(errno.ENETUNREACH, "no global IPv6 address and no IPv6 default route")


def arp(ctx, probe):
    """An ARP probe (sender address 0.0.0.0, RFC 5227): the kernel's own requests never look like it."""
    link = ctx.need()
    target = socket.inet_aton(probe["to"])
    own = mac_bytes(link["mac"])
    frame = b"\xff" * 6 + own + struct.pack("!HHHBBH", 0x0806, 1, 0x0800, 6, 4, 1) + own + b"\0" * 10 + target
    with packet_socket(ctx, 0x0806) as sock:

        def pick(packet, who):
            if packet[20:22] == b"\0\2" and packet[28:32] == target and who[2] != socket.PACKET_OUTGOING:
                return "is at %s" % ":".join("%02x" % b for b in packet[22:28])
            return None

        send = lambda: sock.send(frame)
        send()
        return wait_for(sock, probe["timeout"], pick, send)


def ether(ctx, probe):
    """A frame of a private ethertype that no stack answers: whether it arrives is for the receiver's counter to say."""
    payload = struct.pack("!I", probe["token"]) + GREETING.ljust(46)
    frame = mac_bytes(probe["mac"]) + mac_bytes(ctx.need()["mac"]) + struct.pack("!H", ETHERTYPE) + payload
    with packet_socket(ctx, ETHERTYPE) as sock:
        pick = lambda p, who: None if who[2] == socket.PACKET_OUTGOING else ("answered" if p[14:18] == payload[:4] else None)
        send = lambda: sock.send(frame)
        send()
        return wait_for(sock, min(2, probe["timeout"]), pick, send)


def raw_syn(ctx, probe, source=None, source_mac=None, beside=None):
    """A TCP SYN put on the wire by hand, for addresses that this guest's own stack would not send to, or send from."""
    link = ctx.need()
    source, target = socket.inet_aton(source or link["address"]), socket.inet_aton(probe["to"])
    body = struct.pack("!HHIIBBHHH", probe["token"], probe["port"], 1, 0, 0x50, 2, 8192, 0, 0)
    total = checksum(source + target + struct.pack("!BBH", 0, 6, len(body)) + body)
    body = body[:16] + struct.pack("!H", total) + body[18:]
    head = struct.pack("!BBHHHBBH", 0x45, 0, 20 + len(body), probe["token"], 0x4000, 64, 6, 0) + source + target
    head = head[:10] + struct.pack("!H", checksum(head)) + head[12:]
    frame = mac_bytes(probe["mac"]) + mac_bytes(source_mac or link["mac"]) + struct.pack("!H", 0x0800) + head + body
    with packet_socket(ctx, 0x0800) as sock:

        def pick(packet, who):
            if who[2] == socket.PACKET_OUTGOING or packet[23] != 6 or packet[26:30] != target:
                return None
            start = 14 + (packet[14] & 15) * 4
            ports, flags = struct.unpack("!HH", packet[start : start + 4]), packet[start + 13]
            if ports != (probe["port"], probe["token"]):
                return None
            if flags & 4:
                raise ConnectionRefusedError(errno.ECONNREFUSED, "a reset came back")
            return "SYN/ACK came back"

        def send():
            if beside:
                beside(sock)
            sock.send(frame)

        send()
        return wait_for(sock, probe["timeout"], pick, send)


# ---- pretending -------------------------------------------------------------------------------------------------------


def syn_as_mac(ctx, probe):
    """Its own address, a sibling's MAC."""
    return raw_syn(ctx, probe, source_mac=probe["name"])


def syn_as_address(ctx, probe):
    """Its own MAC, another address."""
    return raw_syn(ctx, probe, source=probe["name"])


def claim(ctx, probe):
    """Tells the gateway that a sibling's address is at this guest's MAC, then asks for an answer to that address."""
    own, gateway = mac_bytes(ctx.need()["mac"]), socket.inet_aton(probe["type"])
    head = mac_bytes(probe["mac"]) + own + struct.pack("!HHHBBH", 0x0806, 1, 0x0800, 6, 4, 2)
    reply = head + own + socket.inet_aton(probe["name"]) + mac_bytes(probe["mac"]) + gateway

    def tell(_):
        with packet_socket(ctx, 0x0806) as sock:
            sock.send(reply)
        time.sleep(0.1)

    return raw_syn(ctx, probe, source=probe["name"], beside=tell)


def dhcp_frame(ctx, kind, xid, client, ports, yours, to):
    """A DHCP message (RFC 2131) in a broadcast frame; `client` is the hardware address that it speaks of."""
    link = ctx.need()
    message = struct.pack("!BBBBIHH", 2 if kind in (2, 5) else 1, 1, 6, 0, xid, 0, 0x8000)
    message += b"\0" * 4 + yours + b"\0" * 8 + client + b"\0" * (10 + 192) + b"\x63\x82\x53\x63"
    message += bytes([53, 1, kind]) + b"\x3d\x07\x01" + client + b"\xff"
    body = struct.pack("!HHHH", *ports, 8 + len(message), 0) + message
    source = socket.inet_aton(link["address"]) if kind == 2 else b"\0" * 4
    head = struct.pack("!BBHHHBBH", 0x45, 0, 20 + len(body), xid & 0xFFFF, 0, 64, 17, 0) + source + to
    head = head[:10] + struct.pack("!H", checksum(head)) + head[12:]
    return b"\xff" * 6 + mac_bytes(link["mac"]) + struct.pack("!H", 0x0800) + head + body


def dhcp_offer(ctx, probe):
    """Plays a rogue DHCP server; who listens is for the receivers' counters to say."""
    yours = socket.inet_aton(ctx.need()["address"])
    frame = dhcp_frame(ctx, 2, probe["token"], b"\2" + os.urandom(5), (67, 68), yours, b"\xff" * 4)
    with packet_socket(ctx, 0x0800) as sock:
        sock.send(frame)
        return wait_for(sock, min(1, probe["timeout"]), lambda p, who: None, lambda: sock.send(frame))


def dhcp_stranger(ctx, probe):
    """Asks for a lease in the name of a network card that there is not."""
    client = b"\2" + os.urandom(5)
    frame = dhcp_frame(ctx, 1, probe["token"], client, (68, 67), b"\0" * 4, b"\xff" * 4)
    with packet_socket(ctx, 0x0800) as sock:

        def pick(packet, who):
            reply = who[2] != socket.PACKET_OUTGOING and packet[23] == 17 and packet[34:36] == b"\0\x43"
            if reply and packet[46:50] == struct.pack("!I", probe["token"]):
                return "the DHCP server offers %s to a stranger" % socket.inet_ntoa(packet[58:62])
            return None

        sock.send(frame)
        return wait_for(sock, probe["timeout"], pick, lambda: sock.send(frame))


# ---- what this guest sees of its host: a probe raises NoName if that is nothing ------------------------------------------


def in_container():
    return os.path.exists("/run/systemd/container") or b"container=" in open("/proc/1/environ", "rb").read()


def guest_mounts(ctx, probe):
    """Mounts whose content lies on a disk: but for the root file system they could only be the host's."""
    disks = ("ext2", "ext3", "ext4", "xfs", "btrfs", "zfs", "overlay", "nfs", "nfs4", "9p", "virtiofs", "vfat", "squashfs")
    found = []
    with open("/proc/self/mountinfo") as table:
        for line in table:
            fields, kind = line.split(" - ")[0].split(), line.split(" - ")[1].split()[0]
            if kind in disks and fields[4] != "/" and not fields[4].startswith("/boot"):
                found.append("%s (%s of %s)" % (fields[4], kind, fields[3]))
    return found_or_nothing(found, "no mount but its own root file system")


def guest_idmap(ctx, probe):
    """Whether this guest's root is the host's."""
    with open("/proc/self/uid_map") as table:
        rows = [line.split() for line in table]
    shared = [" ".join(row) for row in rows if row[1] == "0"] if in_container() else []
    return found_or_nothing(shared, "uid map " + ", ".join(" ".join(row) for row in rows))


def guest_devices(ctx, probe):
    """Disks, memory and ports of a machine, readable from a container."""
    found = []
    if in_container():
        for base, directories, names in os.walk("/dev"):
            if base == "/dev" and ".lxc" in directories:
                directories.remove(".lxc")  # this guest's own /proc and /sys once more, put there for nested containers
            for name in names:
                mode = os.lstat(os.path.join(base, name)).st_mode
                if stat.S_ISBLK(mode) or name in ("mem", "kmem", "port", "kcore"):
                    found.append(os.path.join(base, name))
    return found_or_nothing(found, "no block device, no memory device")


def guest_api(ctx, probe):
    """What Incus answers this guest: about itself it may, about anything else it must not."""
    sock_path = "/dev/incus/sock"
    if not os.path.exists(sock_path):
        raise NoName("there is no " + sock_path)
    found, said = [], []
    for path in ("/1.0", "/1.0/instances", "/1.0/networks", "/1.0/profiles", "/1.0/storage-pools", "/1.0/certificates",
                 "/1.0/images", "/1.0/config"):  # fmt: skip
        status, body = ask_incus(sock_path, path)
        said.append("%s %d" % (path, status))
        if status == 200 and path not in ("/1.0", "/1.0/config"):
            found.append("%s: %s" % (path, body[:80]))
        if status == 200 and path == "/1.0/config":
            keys = [key.split("/")[-1] for key in json.loads(body)]
            found += [key for key in keys if not key.startswith(("user.", "cloud-init."))]
    return found_or_nothing(found, ", ".join(said))


def ask_incus(sock_path, path):
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as sock:
        sock.settimeout(OWN_ANSWER)
        sock.connect(sock_path)
        sock.sendall(b"GET %s HTTP/1.0\r\nHost: incus\r\n\r\n" % path.encode())
        data = b""
        while len(data) < 65536:
            more = sock.recv(4096)
            if not more:
                break
            data += more
    head, _, body = data.partition(b"\r\n\r\n")
    return int(head.split()[1]), body.decode("utf-8", "replace")


def found_or_nothing(found, otherwise):
    if found:
        return "; ".join(found)
    raise NoName(otherwise)


# ---- name services ----------------------------------------------------------------------------------------------------


def encode_name(name):
    return b"".join(bytes([len(p)]) + p.encode() for p in name.rstrip(".").split(".")) + b"\0"


def read_name(data, at):
    labels, jumped, hops = [], None, 0
    while data[at] and hops < 64:
        hops += 1
        if data[at] & 0xC0 == 0xC0:
            jumped = jumped or at + 2
            at = struct.unpack("!H", data[at : at + 2])[0] & 0x3FFF
            continue
        labels.append(data[at + 1 : at + 1 + data[at]].decode("ascii", "replace"))
        at += 1 + data[at]
    return ".".join(labels), jumped or at + 1


def read_answers(data):
    _, flags, questions, answers = struct.unpack("!HHHH", data[:8])
    at, found = 12, []
    for _ in range(questions):
        at = read_name(data, at)[1] + 4
    for _ in range(answers):
        at = read_name(data, at)[1]
        kind, _, _, size = struct.unpack("!HHIH", data[at : at + 10])
        at += 10
        if kind == 1 and size == 4:
            found.append("A " + socket.inet_ntoa(data[at : at + 4]))
        elif kind == 28 and size == 16:
            found.append("AAAA " + socket.inet_ntop(socket.AF_INET6, data[at : at + 16]))
        elif kind == 12:
            found.append("PTR " + read_name(data, at)[0])
        at += size
    return flags & 15, found


def ask(ctx, probe, server, port, flags, qclass):
    query = struct.pack("!HHHHHH", probe["token"], flags, 1, 0, 0, 0) + encode_name(probe["name"])
    query += struct.pack("!HH", DNS_TYPES[probe.get("type") or "A"], qclass)
    with bound(socket.AF_INET, socket.SOCK_DGRAM, probe) as sock:
        if port == 53:
            sock.connect((server, port))
            send = lambda: sock.send(query)
        else:
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_BINDTODEVICE, ctx.need()["name"].encode())
            send = lambda: sock.sendto(query, (server, port))
        send()
        pick = lambda data, who: (data, who[0]) if data[:2] == query[:2] and data[2] & 0x80 else None
        data, who = wait_for(sock, probe["timeout"], pick, send)
    rcode, found = read_answers(data)
    if not found and port == 53 and rcode not in (0, 3):
        # a server that failed or refused has said nothing of the name
        raise Silence("%s from %s" % (RCODES.get(rcode, str(rcode)), who))
    if not found:
        raise NoName("%s from %s" % (RCODES.get(rcode, str(rcode)), who))
    return "%s from %s" % (", ".join(found), who)


def dns(ctx, probe):
    return ask(ctx, probe, probe["to"], 53, 0x0100, 1)


def llmnr(ctx, probe):
    return ask(ctx, probe, "224.0.0.252", 5355, 0, 1)


def mdns(ctx, probe):
    return ask(ctx, probe, "224.0.0.251", 5353, 0, 0x8001)


def resolve(ctx, probe):
    """The guest's own resolver, whatever it is made of."""
    try:
        found = socket.getaddrinfo(probe["name"], None, type=socket.SOCK_STREAM)
    except socket.gaierror as problem:
        if problem.errno in (socket.EAI_NONAME, socket.EAI_NODATA):
            raise NoName(str(problem))
        raise Silence(str(problem))  # the resolver itself had no answer: that is not the same as "no such name"
    return ", ".join(sorted({item[4][0] for item in found}))


KINDS = {
    "tcp": tcp, "udp": udp, "shout": shout, "icmp": icmp, "icmp6": icmp6, "ns": neighbour_solicitation,
    "rs": router_solicitation, "ra": router_advertisement, "ipv6-state": ipv6_state, "arp": arp, "ether": ether,
    "syn": raw_syn, "syn-mac": syn_as_mac, "syn-address": syn_as_address, "claim": claim, "dhcp-offer": dhcp_offer,
    "dhcp-stranger": dhcp_stranger, "guest-mounts": guest_mounts, "guest-idmap": guest_idmap,
    "guest-devices": guest_devices, "guest-api": guest_api, "dns": dns, "llmnr": llmnr, "mdns": mdns, "resolve": resolve,
}  # fmt: skip


# ---- running ------------------------------------------------------------------------------------------------------------


def attempt(ctx, probe):
    start = time.monotonic()
    word, text = "", ""
    try:
        text = KINDS[probe["kind"]](ctx, probe)
        event = "answer"
    except Silence as problem:
        event, text = "silence", str(problem) or "nothing came back in %.1f s" % (time.monotonic() - start)
    except NoName as problem:
        event, text = "name", str(problem)
    except OSError as problem:
        event, text = "error", str(problem)
        word = errno.errorcode.get(problem.errno, "") if problem.errno else ""
        if not word:
            event, text = "crash", repr(problem)
    except Exception:
        event, text = "crash", traceback.format_exc(limit=-2)
    millis = round((time.monotonic() - start) * 1000)
    return {"id": probe["id"], "event": event, "errno": word, "text": text[:800], "elapsedMillis": millis}


def prepare(ctx, job):
    notes = []
    if job.get("ipv6"):
        for where in ("all", ctx.need()["name"]):
            with open("/proc/sys/net/ipv6/conf/%s/disable_ipv6" % where, "w") as knob:
                knob.write("0")
        await_link_local(ctx, notes)
    for n in job.get("neighbours", []):
        notes += ip("neigh", "replace", n["address"], "lladdr", n["mac"], "nud", "permanent", "dev", ctx.need()["name"])
    return notes


def await_link_local(ctx, notes):
    """The address exists, and duplicate detection is over: before that nothing can be sent from it."""
    end = time.monotonic() + 4
    while time.monotonic() < end:
        with open("/proc/net/if_inet6") as table:
            rows = [line.split() for line in table if line.split()[5] == ctx.link["name"] and line.startswith("fe80")]
        if rows and not any(int(row[4], 16) & 0x40 for row in rows):
            return
        time.sleep(0.05)
    notes.append("no usable IPv6 link-local address after 4 s")


def ip(*words):
    done = subprocess.run(["ip", *words], capture_output=True, stdin=subprocess.DEVNULL, timeout=OWN_ANSWER)
    return [done.stderr.decode("utf-8", "replace").strip()] if done.returncode else []


def run_all(ctx, probes):
    answers = [None] * len(probes)

    def work(index):
        answers[index] = attempt(ctx, probes[index])

    threads = [threading.Thread(target=work, args=(i,), daemon=True) for i in range(len(probes))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return answers


def read_text(path):
    try:
        with open(path) as file:
            return file.read().strip()
    except OSError:
        return ""


def main():
    job = json.loads("".join(sys.argv[1:]))
    ctx = Context(job)
    notes = prepare(ctx, job)
    ctx = Context(job)
    answers = run_all(ctx, [p for p in job["probes"] if not p.get("last")])
    answers += run_all(ctx, [p for p in job["probes"] if p.get("last")])
    for n in job.get("neighbours", []):
        ip("neigh", "del", n["address"], "dev", ctx.need()["name"])
    facts = {
        "machineId": read_text("/etc/machine-id"),
        "hostname": socket.gethostname(),
        "address": ctx.link["address"] if ctx.link else "",
        "mac": ctx.link["mac"] if ctx.link else "",
        "link": ctx.link["name"] if ctx.link else "",
        "linkLocal": next((a.split("/")[0] for a in (ctx.link or {}).get("addresses", []) if a.startswith("fe80")), ""),
        "kernel": os.uname().release,
    }
    json.dump({"schema": "box.prober/1", "facts": facts, "notes": notes, "answers": answers}, sys.stdout)


if __name__ == "__main__":
    main()
