package dev.box.drill.report.html;

import dev.box.drill.report.DrillReport;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** The report as one page that needs nothing beside itself: no network, no script. */
public final class HtmlReport {

    /** Nothing may be loaded and nothing may run, whatever a guest managed to say. */
    private static final String POLICY = "default-src 'none'; style-src 'unsafe-inline'";

    private HtmlReport() {}

    public static String render(DrillReport report) {
        View view = new View(report);
        Html page = new Html();
        page.open("html", "lang", "en").open("head");
        page.empty("meta", "charset", "utf-8");
        page.empty("meta", "http-equiv", "Content-Security-Policy", "content", POLICY);
        page.empty("meta", "name", "viewport", "content", "width=device-width, initial-scale=1");
        page.empty("meta", "name", "color-scheme", "content", "light dark");
        page.element("title", Summary.title(view));
        page.style(sheet()).close().line();
        page.open("body");
        Summary.write(view, page);
        page.open("main").line();
        Findings.write(view, page);
        page.open("div", "class", "pair").open("div", "class", "stack");
        Topology.write(view, page);
        Phases.write(view, page);
        Answers.notDrilled(view, page);
        page.close();
        Answers.write(view, page);
        page.close().line();
        Matrix.write(view, page);
        Layers.write(view, page);
        KillMatrix.write(view, page);
        Controls.write(view, page);
        Evidence.write(view, page);
        Run.write(view, page);
        return page.close().close().close().page();
    }

    private static String sheet() {
        try (InputStream in = HtmlReport.class.getResourceAsStream("report.css")) {
            if (in == null) {
                throw new IllegalStateException("resource missing: report.css");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
