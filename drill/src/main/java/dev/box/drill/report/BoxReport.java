package dev.box.drill.report;

import io.avaje.jsonb.Json;

/** One box of a run: who it was. */
@Json
public record BoxReport(
        String label, String name, String type, String address, String mac, String device, String machineId) {}
