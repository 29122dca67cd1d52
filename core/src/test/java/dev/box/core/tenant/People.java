package dev.box.core.tenant;

import static dev.box.core.host.LabHostFixture.deadline;
import static dev.box.core.host.LabHostFixture.must;
import static dev.box.core.host.LabHostFixture.run;

import dev.box.core.host.Host;
import dev.box.core.process.Subprocess;
import dev.box.core.progress.Progress;
import java.util.ArrayList;
import java.util.List;

/** Real accounts on the lab host, which go with everything of theirs. */
final class People implements AutoCloseable {

    private final Host host;
    private final List<String> names = new ArrayList<>();

    People(Host host) {
        this.host = host;
    }

    Account add(String name, String groups) {
        names.add(name);
        must(host, "id " + name + " 2>/dev/null || useradd -m -s /bin/sh " + name);
        if (!groups.isEmpty()) {
            must(host, "usermod -aG " + groups + " " + name);
        }
        return Account.find(host.machine(), name, deadline()).orElseThrow();
    }

    /** What a fresh login of that account runs, as a script. */
    Subprocess.Result as(String name, String script) {
        return host.machine().command("su", "-", name, "-c", script).run(deadline());
    }

    @Override
    public void close() {
        for (String name : names) {
            if (Account.find(host.machine(), name, deadline()).isPresent()) {
                new Revoke(host).purge(name, Progress.silent(), deadline());
                run(host, "pkill -KILL -u " + name + "; while pgrep -u " + name + "; do :; done");
                must(host, "userdel -r " + name + " 2>/dev/null || ! id " + name);
            }
        }
    }
}
