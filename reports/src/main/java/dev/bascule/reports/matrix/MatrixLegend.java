package dev.bascule.reports.matrix;

import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * What stands below the table: the legend, and an explanation of every cell that is not a plain PASS.
 *
 * @param chainNames short names of chains, by chain
 */
record MatrixLegend(Matrix matrix, TextStyle style, Map<String, String> chainNames, StringBuilder out) {

    void write() {
        out.append('\n');
        chainNames.forEach((chain, name) -> paragraph(name + " = " + chain, ""));
        if (matrix.columns().stream().anyMatch(Matrix.Column::software)) {
            paragraph("* software adapter: shaders run on the CPU; never counts as acceleration", "");
        }
        paragraph(
                "Where it ran: ● the engine's own record  ◐ only an API's word  ○ nobody said.  Times: median (95 %"
                        + " interval, where there is room).  ×: times the native CPU's time, interleaved; ≈×: of medians.  [n]: score, 0 to 100.",
                "");
        matrix.noise().ifPresent(noise -> paragraph("Noise: " + noise + ".", ""));
        for (Explanation explanation : Explanation.of(matrix)) {
            explain(explanation);
        }
    }

    private void explain(Explanation each) {
        out.append('\n');
        String chain = Optional.ofNullable(chainNames.get(each.chain())).orElse(each.chain());
        String head = "%s  %s, %s: %s".formatted(each.verdict(), String.join(", ", each.models()), chain, each.what());
        String wrapped = wrapped(head, "    ");
        String word = each.verdict().toString();
        out.append(style.colored(each.verdict(), word)).append(wrapped.substring(word.length()));
        each.why().forEach(why -> paragraph("  " + why, "    "));
        if (!each.remedies().isEmpty()) {
            paragraph("  try: " + each.remedies().stream().collect(Collectors.joining(" · ")), "    ");
        }
        // A command line is never wrapped: it is there to be copied.
        each.reproduce()
                .forEach(line ->
                        out.append("  reproduce: ").append(style.plain(line)).append('\n'));
    }

    private void paragraph(String text, String indent) {
        out.append(wrapped(text, indent));
    }

    /** Lines no wider than the terminal; further ones are indented. */
    private String wrapped(String text, String indent) {
        String lead = text.substring(0, text.length() - text.stripLeading().length());
        StringBuilder lines = new StringBuilder();
        StringBuilder line = new StringBuilder(lead);
        for (String word : style.plain(text).strip().split(" ", -1)) {
            boolean begun = !line.toString().isBlank();
            if (begun && TextStyle.length(line.toString()) + 1 + TextStyle.length(word) > style.width()) {
                lines.append(line.toString().stripTrailing()).append('\n');
                line = new StringBuilder(indent);
                begun = false;
            }
            line.append(begun ? " " : "").append(word);
        }
        return lines.append(line).append('\n').toString();
    }
}
