package dev.box.lab.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.box.core.failure.BoxFailure;
import java.util.List;
import org.junit.jupiter.api.Test;

class CgroupsTest {

    @Test
    void version1ControllersGiveTheHostAVersion1Layout() {
        Cgroups cgroups = Cgroups.parse(List.of(
                "31 23 0:28 / /sys/fs/cgroup rw,relatime - tmpfs tmpfs rw,mode=755",
                "32 31 0:29 / /sys/fs/cgroup/cpu,cpuacct rw,relatime - cgroup cgroup rw,cpu,cpuacct",
                "35 31 0:32 / /sys/fs/cgroup/memory rw,relatime shared:9 - cgroup cgroup rw,memory",
                "40 31 0:37 / /sys/fs/cgroup/systemd rw,relatime - cgroup cgroup rw,xattr,name=systemd",
                "41 31 0:38 / /sys/fs/cgroup/unified rw,relatime - cgroup2 cgroup2 rw"));

        assertThat(cgroups.isHybrid()).isTrue();
        assertThat(cgroups.layout())
                .isEqualTo("cpu,cpuacct cpu,cpuacct\nmemory memory\nsystemd none,name=systemd\nunified -\n");
    }

    @Test
    void aMachineWithVersion2AloneGivesTheHostThatAlone() {
        Cgroups cgroups = Cgroups.parse(
                List.of(
                        "35 24 0:30 / /sys/fs/cgroup rw,nosuid,nodev,noexec,relatime shared:9 - cgroup2 cgroup2 rw,nsdelegate"));

        assertThat(cgroups.isHybrid()).isFalse();
        assertThat(cgroups.layout()).isEqualTo(". -\n");
    }

    @Test
    void aMachineWithoutCgroupsIsToldWhatToMount() {
        assertThatThrownBy(() -> Cgroups.parse(List.of("22 27 0:21 / /proc rw - proc proc rw")))
                .isInstanceOfSatisfying(
                        BoxFailure.Failed.class,
                        failure -> assertThat(failure.advice()).contains("mount -t cgroup2"));
    }
}
