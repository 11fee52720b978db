package dev.bascule.reports.export;

import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.reports.coverage.OperatorCell;
import dev.bascule.reports.coverage.OperatorCoverage;
import dev.bascule.reports.coverage.OperatorCoverage.Place;
import dev.bascule.reports.coverage.OperatorKey;
import dev.bascule.reports.coverage.VerdictCounts;
import dev.bascule.reports.coverage.WebNnCoverage;
import dev.bascule.reports.matrix.Matrix.Column;
import gg.jte.ContentType;
import gg.jte.TemplateEngine;
import gg.jte.output.StringOutput;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The operator matrix as one self-contained page. Its one script filters rows and shows a cell's reasons beside it; without
 * it, the reasons stand below and cells lead there.
 *
 * @param coverage what it shows
 * @param numbers each cell's number on the page, which its anchor is made of; only of cells that have reasons
 * @param webNn WebNN's operators by browser and device; may be empty
 * @param arithmetic how targets of this machine add up; may be empty
 * @param writtenAt when
 */
public record OperatorPage(
        OperatorCoverage coverage,
        Map<Place, Integer> numbers,
        List<WebNnCoverage> webNn,
        List<ArithmeticPart> arithmetic,
        Instant writtenAt) {
    private static final TemplateEngine TEMPLATES = TemplateEngine.createPrecompiled(ContentType.Html);

    /** Filters and shows reasons; reads nothing but the page. */
    private static final String SCRIPT = """
            (() => {
              const filter = document.getElementById('filter'), gaps = document.getElementById('gaps-only');
              const rows = [...document.querySelectorAll('#operators tbody tr')], shown = document.getElementById('shown');
              const box = document.getElementById('box'), inside = document.getElementById('inside');
              const apply = () => {
                const words = filter.value.toLowerCase().split(/\\s+/).filter(Boolean);
                let count = 0;
                for (const row of rows) {
                  const text = row.dataset.text;
                  const fits = words.every(word => text.includes(word)) && (!gaps.checked || row.dataset.gap === 'yes');
                  row.hidden = !fits;
                  count += fits ? 1 : 0;
                }
                shown.textContent = count + ' of ' + rows.length + ' rows';
              };
              filter.addEventListener('input', apply);
              gaps.addEventListener('change', apply);
              document.getElementById('operators').addEventListener('click', event => {
                const link = event.target.closest('a[href^="#gap-"]');
                if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
                event.preventDefault();
                inside.replaceChildren(document.getElementById(link.hash.slice(1)).firstElementChild.cloneNode(true));
                box.showModal();
              });
              box.addEventListener('click', event => { if (event.target === box) box.close(); });
              document.getElementById('tools').hidden = false;
              apply();
            })();
            """;

    /** The page's text. */
    public static String render(
            OperatorCoverage coverage, List<WebNnCoverage> webNn, List<ArithmeticPart> arithmetic, Instant now) {
        Map<Place, Integer> numbers = new LinkedHashMap<>();
        for (OperatorKey row : coverage.rows()) {
            for (Column column : coverage.columns()) {
                if (!coverage.cell(row, column).gaps().isEmpty()) {
                    numbers.put(new Place(row, column.key()), numbers.size() + 1);
                }
            }
        }
        StringOutput out = new StringOutput(1 << 18);
        TEMPLATES.render("operators/page.jte", new OperatorPage(coverage, numbers, webNn, arithmetic, now), out);
        return out.toString();
    }

    public String script() {
        return SCRIPT;
    }

    /** What lets the page's own script run and no other. */
    public String scriptHash() {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(SCRIPT.getBytes(StandardCharsets.UTF_8));
            return "sha256-" + Base64.getEncoder().encodeToString(digest);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    public OperatorCell cell(OperatorKey row, Column column) {
        return coverage.cell(row, column);
    }

    public String anchor(OperatorKey row, Column column) {
        return "gap-" + numbers.get(new Place(row, column.key()));
    }

    /** What the filter looks in: the row's words, the verdicts that occur and the codes of its gaps. */
    public String searchable(OperatorKey row) {
        List<String> words = new ArrayList<>(List.of(row.toString(), row.domain(), "opset " + row.opset()));
        for (Column column : coverage.columns()) {
            OperatorCell cell = cell(row, column);
            cell.alone().verdicts().keySet().forEach(verdict -> words.add(verdict.name()));
            cell.gaps().forEach(gap -> gap.code().ifPresent(code -> words.add(code.name())));
        }
        return words.stream().distinct().collect(Collectors.joining(" ")).toLowerCase(Locale.ROOT);
    }

    public boolean hasGap(OperatorKey row) {
        return coverage.columns().stream()
                .anyMatch(column -> !cell(row, column).gaps().isEmpty());
    }

    /** How many of a cell's cases are right, of those that it speaks by. */
    public static String counts(OperatorCell cell) {
        return (cell.alone().isEmpty() ? cell.composed() : cell.alone()).counts();
    }

    /** What a cell says beside its count. */
    public static String word(OperatorCell cell) {
        return switch (cell.standing()) {
            case RIGHT -> "right";
            case PARTLY, UNSUPPORTED, BROKEN ->
                Verdict.worst(cell.alone().verdicts().keySet())
                        .map(verdict -> verdict == Verdict.PARTIAL
                                ? "some nodes elsewhere"
                                : verdict.name().toLowerCase(Locale.ROOT).replace('_', ' '))
                        .orElse("");
            case RIGHT_IN_COMPOSITION -> "right among others";
            case UNDECIDED ->
                cell.composed().partial() > 0 ? "none wholly there, among others" : "none right among others";
        };
    }

    /** For those who do not see colours: the sign of every verdict that occurs, in brackets where it blames no operator. */
    public static String sign(OperatorCell cell) {
        return switch (cell.standing()) {
            case RIGHT, PARTLY, UNSUPPORTED, BROKEN -> signs(cell.alone());
            case RIGHT_IN_COMPOSITION -> "(✓)";
            case UNDECIDED -> "(?)";
        };
    }

    private static String signs(VerdictCounts tally) {
        return tally.verdicts().keySet().stream().map(HtmlPage::sign).distinct().collect(Collectors.joining());
    }

    /** The class of a cell: some failure, something lacking, right, or nothing sure. */
    public static String tone(OperatorCell cell) {
        return switch (cell.standing()) {
            case RIGHT -> "good";
            case PARTLY -> cell.alone().failures() > 0 ? "bad" : "fair";
            case UNSUPPORTED -> "lacks";
            case BROKEN -> "bad";
            case RIGHT_IN_COMPOSITION -> "good-soft";
            case UNDECIDED -> "none";
        };
    }

    /** A count of cases with the sign of every verdict that occurs. */
    public static String signed(VerdictCounts tally) {
        return tally.isEmpty() ? "·" : signs(tally) + " " + tally.counts();
    }

    public static String tone(VerdictCounts tally) {
        return tally.isEmpty() ? "never" : tone(new OperatorCell(tally, List.of(), VerdictCounts.NONE));
    }

    /** Its reasons in a few lines, for a pointer that rests on it. */
    public static String hint(OperatorCell cell) {
        return cell.gaps().stream().limit(3).map(gap -> gap.line()).collect(Collectors.joining("\n"));
    }
}
