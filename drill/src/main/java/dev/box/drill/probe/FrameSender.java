package dev.box.drill.probe;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import dev.box.core.failure.BoxFailure;
import dev.box.drill.contract.ProbeKind;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;

/**
 * Puts frames on the boxes' bridge from the host's own side, which nothing forbids: what a counter must see if such a frame
 * arrives. Checksums are left out on purpose: counters do not care, and a guest drops what it gets.
 */
public final class FrameSender {

    private static final int AF_PACKET = 17;
    private static final int SOCK_RAW = 3;
    private static final int IP = 0x0800;
    private static final int IP6 = 0x86dd;
    private static final int ARP = 0x0806;
    private static final int PRIVATE = 0x88b5;

    private final String bridge;

    public FrameSender(String bridge) {
        this.bridge = bridge;
    }

    /**
     * A frame as the prober in a guest makes it.
     *
     * @param fromMac whose it claims to be
     * @param toMac whose port it leaves by
     * @param from IPv4 or IPv6 address, as the kind has it
     * @param to the same
     * @param token its source port, id or content
     */
    public record Frame(ProbeKind kind, String fromMac, String toMac, String from, String to, int token) {}

    /** Whether a frame of that kind can be made here. */
    public static boolean knows(ProbeKind kind) {
        return content(new Frame(kind, "", "", "10.0.0.1", "10.0.0.2", 1)).isPresent()
                || content(new Frame(kind, "", "", "fe80::1", "fe80::2", 1)).isPresent();
    }

    public void send(List<Frame> frames) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment state = arena.allocate(CSockets.STATE);
            int fd = (int) CSockets.call(CSockets.SOCKET, state, AF_PACKET, SOCK_RAW, 0);
            try {
                MemorySegment place = place(arena);
                for (Frame frame : frames) {
                    MemorySegment data = arena.allocateFrom(JAVA_BYTE, bytes(frame));
                    CSockets.call(CSockets.SENDTO, state, fd, data, data.byteSize(), 0, place, 20);
                }
            } finally {
                CSockets.call(CSockets.CLOSE, state, fd);
            }
        } catch (IOException e) {
            throw new BoxFailure.Unjudged(
                    "sending control frames on " + bridge, String.valueOf(e.getMessage()), "run it as root");
        }
    }

    /** {@code struct sockaddr_ll} of the bridge. */
    private MemorySegment place(Arena arena) throws IOException {
        NetworkInterface device = NetworkInterface.getByName(bridge);
        if (device == null) {
            throw new IOException("there is no interface " + bridge);
        }
        MemorySegment place = arena.allocate(20);
        place.set(ValueLayout.JAVA_SHORT_UNALIGNED, 0, (short) AF_PACKET);
        place.set(ValueLayout.JAVA_INT_UNALIGNED, 4, device.getIndex());
        return place;
    }

    private static byte[] bytes(Frame frame) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.write(mac(frame.toMac()));
        out.write(mac(frame.fromMac()));
        out.write(content(frame)
                .orElseThrow(() -> new IOException("no frame of " + frame.kind().words())));
        while (out.size() < 60) {
            out.write(0);
        }
        return out.toByteArray();
    }

    /** What follows the two addresses. */
    private static Optional<byte[]> content(Frame frame) {
        int token = frame.token();
        byte[] udp = ByteBuffer.allocate(8)
                .putShort((short) token)
                .putShort((short) 9)
                .putShort((short) 8)
                .array();
        return switch (frame.kind()) {
            case ARP ->
                Optional.of(ByteBuffer.allocate(30)
                        .putShort((short) ARP)
                        .putShort((short) 1)
                        .putShort((short) IP)
                        .put((byte) 6)
                        .put((byte) 4)
                        .putShort((short) 1)
                        .position(26)
                        .put(address(frame.to()))
                        .array());
            case ETHER ->
                Optional.of(ByteBuffer.allocate(6)
                        .putShort((short) PRIVATE)
                        .putInt(token)
                        .array());
            case ICMP ->
                Optional.of(packet(frame, 1, new byte[] {8, 0, 0, 0, (byte) (token >> 8), (byte) token, 0, 1}));
            case TCP, SYN ->
                Optional.of(packet(
                        frame,
                        6,
                        ByteBuffer.allocate(20)
                                .putShort((short) token)
                                .putShort((short) 9)
                                .putLong(0)
                                .put((byte) 0x50)
                                .put((byte) 2)
                                .array()));
            case UDP, SHOUT, LLMNR, MDNS -> Optional.of(packet(frame, 17, udp));
            case DHCP_OFFER ->
                Optional.of(packet(
                        frame,
                        17,
                        ByteBuffer.allocate(16)
                                .putShort((short) 67)
                                .putShort((short) 68)
                                .putInt(16 << 16)
                                .putInt(0x02010600)
                                .putInt(token)
                                .array()));
            case ICMP6 ->
                Optional.of(
                        packet(frame, 58, new byte[] {(byte) 128, 0, 0, 0, (byte) (token >> 8), (byte) token, 0, 1}));
            case NEIGHBOUR ->
                Optional.of(packet(
                        frame,
                        58,
                        ByteBuffer.allocate(24)
                                .put((byte) 135)
                                .position(8)
                                .put(address(frame.to()))
                                .array()));
            case ROUTER_ADVERT ->
                Optional.of(packet(
                        frame, 58, ByteBuffer.allocate(16).put((byte) 134).array()));
            default -> Optional.empty();
        };
    }

    private static byte[] packet(Frame frame, int protocol, byte[] body) {
        byte[] from = address(frame.from());
        byte[] to = address(frame.to());
        if (from.length == 16) {
            return ByteBuffer.allocate(2 + 40 + body.length)
                    .putShort((short) IP6)
                    .putInt(0x60000000)
                    .putShort((short) body.length)
                    .put((byte) protocol)
                    .put((byte) 255)
                    .put(from)
                    .put(to)
                    .put(body)
                    .array();
        }
        return ByteBuffer.allocate(2 + 20 + body.length)
                .putShort((short) IP)
                .put((byte) 0x45)
                .put((byte) 0)
                .putShort((short) (20 + body.length))
                .putInt(0)
                .put((byte) 64)
                .put((byte) protocol)
                .putShort((short) 0)
                .put(from)
                .put(to)
                .put(body)
                .array();
    }

    private static byte[] address(String text) {
        return InetAddress.ofLiteral(text).getAddress();
    }

    private static byte[] mac(String text) {
        byte[] bytes = new byte[6];
        String[] parts = text.split(":", -1);
        for (int i = 0; i < 6; i++) {
            bytes[i] = (byte) Integer.parseInt(parts[i], 16);
        }
        return bytes;
    }
}
