package dev.bascule.cli.output;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/** Puts a prefix before each line, and hands whole lines on, so that those of several writers do not mix. Thread-safe. */
final class PrefixedLines extends OutputStream {
    private final PrintStream target;
    private final String prefix;
    private final ByteArrayOutputStream line = new ByteArrayOutputStream();

    PrefixedLines(PrintStream target, String prefix) {
        this.target = target;
        this.prefix = prefix;
    }

    @Override
    public synchronized void write(int each) {
        if (each != '\n') {
            line.write(each);
            return;
        }
        String text = line.toString(StandardCharsets.UTF_8);
        line.reset();
        target.println(text.isBlank() ? text : prefix + text);
    }

    @Override
    public synchronized void flush() {
        target.flush();
    }
}
