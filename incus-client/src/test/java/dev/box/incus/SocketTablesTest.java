package dev.box.incus;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The kernel's tables as they look on a host whose daemon waits for pid 4242. */
class SocketTablesTest {

    private static final Path SOCKET = Path.of("/var/lib/incus/unix.socket");

    @Test
    void the_queue_and_the_accepted_are_counted_apart() {
        String table = """
                Num       RefCount Protocol Flags    Type St Inode Path
                0000000000000000: 00000002 00000000 00010000 0001 01 100 /var/lib/incus/unix.socket
                0000000000000000: 00000002 00000000 00010000 0001 01 101 /var/lib/incus/unix.socket.user
                0000000000000000: 00000003 00000000 00000000 0001 03 102 /var/lib/incus/unix.socket
                0000000000000000: 00000002 00000000 00000000 0001 02     0 /var/lib/incus/unix.socket
                0000000000000000: 00000002 00000000 00000000 0001 02     0 /var/lib/incus/unix.socket
                0000000000000000: 00000003 00000000 00000000 0001 03 103
                """;
        assertThat(SocketTable.parse(table, SocketTable.names(SOCKET)))
                .isEqualTo(new SocketTable(true, 2, Set.of("102")));
        assertThat(SocketTable.parse(table, SocketTable.names(Path.of("/proc/77/root" + SOCKET))))
                .as("the same socket, seen from another mount namespace")
                .isEqualTo(new SocketTable(true, 2, Set.of("102")));
    }

    @Test
    void the_far_end_is_named_if_this_user_may_see_it() {
        String root = """
                u_str ESTAB 0 0 /var/lib/incus/unix.socket 500 * 501 users:(("incusd",pid=1,fd=9))
                u_str ESTAB 0 0 * 501 * 500 users:(("nc",pid=4242,fd=3))
                u_str ESTAB 0 0 /var/lib/incus/unix.socket 0 * 601
                u_str ESTAB 0 0 * 601 * 0 users:(("java",pid=77,fd=5))
                """;
        assertThat(SocketPeers.parse(root, SOCKET, 77).holders()).containsExactly(new SocketHolder(4242, "nc"));
        String user = """
                u_str ESTAB 0 0 /var/lib/incus/unix.socket 500 * 501
                u_str ESTAB 0 0 * 501 * 500
                """;
        SocketPeers.Found unseen = SocketPeers.parse(user, SOCKET, 77);
        assertThat(unseen.holders()).isEmpty();
        assertThat(unseen.unseen()).isEqualTo(1);
    }
}
