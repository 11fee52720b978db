package dev.bascule.reports.comparison;

import dev.bascule.reports.format.Figures;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What the cases of one place come to together.
 *
 * @param group such as {@code webnn in Chrome Headless Shell}
 * @param cases of it
 * @param mean geometric mean of the ratios of those with an estimate; it speaks of these cases, not of models at large
 * @param adjustedP the mean's p-value after Holm's correction over all groups; 1 without a mean
 * @param finding what the mean shows
 * @param why where there is no mean
 */
public record GroupVerdict(
        String group,
        List<CaseComparison> cases,
        Optional<Estimate> mean,
        double adjustedP,
        Finding finding,
        Optional<String> why) {

    public GroupVerdict {
        cases = List.copyOf(cases);
    }

    /** {@code faster by 12–15 % on webnn in Chrome (geometric mean of 4 cases: 3 faster, 1 no difference shown)}. */
    public String sentence(ComparisonOptions options) {
        return "%s on %s%s".formatted(Sentences.finding(finding, mean, options), group, detail());
    }

    private String detail() {
        long compared = cases.stream().filter(one -> one.estimate().isPresent()).count();
        if (compared == 0) {
            boolean allAlike = cases.stream()
                            .map(one -> one.finding() + one.why())
                            .distinct()
                            .count()
                    == 1;
            return why.map(reason -> allAlike ? ": " + reason : " (%s), such as: %s".formatted(counts(), reason))
                    .orElse("");
        }
        if (cases.size() == 1) {
            return " (%s)".formatted(cases.get(0).label());
        }
        String of = compared == cases.size() ? "" : Figures.whole(compared) + " of ";
        return " (geometric mean of %s%s: %s)".formatted(of, Figures.counted(cases.size(), "case"), counts());
    }

    private String counts() {
        Map<Finding, Integer> counts = new EnumMap<>(Finding.class);
        cases.forEach(one -> counts.merge(one.finding(), 1, Integer::sum));
        List<String> words = new ArrayList<>();
        counts.forEach((finding, count) -> words.add(count + " " + finding.words()));
        return String.join(", ", words);
    }
}
