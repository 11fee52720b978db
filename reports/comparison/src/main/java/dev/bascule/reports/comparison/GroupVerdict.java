package dev.bascule.reports.comparison;

import dev.bascule.reports.format.Figures;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
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
 * @param measuredIn the other group whose measurements these are, all of them and no others: it is counted and tested there
 */
public record GroupVerdict(
        String group,
        List<CaseComparison> cases,
        Optional<Estimate> mean,
        double adjustedP,
        SpeedFinding finding,
        Optional<String> why,
        Optional<String> measuredIn) {

    public GroupVerdict {
        cases = List.copyOf(cases);
    }

    /** Those of these cases, in their order, corrected for their number; a group with just another's measurements is not tested anew. */
    static List<GroupVerdict> of(List<CaseComparison> cases, ComparisonOptions options) {
        Map<String, List<CaseComparison>> byGroup = new LinkedHashMap<>();
        cases.forEach(one -> byGroup.computeIfAbsent(one.subject().group(), group -> new ArrayList<>())
                .add(one));
        Map<String, String> owners = new HashMap<>();
        byGroup.forEach((group, own) -> owner(own, byGroup).ifPresent(owner -> owners.put(group, owner)));
        Map<String, Estimate> means = new LinkedHashMap<>();
        byGroup.forEach((group, own) -> {
            if (!owners.containsKey(group)) {
                GeometricMean.of(own).ifPresent(mean -> means.put(group, mean));
            }
        });
        double[] adjusted = Holm.adjusted(
                means.values().stream().mapToDouble(Estimate::pValue).toArray());
        Map<String, GroupVerdict> found = new HashMap<>();
        int next = 0;
        for (Map.Entry<String, Estimate> mean : means.entrySet()) {
            double p = adjusted[next++];
            found.put(
                    mean.getKey(),
                    new GroupVerdict(
                            mean.getKey(),
                            byGroup.getOrDefault(mean.getKey(), List.of()),
                            Optional.of(mean.getValue()),
                            p,
                            SpeedFinding.of(mean.getValue(), p, options),
                            Optional.empty(),
                            Optional.empty()));
        }
        List<GroupVerdict> groups = new ArrayList<>();
        byGroup.forEach((group, own) -> groups.add(Optional.ofNullable(owners.get(group))
                .flatMap(owner -> Optional.ofNullable(found.get(owner)))
                .map(owner -> owner.shownBy(group, own))
                .or(() -> Optional.ofNullable(found.get(group)))
                .orElseGet(() -> unmeasured(group, own))));
        return groups;
    }

    /** The group that counts what these show, all of it and no more. */
    private static Optional<String> owner(List<CaseComparison> own, Map<String, List<CaseComparison>> byGroup) {
        List<Estimate> shown = own.stream()
                .filter(one -> one.measuredIn().isPresent())
                .flatMap(one -> one.estimate().stream())
                .toList();
        return shown.isEmpty() || own.stream().anyMatch(CaseComparison::counts)
                ? Optional.empty()
                : byGroup.entrySet().stream()
                        .filter(other -> other.getValue().stream()
                                .filter(CaseComparison::counts)
                                .flatMap(one -> one.estimate().stream())
                                .toList()
                                .equals(shown))
                        .map(Map.Entry::getKey)
                        .findFirst();
    }

    private GroupVerdict shownBy(String other, List<CaseComparison> shown) {
        return new GroupVerdict(other, shown, mean, adjustedP, finding, why, Optional.of(group));
    }

    private static GroupVerdict unmeasured(String group, List<CaseComparison> cases) {
        CaseComparison first = cases.get(0);
        return new GroupVerdict(
                group,
                cases,
                Optional.empty(),
                1,
                first.judgement().finding(),
                Optional.of(first.judgement().why()),
                Optional.empty());
    }

    /** {@code faster by 12–15 % on webnn in Chrome (geometric mean of 4 cases: 3 faster, 1 no difference shown)}. */
    public String sentence(ComparisonOptions options) {
        return "%s on %s%s"
                .formatted(
                        Sentences.finding(finding, mean, adjustedP, options),
                        group,
                        detail() + Sentences.countedIn(measuredIn));
    }

    private String detail() {
        long compared = cases.stream().filter(one -> one.estimate().isPresent()).count();
        if (compared == 0) {
            boolean allAlike = cases.stream()
                            .map(one ->
                                    one.judgement().finding() + one.judgement().why())
                            .distinct()
                            .count()
                    == 1;
            return why.map(reason -> allAlike ? ": " + reason : " (%s), such as: %s".formatted(counts(), reason))
                    .orElse("");
        }
        if (cases.size() == 1) {
            return " (%s)".formatted(cases.get(0).subject().label());
        }
        String of = compared == cases.size() ? "" : Figures.whole(compared) + " of ";
        return " (geometric mean of %s%s%s: %s)"
                .formatted(of, Figures.counted(cases.size(), "case"), sessions(), counts());
    }

    /** Where only some of the cases speak of one session alone: how many. */
    private String sessions() {
        long single = cases.stream()
                .flatMap(one -> one.estimate().stream())
                .filter(Estimate::ofSessionOnly)
                .count();
        return single == 0 || mean.map(Estimate::ofSessionOnly).orElse(true)
                ? ""
                : ", %s of one session".formatted(Figures.whole(single));
    }

    private String counts() {
        Map<String, Integer> counts = new LinkedHashMap<>();
        cases.stream()
                .sorted(Comparator.comparing(
                        (CaseComparison one) -> one.judgement().finding()))
                .forEach(one -> counts.merge(word(one), 1, Integer::sum));
        List<String> words = new ArrayList<>();
        counts.forEach((word, count) -> words.add(count + " " + word));
        return String.join(", ", words);
    }

    private static String word(CaseComparison one) {
        return one.estimate()
                .filter(estimate ->
                        one.judgement().finding() == SpeedFinding.NO_DIFFERENCE_SHOWN && Sentences.leans(estimate))
                .map(estimate -> "not surely enough " + Sentences.direction(estimate))
                .orElse(one.judgement().finding().words());
    }
}
