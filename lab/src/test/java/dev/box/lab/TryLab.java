package dev.box.lab;

import dev.box.core.failure.BoxFailure;
import dev.box.core.process.Subprocess;
import dev.box.core.progress.Progress;
import dev.box.core.settings.Settings;
import dev.box.incus.Deadline;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** A lab by hand, without the command line: {@code up [hosts] | bare | status | down | reboot | logs | exec host cmd...}. */
final class TryLab {

    private TryLab() {}

    static void main(String[] arguments) throws Exception {
        Lab lab = Lab.of(Settings.fromEnvironment(), Optional.ofNullable(System.getenv("LAB_NAME")));
        Progress progress = new PrintedProgress();
        Deadline deadline = Deadline.seconds(900);
        try {
            switch (arguments[0]) {
                case "up", "bare" ->
                    System.out.println(lab.up(
                            new LabOptions(
                                    arguments.length > 1 ? Integer.parseInt(arguments[1]) : 1,
                                    arguments[0].equals("bare"),
                                    false),
                            progress,
                            deadline));
                case "status" -> System.out.println(lab.status());
                case "down" -> lab.down(progress, deadline);
                case "reboot" -> lab.reboot(arguments[1], progress, deadline);
                case "logs" -> System.out.println(lab.logs(arguments[1], deadline));
                default -> System.exit(exec(lab, Arrays.asList(arguments)));
            }
        } catch (BoxFailure failure) {
            System.err.println(failure.getMessage() + "\n  -> " + failure.advice());
            System.exit(failure.exitStatus());
        }
    }

    private static int exec(Lab lab, List<String> arguments) {
        Subprocess.Result result = Subprocess.of(
                        lab.host(arguments.get(1)).command(arguments.subList(2, arguments.size())))
                .run(Deadline.seconds(600));
        System.out.print(result.stdout());
        System.err.print(result.stderr());
        return result.exitStatus();
    }
}
