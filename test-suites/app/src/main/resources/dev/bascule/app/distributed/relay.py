"""A switch between links that sends each frame on after a while. Reads a line to tell what it did; ends when its input ends.

Arguments: the host's process, microseconds to wait, and the links' names.
"""

import ctypes
import heapq
import json
import os
import select
import signal
import socket
import struct
import sys
import time

ETH_P_ALL = 3
SOL_PACKET = 263
PACKET_VNET_HDR = 15
PACKET_IGNORE_OUTGOING = 23
SO_TIMESTAMPNS = 35
SO_SNDBUFFORCE, SO_RCVBUFFORCE = 32, 33
# What the kernel knows of checksums and segments that are not made yet goes along with a frame.
HEADER = 10
LARGEST = HEADER + 14 + 65536 + 64
BUFFER = 32 << 20
AT_ONCE = 64


def link(name):
    opened = socket.socket(socket.AF_PACKET, socket.SOCK_RAW, socket.htons(ETH_P_ALL))
    opened.setsockopt(SOL_PACKET, PACKET_VNET_HDR, 1)
    opened.setsockopt(SOL_PACKET, PACKET_IGNORE_OUTGOING, 1)
    opened.setsockopt(socket.SOL_SOCKET, SO_TIMESTAMPNS, 1)
    opened.setsockopt(socket.SOL_SOCKET, SO_SNDBUFFORCE, BUFFER)
    opened.setsockopt(socket.SOL_SOCKET, SO_RCVBUFFORCE, BUFFER)
    opened.bind((name, 0))
    opened.setblocking(False)
    return opened


def age(control):
    """Nanoseconds since the kernel had the frame."""
    for level, kind, data in control:
        if level == socket.SOL_SOCKET and kind == SO_TIMESTAMPNS:
            seconds, nanos = struct.unpack("ll", data[:16])
            return max(0, time.time_ns() - (seconds * 10**9 + nanos))
    return 0


class Relay:
    def __init__(self, links, wait):
        self.links, self.wait = links, wait
        self.held, self.order, self.where = [], 0, {}
        self.carried = self.dropped = self.late = self.most = 0

    def read(self, at):
        for _ in range(AT_ONCE):
            try:
                frame, control, _, _ = self.links[at].recvmsg(LARGEST, 128)
            except OSError:  # Nothing more, or the link is down.
                return
            due = time.monotonic_ns() + max(0, self.wait - age(control))
            into, sender = frame[HEADER : HEADER + 6], frame[HEADER + 6 : HEADER + 12]
            self.where[sender] = at
            known = self.where.get(into)
            for other in range(len(self.links)) if known is None else [known]:
                if other != at:
                    self.order += 1
                    heapq.heappush(self.held, (due, self.order, other, frame))

    def send(self):
        """What is due; gives back how many seconds there are until something else is."""
        while self.held:
            now = time.monotonic_ns()
            due, _, into, frame = self.held[0]
            if due > now:
                return (due - now) / 1e9
            heapq.heappop(self.held)
            self.carried += 1
            self.late += now - due
            self.most = max(self.most, now - due)
            try:
                self.links[into].send(frame)
            except OSError:  # Its queue is full, or the link is down.
                self.dropped += 1
        return None

    def told(self):
        mean = self.late / self.carried if self.carried else 0
        return {
            "carried": self.carried, "dropped": self.dropped, "meanMs": mean / 1e6, "mostMs": self.most / 1e6,
        }


def tell(value):
    sys.stdout.write(json.dumps(value) + "\n")
    sys.stdout.flush()


def main():
    parent, micros, names = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3:]
    ctypes.CDLL(None).prctl(1, signal.SIGKILL)  # PR_SET_PDEATHSIG
    if os.getppid() != parent:
        return
    try:
        # A frame is not to wait for the ranks' own work.
        os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(1))
    except OSError:
        pass
    relay = Relay([link(name) for name in names], micros * 1000)
    tell("ready")
    while True:
        ready, _, _ = select.select([0, *relay.links], [], [], relay.send())
        for each in ready:
            if each == 0:
                if not os.read(0, 4096):
                    return
                tell(relay.told())
            else:
                relay.read(relay.links.index(each))


main()
