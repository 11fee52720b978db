package dev.bascule.reports.compatibility;

import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.backend.Backend;
import dev.bascule.fallback.cases.Family;
import dev.bascule.fallback.cases.ModelInfo;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.measure.Interval;
import dev.bascule.fallback.target.Target;
import dev.bascule.reports.coverage.Forecast;
import dev.bascule.reports.coverage.Forecast.Known;
import dev.bascule.reports.coverage.Forecast.OfTarget;
import dev.bascule.reports.coverage.OperatorCoverage;
import dev.bascule.reports.coverage.OperatorKey;
import dev.bascule.reports.matrix.CaseResult;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Families of models down, backends across. A cell is measured where a model of the family was run there, else known where
 * somebody documents it, else predicted from the operators of models that ran elsewhere, else not there at all. Immutable.
 *
 * @param families rows
 * @param backends columns, by id
 * @param cells what there is a basis for
 */
public record FamilyTable(List<Family> families, List<String> backends, Map<Place, FamilyCell> cells) {

    private static final Set<ErrorCode> ASKED_WRONGLY =
            EnumSet.of(ErrorCode.OPTION_UNSUPPORTED, ErrorCode.INPUT_MISMATCH);

    public FamilyTable {
        families = List.copyOf(families);
        backends = List.copyOf(backends);
        cells = Map.copyOf(cells);
    }

    /** A row and a column. */
    public record Place(Family family, String backend) {}

    public Optional<FamilyCell> cell(Family family, String backend) {
        return Optional.ofNullable(cells.get(new Place(family, backend)));
    }

    /**
     * The table.
     *
     * @param cells of the history, the newest of each case and target
     * @param known what others document
     * @param backends the columns
     */
    public static FamilyTable of(Collection<CaseResult> cells, KnownCompatibility known, Collection<Backend> backends) {
        List<CaseResult> models = cells.stream().filter(FamilyTable::isOfFamily).toList();
        Map<String, ModelInfo> infos = new TreeMap<>();
        models.forEach(cell ->
                infos.putIfAbsent(cell.run().model().sha256(), cell.run().model()));
        OperatorCoverage coverage = OperatorCoverage.of(cells);
        List<Family> rows = Arrays.stream(Family.values())
                .filter(family -> family != Family.OTHER)
                .toList();
        List<String> columns = backends.stream().map(Backend::id).toList();
        Map<Place, FamilyCell> found = new LinkedHashMap<>();
        for (Family family : rows) {
            List<ModelInfo> members = infos.values().stream()
                    .filter(model -> model.family() == family)
                    .toList();
            for (String backend : columns) {
                measured(models, family, backend)
                        .or(() -> known.of(family, backend))
                        .or(() -> predicted(members, coverage, backend))
                        .ifPresent(cell -> found.put(new Place(family, backend), cell));
            }
        }
        return new FamilyTable(rows, columns, found);
    }

    private static Optional<FamilyCell> measured(List<CaseResult> models, Family family, String backend) {
        Map<String, Map<List<String>, CaseResult>> byModel = new TreeMap<>();
        models.stream()
                .filter(cell -> cell.run().model().family() == family)
                .filter(cell -> cell.run().chain().first().id().equals(backend))
                .filter(FamilyTable::isMeasurement)
                .forEach(cell -> byModel.computeIfAbsent(cell.run().model().sha256(), model -> new LinkedHashMap<>())
                        .merge(place(cell), cell, FamilyTable::newer));
        if (byModel.isEmpty()) {
            return Optional.empty();
        }
        int right = 0;
        int partly = 0;
        int software = 0;
        TreeSet<String> runs = new TreeSet<>();
        TreeSet<String> machines = new TreeSet<>();
        TreeSet<String> browsers = new TreeSet<>();
        TreeSet<String> names = new TreeSet<>();
        TreeSet<String> notRight = new TreeSet<>();
        for (Map<List<String>, CaseResult> places : byModel.values()) {
            Collection<CaseResult> of = places.values();
            String name = of.iterator().next().run().model().name();
            names.add(name);
            for (CaseResult cell : of) {
                runs.add(cell.runId());
                machines.add(cell.machine().fingerprint());
                target(cell).browser().ifPresent(browser -> browsers.add(browser.name() + " " + browser.version()));
            }
            software += of.stream().allMatch(cell -> target(cell).software().orElse(false)) ? 1 : 0;
            if (of.stream().allMatch(cell -> cell.run().verdict() == Verdict.PASS)) {
                right++;
            } else if (of.stream()
                    .allMatch(
                            cell -> cell.run().verdict().isRight() || cell.run().verdict() == Verdict.FLAKY)) {
                partly++;
            } else {
                notRight.add(name);
            }
        }
        return Optional.of(new FamilyCell.Measured(
                right,
                partly,
                byModel.size(),
                List.copyOf(names),
                List.copyOf(notRight),
                List.copyOf(runs),
                machines.size(),
                List.copyOf(browsers),
                software));
    }

    /** A model of one node is a case of its operator, and no member of a family. */
    static boolean isOfFamily(CaseResult cell) {
        return cell.run().model().nodes() > 1 && cell.run().model().family() != Family.OTHER;
    }

    /** Whether the model ran to a verdict, right or not, on a target by itself. */
    static boolean isMeasurement(CaseResult cell) {
        return cell.run().chain().isStrict() && cell.isTelling() && isOfTheModel(cell);
    }

    /** An option that a backend does not take, or an input that does not fit, is no word about the model. */
    private static boolean isOfTheModel(CaseResult cell) {
        return cell.run()
                .decisive()
                .failure()
                .filter(failure -> ASKED_WRONGLY.contains(failure.code()))
                .isEmpty();
    }

    /** A machine and what on it: the same model with other settings is no other place. */
    private static List<String> place(CaseResult cell) {
        return List.of(cell.machine().fingerprint(), target(cell).id());
    }

    private static CaseResult newer(CaseResult one, CaseResult other) {
        return other.startedAt().isBefore(one.startedAt()) ? one : other;
    }

    private static Target target(CaseResult cell) {
        return cell.run().decisive().target();
    }

    /** Several models have the same operators, and a case is run on several targets. */
    private static int cases(List<OfTarget> targets) {
        Map<OperatorKey, Integer> most = new LinkedHashMap<>();
        targets.forEach(target -> target.operators()
                .forEach(operator -> most.merge(
                        OperatorKey.of(operator.signature()), operator.cases().all(), Math::max)));
        return most.values().stream().mapToInt(Integer::intValue).sum();
    }

    /** Where nothing at all is known of any of their operators there is no basis, and no cell. */
    private static Optional<FamilyCell> predicted(List<ModelInfo> members, OperatorCoverage coverage, String backend) {
        List<OfTarget> targets = new ArrayList<>();
        TreeSet<String> names = new TreeSet<>();
        for (ModelInfo model : members) {
            Forecast.of(model, coverage)
                    .ifPresent(forecast -> forecast.targets().stream()
                            .filter(target ->
                                    target.column().chain().first().id().equals(backend))
                            .filter(target -> target.nodes(Known.UNKNOWN) < target.nodes())
                            .forEach(target -> {
                                targets.add(target);
                                names.add(model.name());
                            }));
        }
        if (targets.isEmpty()) {
            return Optional.empty();
        }
        double low = targets.stream()
                .mapToDouble(target -> target.share().low())
                .min()
                .orElseThrow();
        double high = targets.stream()
                .mapToDouble(target -> target.share().high())
                .max()
                .orElseThrow();
        return Optional.of(new FamilyCell.Predicted(new Interval(low, high), cases(targets), List.copyOf(names)));
    }
}
