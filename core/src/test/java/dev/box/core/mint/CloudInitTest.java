package dev.box.core.mint;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CloudInitTest {

    private static final String CLEAN = """
            {"v1": {"datasource": "DataSourceNoCloud", "stage": null,
              "init": {"errors": [], "finished": 4.51, "recoverable_errors": {}, "start": 4.22},
              "modules-final": {"errors": [], "finished": 5.06, "recoverable_errors": {}, "start": 4.99}}}
            """;

    @Test
    void a_record_of_stages_that_all_ended_without_error_is_clean() {
        assertThat(CloudInit.isClean(CLEAN)).isTrue();
    }

    @Test
    void anything_else_is_left_to_cloud_init_to_judge() {
        assertThat(CloudInit.isClean(
                        CLEAN.replace("{\"errors\": [], \"finished\": 5", "{\"errors\": [\"x\"], \"finished\": 5")))
                .isFalse();
        assertThat(CloudInit.isClean(CLEAN.replace(
                        "\"recoverable_errors\": {}, \"start\": 4.99",
                        "\"recoverable_errors\": {\"WARNING\": [\"x\"]}")))
                .isFalse();
        assertThat(CloudInit.isClean(CLEAN.replace("5.06", "null"))).isFalse();
        assertThat(CloudInit.isClean("{\"v1\": {\"stage\": null}}")).isFalse();
        assertThat(CloudInit.isClean("{\"v1\"")).isFalse();
        assertThat(CloudInit.isClean("")).isFalse();
        assertThat(CloudInit.isClean("[]")).isFalse();
    }
}
