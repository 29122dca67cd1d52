package dev.box.drill.probe;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.box.incus.Deadline;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.VarHandle;
import java.net.InetAddress;
import java.net.SocketTimeoutException;

/**
 * One ICMP echo by a raw socket, as root. The JDK's {@code isReachable} falls back to TCP without a word and hides the
 * error; this says the kernel's own errno.
 */
final class RawIcmp {

    private static final Linker LINKER = Linker.nativeLinker();
    private static final StructLayout STATE = Linker.Option.captureStateLayout();
    private static final VarHandle ERRNO = STATE.varHandle(MemoryLayout.PathElement.groupElement("errno"));
    private static final MethodHandle SOCKET =
            bind("socket", FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT));
    private static final MethodHandle SENDTO =
            bind("sendto", FunctionDescriptor.of(JAVA_LONG, JAVA_INT, ADDRESS, JAVA_LONG, JAVA_INT, ADDRESS, JAVA_INT));
    private static final MethodHandle RECV =
            bind("recv", FunctionDescriptor.of(JAVA_LONG, JAVA_INT, ADDRESS, JAVA_LONG, JAVA_INT));
    private static final MethodHandle CLOSE = bind("close", FunctionDescriptor.of(JAVA_INT, JAVA_INT));
    private static final MethodHandle SETSOCKOPT =
            bind("setsockopt", FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT));

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
            MemorySegment state = arena.allocate(STATE);
            int fd = (int) call(SOCKET, state, AF_INET, SOCK_RAW, IPPROTO_ICMP);
            try {
                send(arena, state, fd, target, id);
                return receive(arena, state, fd, target, id, limit);
            } finally {
                call(CLOSE, state, fd);
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
        call(SENDTO, state, fd, data, (long) packet.length, 0, to, 16);
    }

    private static String receive(Arena arena, MemorySegment state, int fd, byte[] target, int id, Deadline limit)
            throws IOException {
        MemorySegment buffer = arena.allocate(2048);
        while (!limit.expired()) {
            long millis = limit.remainingMillis();
            MemorySegment timeout = arena.allocateFrom(JAVA_LONG, millis / 1000, millis % 1000 * 1000);
            call(SETSOCKOPT, state, fd, SOL_SOCKET, SO_RCVTIMEO, timeout, 16);
            long size = tryReceive(state, fd, buffer);
            if (size >= 28 && isReply(buffer, target, id)) {
                return "echo reply";
            }
        }
        throw new SocketTimeoutException("no echo reply");
    }

    private static long tryReceive(MemorySegment state, int fd, MemorySegment buffer) throws IOException {
        try {
            return call(RECV, state, fd, buffer, buffer.byteSize(), 0);
        } catch (Errno e) {
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

    private static long call(MethodHandle function, MemorySegment state, Object... arguments) throws Errno {
        Object[] all = new Object[arguments.length + 1];
        all[0] = state;
        System.arraycopy(arguments, 0, all, 1, arguments.length);
        long result;
        try {
            result = ((Number) function.invokeWithArguments(all)).longValue();
        } catch (Throwable e) {
            throw new IllegalStateException("calling the C library", e);
        }
        if (result < 0) {
            throw new Errno((int) ERRNO.get(state, 0L));
        }
        return result;
    }

    @SuppressWarnings("restricted") // the one place where the drill calls the C library
    private static MethodHandle bind(String name, FunctionDescriptor shape) {
        return LINKER.downcallHandle(
                LINKER.defaultLookup().findOrThrow(name), shape, Linker.Option.captureCallState("errno"));
    }

    /** An error number, said in the words that {@link HostProber#errno} reads. */
    private static final class Errno extends IOException {
        private static final long serialVersionUID = 1L;
        private final int number;

        Errno(int number) {
            super(
                    switch (number) {
                        case 1 -> "Operation not permitted";
                        case 13 -> "Permission denied";
                        case 101 -> "Network is unreachable";
                        case 111 -> "Connection refused";
                        case 113 -> "No route to host";
                        default -> "errno " + number;
                    });
            this.number = number;
        }
    }
}
