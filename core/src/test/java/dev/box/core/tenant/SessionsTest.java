package dev.box.core.tenant;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SessionsTest {

    private static final String STATUS = """
            /proc/10/status:Name:	bash
            /proc/10/status:Uid:	1000	1000	1000	1000
            /proc/10/status:Gid:	1000	1000	1000	1000
            /proc/10/status:Groups:	991 1000
            /proc/11/status:Name:	newgrp: \033[2J
            /proc/11/status:Uid:	1000	1000	1000	1000
            /proc/11/status:Gid:	991	991	991	991
            /proc/11/status:Groups:
            /proc/12/status:Name:	vim
            /proc/12/status:Uid:	1000	1000	1000	1000
            /proc/12/status:Gid:	1000	1000	1000	1000
            /proc/12/status:Groups:	1000
            /proc/13/status:Name:	bash
            /proc/13/status:Uid:	1001	1001	1001	1001
            /proc/13/status:Gid:	1001	1001	1001	1001
            /proc/13/status:Groups:	991 1001
            /proc/14/status:Name:	left in the middle of its end
            """;

    @Test
    void aProcessCountsIfTheAccountRunsItAndItHoldsTheGroupByWhicheverWay() {
        assertThat(Sessions.parse(STATUS, 1000, 991))
                .extracting(Sessions.Process::pid)
                .containsExactly(10, 11);
        assertThat(Sessions.parse(STATUS, 1001, 991)).hasSize(1);
        assertThat(Sessions.parse(STATUS, 100, 991)).isEmpty();
        assertThat(Sessions.parse("", 1000, 991)).isEmpty();
    }

    @Test
    void aNameCanDoNothingToTheTerminal() {
        assertThat(Sessions.parse(STATUS, 1000, 991).get(1).toString()).doesNotContain("\033");
    }
}
