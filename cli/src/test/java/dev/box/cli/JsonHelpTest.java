package dev.box.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.box.cli.command.Command;
import dev.box.cli.command.Option;
import dev.box.cli.report.BoxInfoReport;
import dev.box.cli.report.DoctorReport;
import dev.box.cli.report.DoorsReport;
import dev.box.cli.report.ExportReport;
import dev.box.cli.report.ImageListReport;
import dev.box.cli.report.ImportReport;
import dev.box.cli.report.LabStatusReport;
import dev.box.cli.report.NewReport;
import dev.box.cli.report.PruneReport;
import dev.box.cli.report.RemovalReport;
import dev.box.cli.report.SetupReport;
import dev.box.cli.report.SnapshotReport;
import dev.box.cli.report.TemplatesReport;
import dev.box.cli.report.TenantsReport;
import dev.box.cli.report.VersionReport;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** {@code box help json} says of each document what the record that makes it has: no field more, none less. */
class JsonHelpTest {

    private static final Pattern HEAD = Pattern.compile("(box\\.[a-z-]+/[0-9]+): (box .*)");
    private static final Pattern FIELD = Pattern.compile("  (\\S+) +(text|number|boolean|list)( .*)?");

    /** Except the listing's, which refers to another one's fields. */
    private static final Map<String, Class<? extends Record>> RECORDS = Map.ofEntries(
            Map.entry("box.version/1", VersionReport.class),
            Map.entry("box.info/1", BoxInfoReport.class),
            Map.entry("box.new/1", NewReport.class),
            Map.entry("box.snapshot/1", SnapshotReport.class),
            Map.entry("box.export/1", ExportReport.class),
            Map.entry("box.import/1", ImportReport.class),
            Map.entry("box.prune/1", PruneReport.class),
            Map.entry("box.templates/1", TemplatesReport.class),
            Map.entry("box.doors/1", DoorsReport.class),
            Map.entry("box.image-list/1", ImageListReport.class),
            Map.entry("box.doctor/1", DoctorReport.class),
            Map.entry("box.setup-host/1", SetupReport.class),
            Map.entry("box.tenants/1", TenantsReport.class),
            Map.entry("box.removal/1", RemovalReport.class),
            Map.entry("box.lab-status/1", LabStatusReport.class));

    @Test
    void eachDocumentsFieldsAreThoseOfItsRecord() {
        documented().forEach((schema, fields) -> {
            if (!schema.equals("box.list/1")) {
                List<String> expected = new ArrayList<>();
                collect("", Objects.requireNonNull(RECORDS.get(schema), schema), expected);
                expected.remove("schema text");
                assertThat(fields).as(schema).containsExactlyElementsOf(expected);
            }
        });
        assertThat(documented().keySet()).containsAll(RECORDS.keySet());
    }

    @Test
    void everyVerbThatPrintsADocumentIsNamed() {
        String help = HelpVerb.json();
        for (Command command : HelpTest.everyVerb()) {
            if (command.ownOptions().contains(Option.JSON)) {
                assertThat(help).contains("box " + command.name());
            }
        }
    }

    /** The fields of each schema, as {@code path type}. */
    static Map<String, List<String>> documented() {
        Map<String, List<String>> schemas = new LinkedHashMap<>();
        List<String> fields = new ArrayList<>();
        for (String line : HelpVerb.json().lines().toList()) {
            Matcher head = HEAD.matcher(line);
            Matcher field = FIELD.matcher(line);
            if (head.matches()) {
                fields = new ArrayList<>();
                schemas.put(head.group(1), fields);
            } else if (field.matches()) {
                fields.add(field.group(1) + " " + field.group(2));
            }
        }
        return schemas;
    }

    private static void collect(String prefix, Class<?> record, List<String> into) {
        for (RecordComponent component : record.getRecordComponents()) {
            String path = prefix + component.getName();
            Type type = component.getGenericType();
            if (type instanceof ParameterizedType list) {
                into.add(path + " list");
                Class<?> element = (Class<?>) list.getActualTypeArguments()[0];
                if (element.isRecord()) {
                    collect(path + "[].", element, into);
                }
            } else if (component.getType().isRecord()) {
                collect(path + ".", component.getType(), into);
            } else {
                into.add(path + " " + word(component.getType()));
            }
        }
    }

    private static String word(Class<?> type) {
        return type == String.class ? "text" : type == boolean.class ? "boolean" : "number";
    }
}
