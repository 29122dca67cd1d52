package dev.box.cli.report;

import dev.box.core.box.BoxSummary;
import io.avaje.jsonb.Json;
import java.util.ArrayList;
import java.util.List;

/**
 * {@code box list --json}.
 *
 * @param schema {@code box.list/1}
 * @param boxes by name
 */
@Json
public record BoxListReport(String schema, List<BoxReport> boxes) {

    public static BoxListReport of(List<BoxSummary> boxes) {
        List<BoxReport> reports = new ArrayList<>(boxes.size());
        for (BoxSummary box : boxes) {
            reports.add(BoxReport.of(box));
        }
        return new BoxListReport("box.list/1", reports);
    }
}
