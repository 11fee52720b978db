package dev.bascule.cli.output;

import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/** The two streams: data goes to stdout, everything else to stderr. Thread-safe as the streams are. */
public final class Console {
    private final PrintStream out;
    private final PrintStream err;
    private final Terminal terminal;
    private volatile Verbosity verbosity = Verbosity.NORMAL;
    private volatile Style outStyle = new Style(false);
    private volatile Style errStyle = new Style(false);

    public Console(PrintStream out, PrintStream err, Terminal terminal) {
        this.out = out;
        this.err = err;
        this.terminal = terminal;
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
                new Terminal(terminal.out(), false, terminal.width()));
        part.set(verbosity, outStyle.on(), errStyle.on());
        return part;
    }

    /** Data. */
    public void print(String text) {
        out.print(text);
        if (!text.endsWith("\n")) {
            out.println();
        }
        out.flush();
    }

    /** Talk; not with {@code -q}. */
    public void say(String text) {
        if (verbosity != Verbosity.QUIET) {
            err.println(text);
        }
    }

    /** An error; always. */
    public void complain(String text) {
        err.println(text);
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

    public Style outStyle() {
        return outStyle;
    }

    public Style errStyle() {
        return errStyle;
    }
}
