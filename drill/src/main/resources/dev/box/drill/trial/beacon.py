#!/usr/bin/python3
"""box drill's beacon: sends the same few frames over and over, from the first moment on, until it is ended.

Usage: beacon.py JOB.json     (as root, as a systemd unit with a time limit; makes frames by hand, needs no address)
"""

import json
import os
import socket
import struct
import subprocess
import sys
import time


def mac_bytes(mac):
    return bytes(int(part, 16) for part in mac.split(":"))


def checksum(data):
    total = sum(struct.unpack("!%dH" % (len(data) // 2), data))
    while total >> 16:
        total = (total & 0xFFFF) + (total >> 16)
    return ~total & 0xFFFF


def frame(job, to):
    payload = b"box drill beacon"
    body = struct.pack("!HHHH", to["sport"], to["port"], 8 + len(payload), 0) + payload
    ends = socket.inet_aton(job["address"]) + socket.inet_aton(to["address"])
    head = struct.pack("!BBHHHBBH", 0x45, 0, 20 + len(body), 0, 0x4000, 64, 17, 0) + ends
    head = head[:10] + struct.pack("!H", checksum(head)) + head[12:]
    return mac_bytes(to["mac"]) + mac_bytes(job["mac"]) + struct.pack("!H", 0x0800) + head + body


def link(mac):
    for name in os.listdir("/sys/class/net"):
        with open("/sys/class/net/%s/address" % name) as file:
            if file.read().strip().lower() == mac.lower():
                return name
    return None


def opened(job):
    """The link may not be there yet, or be down: then it is waited for, and taken up."""
    while True:
        name = link(job["mac"])
        if name:
            subprocess.run(["ip", "link", "set", name, "up"], stdin=subprocess.DEVNULL, timeout=5)
            try:
                sock = socket.socket(socket.AF_PACKET, socket.SOCK_RAW, 0)
                sock.bind((name, 0))
                return sock
            except OSError:
                pass
        time.sleep(0.01)


def main():
    with open(sys.argv[1]) as file:
        job = json.load(file)
    frames = [frame(job, to) for to in job["targets"]]
    sock = opened(job)
    while True:
        for data in frames:
            try:
                sock.send(data)
            except OSError:
                sock.close()
                sock = opened(job)
        time.sleep(0.02)


if __name__ == "__main__":
    main()
