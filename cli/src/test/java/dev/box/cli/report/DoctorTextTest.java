package dev.box.cli.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.box.core.doctor.Diagnosis;
import dev.box.core.doctor.Finding;
import dev.box.core.doctor.Repair;
import dev.box.core.doctor.Verdict;
import java.util.List;
import org.junit.jupiter.api.Test;

class DoctorTextTest {

    private static final Finding FINE = finding("daemon", Verdict.OK, true, "Incus answers", "");
    private static final Finding BAD = finding("dnsmasq", Verdict.DIRTY, true, "no process", "sudo box doctor --fix");
    private static final Finding ASIDE = finding("clock", Verdict.INFO, true, "nobody keeps it", "");
    private static final Finding HIDDEN = finding("nft", Verdict.INFO, false, "only root sees this", "");
    private static final Finding HIDDEN_TOO = finding("ports", Verdict.INFO, false, "only root sees this", "");

    private static Finding finding(String id, Verdict verdict, boolean judged, String fact, String fix) {
        return new Finding(id, verdict, judged, "reads", fact, "because", !fix.isEmpty(), fix);
    }

    @Test
    void problemsComeFirstAndInFullAndWhatIsFineTakesOneLine() {
        Diagnosis diagnosis =
                new Diagnosis(Diagnosis.Outcome.PROBLEMS, List.of(FINE, HIDDEN, BAD, ASIDE, HIDDEN_TOO), List.of());
        assertThat(DoctorText.render(diagnosis, DoctorText.Palette.plain())).isEqualTo("""
                DIRTY  dnsmasq        no process
                                 why  because
                                 fix  sudo box doctor --fix

                INFO   clock          nobody keeps it
                INFO   not judged     nft, ports: only root sees this

                ok     daemon         Incus answers

                1 problem; all can be repaired by: sudo box doctor --fix
                """);
    }

    @Test
    void aRepairIsToldBeforeWhatIsLeft() {
        Diagnosis diagnosis = new Diagnosis(
                Diagnosis.Outcome.CLEAN,
                List.of(FINE),
                List.of(
                        new Diagnosis.Repaired(Repair.ACL, true, List.of("acl: a → b")),
                        new Diagnosis.Repaired(Repair.UNIT, true, List.of("one", "two")),
                        new Diagnosis.Repaired(Repair.NETWORK, false, List.of("it stalled"))));
        assertThat(DoctorText.render(diagnosis, DoctorText.Palette.plain()))
                .startsWith(
                        "FIXED  restoring the ACL: acl: a → b\n"
                                + "FIXED  re-installing the firewall's unit: 2 changes\nTRIED  restoring the network: it stalled\n\nok ")
                .endsWith("\n\nthis host is fit to mint boxes\n");
    }

    @Test
    void aMachineWithoutBoxIsFreshAndToldHowToStart() {
        Diagnosis fresh = new Diagnosis(Diagnosis.Outcome.FRESH, List.of(), List.of());
        assertThat(DoctorText.render(fresh, DoctorText.Palette.plain()))
                .startsWith("fresh: ")
                .contains("sudo box setup-host");
    }

    @Test
    void theSchemaForProgramsIsAPromise() {
        Diagnosis diagnosis = new Diagnosis(
                Diagnosis.Outcome.PROBLEMS,
                List.of(BAD),
                List.of(new Diagnosis.Repaired(Repair.ACL, true, List.of("done"))));
        assertThat(Document.of(DoctorReport.of(diagnosis), DoctorReport.class))
                .isEqualTo("{\"schema\":\"box.doctor/1\",\"outcome\":\"problems\",\"repairs\":[{\"repair\":\"acl\","
                        + "\"done\":true,\"result\":[\"done\"]}],\"checks\":[{\"id\":\"dnsmasq\",\"verdict\":\"dirty\","
                        + "\"judged\":true,\"reads\":\"reads\",\"fact\":\"no process\",\"why\":\"because\","
                        + "\"repairable\":true,\"fix\":\"sudo box doctor --fix\"}]}\n");
    }
}
