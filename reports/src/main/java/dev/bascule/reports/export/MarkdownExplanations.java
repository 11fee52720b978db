package dev.bascule.reports.export;

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
                        MarkdownPage.text(String.join(", ", each.models())),
                        each.on(),
                        MarkdownPage.text(each.what())));
        each.known()
                .ifPresent(known -> page.line("  - **%s**%s; %s"
                        .formatted(
                                MarkdownPage.text(known.words()),
                                known.webLink()
                                        .map(link -> " (<" + link.replaceAll("[<>\\s]", "") + ">)")
                                        .orElse(""),
                                MarkdownPage.code(known.place()))));
        each.why().forEach(why -> page.line("  - " + MarkdownPage.text(why)));
        each.remedies().forEach(remedy -> page.line("  - try: " + MarkdownPage.text(remedy)));
        each.reproduce().forEach(line -> page.line("  - reproduce: " + MarkdownPage.code(line)));
    }
}
