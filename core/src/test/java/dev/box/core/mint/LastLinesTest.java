package dev.box.core.mint;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class LastLinesTest {

    private final List<String> told = new ArrayList<>();
    private final LastLines lines = new LastLines(told::add);

    @Test
    void tells_each_line_as_it_ends_without_its_escape_sequences() {
        write("one\ntw");
        assertThat(told).containsExactly("one");
        write("o\u001b[31m\r\nthree");
        assertThat(told).containsExactly("one", "two");
        assertThat(lines.text()).isEqualTo("one\ntwo\nthree");
    }

    @Test
    void keeps_only_the_last_lines_and_bounds_each() {
        for (int i = 0; i < 100; i++) {
            write(i + "\n");
        }
        assertThat(lines.text()).startsWith("80\n").endsWith("\n99");
        write("x".repeat(5000) + "\n");
        assertThat(told).allMatch(line -> line.length() <= 2000);
    }

    private void write(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        lines.write(bytes, 0, bytes.length);
    }
}
