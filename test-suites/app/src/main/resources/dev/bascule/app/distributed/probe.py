"""Round trips from here to other addresses, by echoes that the kernel there answers.

Arguments: how many of each, milliseconds to wait for one, and the addresses.
"""

import json
import os
import select
import socket
import struct
import sys
import time

SO_TIMESTAMPNS = 35
ECHO, ANSWER = 8, 0


def checksum(data):
    total = sum(struct.unpack("!%dH" % (len(data) // 2), data))
    total = (total >> 16) + (total & 0xFFFF)
    return ~(total + (total >> 16)) & 0xFFFF


def echo(number, turn):
    head = struct.pack("!BBHHH", ECHO, 0, 0, number, turn)
    payload = os.urandom(16)
    return struct.pack("!BBHHH", ECHO, 0, checksum(head + payload), number, turn) + payload


def stamp(control):
    """When the kernel had the answer: this process may have been late to read it."""
    for level, kind, data in control:
        if level == socket.SOL_SOCKET and kind == SO_TIMESTAMPNS:
            seconds, nanos = struct.unpack("ll", data[:16])
            return seconds * 10**9 + nanos
    return time.time_ns()


def trip(opened, address, number, turn, wait):
    """In milliseconds; None where no answer comes."""
    asked = echo(number, turn)
    begin = time.time_ns()
    opened.sendto(asked, (address, 0))
    limit = time.monotonic() + wait
    while True:
        if not select.select([opened], [], [], max(0, limit - time.monotonic()))[0]:
            return None
        packet, control, _, sender = opened.recvmsg(2048, 128)
        answer = packet[(packet[0] & 15) * 4 :]
        if sender[0] == address and answer[0] == ANSWER and answer[4:] == asked[4:]:
            return (stamp(control) - begin) / 1e6


def main():
    count, wait, addresses = int(sys.argv[1]), int(sys.argv[2]) / 1e3, sys.argv[3:]
    opened = socket.socket(socket.AF_INET, socket.SOCK_RAW, socket.IPPROTO_ICMP)
    opened.setsockopt(socket.SOL_SOCKET, SO_TIMESTAMPNS, 1)
    number = os.getpid() & 0xFFFF
    told = []
    for address in addresses:
        # The first finds out where the other is.
        there = trip(opened, address, number, 0, wait) is not None
        told.append([trip(opened, address, number, turn + 1, wait) if there else None for turn in range(count)])
    print(json.dumps(told))


main()
