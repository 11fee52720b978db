package dev.bascule.reports.export;

import dev.bascule.reports.format.MarkdownText;
import dev.bascule.reports.matrix.Explanation;
import dev.bascule.reports.matrix.Explanation.Rank;
import java.util.List;

/** What is no plain PASS, in Markdown: the unexpected first, each part under its own heading where some were expected. Stateless. */
final class MarkdownExplanations {
    private MarkdownExplanations() {}

    static void write(MarkdownPage page, List<Explanation> all) {
        if (all.isEmpty()) {
            return;
        }
        page.heading(2, "Not a plain PASS");
        boolean parted = all.stream().anyMatch(each -> each.known().isPresent());
        for (Rank rank : Rank.values()) {
            List<Explanation> here =
                    all.stream().filter(each -> each.rank() == rank).toList();
            if (parted && !here.isEmpty()) {
                page.heading(3, rank.title());
            }
            here.forEach(each -> write(page, each));
        }
    }

    private static void write(MarkdownPage page, Explanation each) {
        page.line("- **%s** %s on %s: %s"
                .formatted(
                        each.verdict(),
                        MarkdownText.text(String.join(", ", each.models())),
                        MarkdownText.text(each.on()),
                        MarkdownText.text(each.what())));
        each.known()
                .ifPresent(known -> page.line("  - **%s**%s; %s"
                        .formatted(
                                MarkdownText.text(known.words()),
                                known.webLink()
                                        .map(link -> " (<" + link.replaceAll("[<>\\s]", "") + ">)")
                                        .orElse(""),
                                MarkdownText.code(known.place()))));
        each.why().forEach(why -> page.line("  - " + MarkdownText.text(why)));
        each.remedies().forEach(remedy -> page.line("  - try: " + MarkdownText.text(remedy)));
        each.reproduce().forEach(line -> page.line("  - reproduce: " + MarkdownText.code(line)));
    }
}
