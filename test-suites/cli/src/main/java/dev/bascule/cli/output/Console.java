package dev.bascule.cli.output;

import dev.bascule.reports.matrix.TextStyle;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** The two streams: data goes to stdout, everything else to stderr. Thread-safe as the streams are. */
public final class Console {
    private final PrintStream out;
    private final PrintStream err;
    private final Terminal terminal;
    private final InputStream in;
    private volatile Verbosity verbosity = Verbosity.NORMAL;
    private volatile Style outStyle = new Style(false);
    private volatile Style errStyle = new Style(false);

    public Console(PrintStream out, PrintStream err, Terminal terminal) {
        this(out, err, terminal, System.in);
    }

    /** @param in where secrets are read from where nobody sits at a terminal */
    public Console(PrintStream out, PrintStream err, Terminal terminal, InputStream in) {
        this.out = out;
        this.err = err;
        this.terminal = terminal;
        this.in = in;
    }

    /** A line that is not shown while it is typed; from standard input where that is no terminal. Empty at its end. */
    @SuppressWarnings("SystemConsoleNull") // Before JDK 22 it is null where nobody sits at a terminal.
    public Optional<char[]> secret(String prompt) {
        java.io.Console typed = System.console();
        if (typed != null && terminal.err() && isTerminal(typed)) {
            return Optional.ofNullable(typed.readPassword("%s: ", prompt));
        }
        try {
            // No buffer: what comes after the line is not this reader's.
            int read = in.read();
            boolean any = read >= 0;
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            for (; read >= 0 && read != '\n'; read = in.read()) {
                bytes.write(read);
            }
            String line = bytes.toString(StandardCharsets.UTF_8);
            return any ? Optional.of(line.replaceFirst("\\r$", "").toCharArray()) : Optional.empty();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** From JDK 22 on there is a console also where nobody sits at one, and a way to ask. */
    private static boolean isTerminal(java.io.Console typed) {
        try {
            return (boolean) java.io.Console.class.getMethod("isTerminal").invoke(typed);
        } catch (NoSuchMethodException earlier) {
            return true;
        } catch (ReflectiveOperationException e) {
            return false;
        }
    }

    /** Sets how much to say, and in which colours. */
    public void set(Verbosity wanted, boolean colorOut, boolean colorErr) {
        verbosity = wanted;
        outStyle = new Style(colorOut);
        errStyle = new Style(colorErr);
    }

    /** One for a part of the work: each line of talk has a prefix, and nothing is drawn over. Data is as here. */
    public Console prefixed(String prefix) {
        Console part = new Console(
                out,
                new PrintStream(new PrefixedLines(err, prefix), true, StandardCharsets.UTF_8),
                new Terminal(terminal.out(), false, terminal.width()),
                in);
        part.set(verbosity, outStyle.on(), errStyle.on());
        return part;
    }

    /** Data, without what a terminal would obey. */
    public void print(String words) {
        String text = TerminalText.of(words);
        out.print(text);
        if (!text.endsWith("\n")) {
            out.println();
        }
        out.flush();
    }

    /** Talk; not with {@code -q}. */
    public void say(String text) {
        if (verbosity != Verbosity.QUIET) {
            err.println(TerminalText.of(text));
        }
    }

    /** An error; always. */
    public void complain(String text) {
        err.println(TerminalText.of(text));
        err.flush();
    }

    public PrintStream out() {
        return out;
    }

    public PrintStream err() {
        return err;
    }

    public Terminal terminal() {
        return terminal;
    }

    public Verbosity verbosity() {
        return verbosity;
    }

    /** How tables are drawn on stdout. */
    public TextStyle textStyle() {
        return new TextStyle(terminal.width(), true, outStyle.on());
    }

    public Style outStyle() {
        return outStyle;
    }

    public Style errStyle() {
        return errStyle;
    }
}
