package dev.bascule.cli.output.doctor;

import dev.bascule.cli.output.Style;
import dev.bascule.cli.output.WrappedText;
import dev.bascule.fallback.target.Fingerprint;

/** What a fingerprint is made of: both hashes, and each part by name. Immutable. */
record FingerprintText(Style style) {
    private static final int WIDTH = 100;
    private static final int INDENT = 8;

    void append(StringBuilder text, Fingerprint fingerprint) {
        text.append('\n').append(style.strong("fingerprint")).append('\n');
        text.append("    machine   ").append(fingerprint.machineHash()).append('\n');
        fingerprint.machine().forEach((name, value) -> part(text, name, value));
        text.append("    with what works on it  ")
                .append(fingerprint.stateHash())
                .append('\n');
        fingerprint.software().forEach((name, value) -> part(text, name, value));
    }

    private void part(StringBuilder text, String name, String value) {
        String shown = value.isEmpty() ? "none" : value.replace(",", ", ");
        text.append(" ".repeat(INDENT))
                .append(style.faint(WrappedText.lines(name + " = " + shown, INDENT, INDENT + 2, WIDTH)))
                .append('\n');
    }
}
