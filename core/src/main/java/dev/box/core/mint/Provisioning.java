package dev.box.core.mint;

import dev.box.core.box.GuestUser;
import dev.box.core.failure.BoxFailure;
import dev.box.core.progress.Progress;
import dev.box.core.template.Template;
import dev.box.incus.Deadline;
import dev.box.incus.ExecRequest;
import dev.box.incus.ExecStreams;
import dev.box.incus.FileMode;
import dev.box.incus.Incus;
import dev.box.incus.InstanceFiles;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Function;

/** Runs a template's script in the guest and the template's own check after it. */
final class Provisioning {

    private static final String DIRECTORY = "/var/lib/box";
    private static final String SCRIPT = DIRECTORY + "/provision.sh";
    private static final String LIBRARY = DIRECTORY + "/provision-lib.sh";
    private static final String AGENT_CONTEXT = DIRECTORY + "/agent-context.md";

    /** Two streams arrive as they come: what went wrong would be told before or after what it went wrong with. */
    private static final String ONE_STREAM = "exec 2>&1\n";

    private final Incus incus;
    private final String name;
    private final Template template;

    Provisioning(Incus incus, String name, Template template) {
        this.incus = incus;
        this.name = name;
        this.template = template;
    }

    /** What every template's script may use. */
    static String library() {
        return Resource.text("provision-lib.sh");
    }

    /** Whether the template has anything to run. */
    boolean isNeeded() {
        return template.provision().isPresent()
                || template.agentContext().isPresent()
                || !template.verify().isEmpty();
    }

    /** Throws {@link BoxFailure.Failed} with the script's last words. */
    void run(Progress progress, Deadline deadline) {
        InstanceFiles files = incus.instances().files(name);
        files.mkdir(DIRECTORY, FileMode.root(0755), deadline);
        template.agentContext()
                .ifPresent(text -> files.write(AGENT_CONTEXT, utf8(text), FileMode.root(0644), deadline));
        template.provision().ifPresent(script -> {
            files.write(SCRIPT, utf8(script), FileMode.root(0755), deadline);
            files.write(LIBRARY, utf8(library()), FileMode.root(0644), deadline);
            ExecRequest request = ExecRequest.of("sh", "-c", ONE_STREAM + SCRIPT)
                    .env("BOX_USER", template.user())
                    .env("BOX_LIB", LIBRARY)
                    .env("BOX_AGENT_CONTEXT", AGENT_CONTEXT);
            watch("provisioning", request, progress, deadline, output -> "");
        });
        if (!template.verify().isEmpty()) {
            ExecRequest request =
                    GuestUser.of(template.user()).command(List.of("sh", "-c", ONE_STREAM + template.verify()), "dumb");
            watch("verifying: " + template.verify(), request, progress, deadline, LastLines::last);
        }
    }

    /** {@code result} is what is told of output that ended well. */
    private void watch(
            String what,
            ExecRequest request,
            Progress progress,
            Deadline deadline,
            Function<LastLines, String> result) {
        try (Progress.Step step = progress.step(what, deadline)) {
            LastLines output = new LastLines(step::update);
            int status = incus.instances()
                    .exec(name, request, ExecStreams.output(output, OutputStream.nullOutputStream()), deadline);
            if (status != 0) {
                step.failed("exit status " + status);
                throw new BoxFailure.Failed(
                        what + " in box '" + name + "'",
                        "exit status " + status + "\n" + output.text(),
                        "look around with 'box shell " + name + "', then 'box rm " + name + " --force'");
            }
            step.done(result.apply(output));
        }
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
