package dev.box.lab.artifact;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class NpmRegistryTest {

    private static final String LOCK = """
            {"lockfileVersion": 3, "packages": {
              "": {"name": "mirror", "dependencies": {"@a/tool": "^1.0.0"}},
              "node_modules/@a/tool": {"version": "1.2.0", "integrity": "sha512-T", "license": "MIT",
                "bin": {"tool": "tool.js"}, "bundleDependencies": ["inner"],
                "optionalDependencies": {"@a/tool-linux": "npm:@a/tool@1.2.0-linux"}},
              "node_modules/@a/tool-linux": {"name": "@a/tool", "version": "1.2.0-linux", "integrity": "sha512-L",
                "os": ["linux"]},
              "node_modules/@a/tool-mac": {"name": "@a/tool", "version": "1.2.0-mac", "integrity": "sha512-M",
                "os": ["darwin"]},
              "node_modules/@a/tool/node_modules/inner": {"version": "3.0.0", "integrity": "sha512-I", "inBundle": true},
              "node_modules/x/node_modules/deep": {"version": "0.9.0", "integrity": "sha512-D"},
              "node_modules/deep": {"version": "2.0.0", "integrity": "sha512-E"}
            }}""";

    private final NpmRegistry.Content content = NpmRegistry.content(LOCK, "https://m.test/npm");

    @Test
    void every_version_is_answered_under_the_name_that_it_was_published_by() {
        assertThat(content.answers()).containsOnlyKeys("@a/tool", "deep");
        assertThat(content.answers().get("@a/tool"))
                .extractingByKey("versions")
                .asInstanceOf(org.assertj.core.api.InstanceOfAssertFactories.MAP)
                .containsOnlyKeys("1.2.0", "1.2.0-linux", "1.2.0-mac")
                .containsEntry(
                        "1.2.0-linux",
                        Map.of(
                                "name",
                                "@a/tool",
                                "version",
                                "1.2.0-linux",
                                "os",
                                List.of("linux"),
                                "dist",
                                Map.of(
                                        "tarball", "https://m.test/npm/@a/tool/-/tool-1.2.0-linux.tgz",
                                        "integrity", "sha512-L")));
    }

    @Test
    void the_latest_is_the_one_at_the_top_of_the_tree() {
        assertThat(content.answers().get("@a/tool")).containsEntry("dist-tags", Map.of("latest", "1.2.0"));
        assertThat(content.answers().get("deep")).containsEntry("dist-tags", Map.of("latest", "2.0.0"));
    }

    @Test
    void only_what_this_platform_can_use_is_fetched_and_nothing_that_comes_inside_another_package() {
        assertThat(content.tarballs())
                .containsExactlyInAnyOrder("@a/tool@1.2.0", "@a/tool@1.2.0-linux", "deep@0.9.0", "deep@2.0.0");
    }
}
