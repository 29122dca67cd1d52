package dev.box.drill.probe;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.box.incus.Deadline;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.net.InetAddress;
import java.net.SocketTimeoutException;

/**
 * One ICMP echo by a raw socket, as root. The JDK's {@code isReachable} falls back to TCP without a word and hides the
 * error; this says the kernel's own errno.
 */
final class RawIcmp {

    private static final int AF_INET = 2;
    private static final int SOCK_RAW = 3;
    private static final int IPPROTO_ICMP = 1;
    private static final int SOL_SOCKET = 1;
    private static final int SO_RCVTIMEO = 20;
    private static final int EAGAIN = 11;

    private RawIcmp() {}

    /** What answered; {@link SocketTimeoutException} if nothing did. */
    static String echo(String address, int id, Deadline limit) throws IOException {
        byte[] target = InetAddress.ofLiteral(address).getAddress();
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment state = arena.allocate(CSockets.STATE);
            int fd = (int) CSockets.call(CSockets.SOCKET, state, AF_INET, SOCK_RAW, IPPROTO_ICMP);
            try {
                send(arena, state, fd, target, id);
                return receive(arena, state, fd, target, id, limit);
            } finally {
                CSockets.call(CSockets.CLOSE, state, fd);
            }
        }
    }

    private static void send(Arena arena, MemorySegment state, int fd, byte[] target, int id) throws IOException {
        byte[] packet = {8, 0, 0, 0, (byte) (id >> 8), (byte) id, 0, 1};
        int sum = 0;
        for (int i = 0; i < packet.length; i += 2) {
            sum += ((packet[i] & 0xff) << 8) | (packet[i + 1] & 0xff);
        }
        int check = ~((sum & 0xffff) + (sum >> 16)) & 0xffff;
        packet[2] = (byte) (check >> 8);
        packet[3] = (byte) check;
        MemorySegment data = arena.allocateFrom(JAVA_BYTE, packet);
        MemorySegment to = arena.allocate(16);
        to.set(ValueLayout.JAVA_SHORT, 0, (short) AF_INET);
        MemorySegment.copy(target, 0, to, JAVA_BYTE, 4, 4);
        CSockets.call(CSockets.SENDTO, state, fd, data, (long) packet.length, 0, to, 16);
    }

    private static String receive(Arena arena, MemorySegment state, int fd, byte[] target, int id, Deadline limit)
            throws IOException {
        MemorySegment buffer = arena.allocate(2048);
        while (!limit.expired()) {
            long millis = limit.remainingMillis();
            MemorySegment timeout = arena.allocateFrom(JAVA_LONG, millis / 1000, millis % 1000 * 1000);
            CSockets.call(CSockets.SETSOCKOPT, state, fd, SOL_SOCKET, SO_RCVTIMEO, timeout, 16);
            long size = tryReceive(state, fd, buffer);
            if (size >= 28 && isReply(buffer, target, id)) {
                return "echo reply";
            }
        }
        throw new SocketTimeoutException("no echo reply");
    }

    private static long tryReceive(MemorySegment state, int fd, MemorySegment buffer) throws IOException {
        try {
            return CSockets.call(CSockets.RECV, state, fd, buffer, buffer.byteSize(), 0);
        } catch (CSockets.Errno e) {
            if (e.number == EAGAIN) {
                return 0;
            }
            throw e;
        }
    }

    private static boolean isReply(MemorySegment buffer, byte[] target, int id) {
        for (int i = 0; i < 4; i++) {
            if (buffer.get(JAVA_BYTE, 12 + i) != target[i]) {
                return false;
            }
        }
        int body = (buffer.get(JAVA_BYTE, 0) & 15) * 4;
        int got = ((buffer.get(JAVA_BYTE, body + 4) & 0xff) << 8) | (buffer.get(JAVA_BYTE, body + 5) & 0xff);
        return buffer.get(JAVA_BYTE, body) == 0 && got == id;
    }
}
