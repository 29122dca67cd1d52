package dev.box.cli.report;

import dev.box.core.mint.Minted;
import io.avaje.jsonb.Json;

/** {@code box new --json}. */
@Json
public record NewReport(String schema, String name, String ipv4, String type, String template, String user) {

    public static NewReport of(Minted box) {
        return new NewReport("box.new/1", box.name(), box.address(), box.mode().word(), box.template(), box.user());
    }
}
