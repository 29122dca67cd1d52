package dev.box.core.doctor;

import static dev.box.core.host.LabHostFixture.deadline;
import static org.assertj.core.api.Assertions.assertThat;

import dev.box.core.box.BoxName;
import dev.box.core.box.Boxes;
import dev.box.core.host.Host;
import dev.box.core.host.HostStack;
import dev.box.core.host.LabHostFixture;
import dev.box.core.host.SetupHost;
import dev.box.core.image.BaseImages;
import dev.box.core.image.ImageType;
import dev.box.core.mint.Mint;
import dev.box.core.mint.MintRequest;
import dev.box.core.process.Subprocess;
import dev.box.core.progress.Progress;
import dev.box.core.template.Templates;
import dev.box.incus.Incus;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;

/** The lab host as the doctor's tests want it: set up, with boxes. */
final class DoctorHost {

    static final Host HOST = LabHostFixture.host();

    private DoctorHost() {}

    static void mint(List<String> names) {
        new SetupHost(new HostStack(HOST)).run(Progress.silent(), deadline());
        Incus incus = HOST.incus(deadline());
        if (incus.images().findAlias("box/debian/13/cloud", deadline()).isEmpty()) {
            Path images = Path.of(Objects.requireNonNull(System.getenv("BOX_TEST_IMAGE_DIR"), "BOX_TEST_IMAGE_DIR"));
            new BaseImages(incus, HOST.settings())
                    .importBuilt(
                            "images:debian/13/cloud",
                            images.resolve(ImageType.CONTAINER.metadata()),
                            images.resolve(ImageType.CONTAINER.root()),
                            Progress.silent(),
                            deadline());
        }
        Mint mint = new Mint(incus, HOST.settings(), Templates.of(HOST.settings()), "0.1.0-test");
        for (String name : names) {
            mint.mint(MintRequest.of(BoxName.of(name)), Progress.silent(), deadline());
        }
    }

    static void remove(List<String> names) {
        Boxes boxes = new Boxes(HOST.incus(deadline()), HOST.settings());
        for (String name : names) {
            boxes.remove(name, true, Progress.silent(), deadline());
        }
    }

    /** A fault that could not be made would prove nothing. */
    static void inHost(String script) {
        Subprocess.Result made = LabHostFixture.run(HOST, script);
        assertThat(made.ok()).as("%s: %s", script, made.complaint()).isTrue();
    }

    static Finding find(Diagnosis diagnosis, String check) {
        return diagnosis.findings().stream()
                .filter(finding -> finding.id().equals(check))
                .findFirst()
                .orElseThrow();
    }
}
