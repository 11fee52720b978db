package dev.bascule.reports.coverage;

import dev.bascule.fallback.cases.ModelInfo;
import dev.bascule.fallback.cases.OperatorSignature;
import dev.bascule.fallback.measure.Interval;
import dev.bascule.reports.coverage.OperatorCoverage.Source;
import dev.bascule.reports.matrix.CaseResult;
import dev.bascule.reports.matrix.Matrix;
import dev.bascule.reports.matrix.Matrix.Column;
import dev.bascule.reports.matrix.MatrixCell;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * What the results of other cases let expect of a model before it runs: a prediction, not a measurement, which never enters
 * a cell of the matrix. An operator counts as known where cases of it in the same version (not changed by ONNX in between)
 * and dtype were run; what was never seen is unknown, not good. Immutable.
 *
 * @param model what is predicted
 * @param targets one for each column of the coverage
 * @param sources the runs that it rests on, newest first
 */
public record Forecast(ModelInfo model, List<OfTarget> targets, List<Source> sources) {
    public Forecast {
        targets = List.copyOf(targets);
        sources = List.copyOf(sources);
    }

    /** What is known of an operator on a target. */
    public enum Known {
        /** No case of it is right, and something broke. */
        BREAKS,
        /** No case of it is right: the target does not take it. */
        LACKS,
        /** Some of its cases are right. */
        PARTLY,
        /** No case of it was run, none told anything of it, or the model does not tell its dtype. */
        UNKNOWN,
        /** Every case of it is right, or it was in a right case of several nodes. */
        RUNS
    }

    /**
     * An operator of the model on a target.
     *
     * @param signature with the number of nodes in the model
     * @param cases of that one node that it rests on
     * @param gaps why some of these are not right
     */
    public record OfOperator(OperatorSignature signature, Known known, VerdictCounts cases, List<Gap> gaps) {
        public OfOperator {
            gaps = List.copyOf(gaps);
        }
    }

    /**
     * A model on a target.
     *
     * @param operators the worst first
     * @param cases of one node that it all rests on
     * @param measured newest cells of the model itself there, one for each of its settings; the prediction does not rest on them
     */
    public record OfTarget(Column column, List<OfOperator> operators, int cases, List<MatrixCell> measured) {
        public OfTarget {
            operators = List.copyOf(operators);
            measured = List.copyOf(measured);
        }

        /** Whether no other case tells anything of any operator. */
        public boolean isUnknown() {
            return nodes(Known.UNKNOWN) == nodes();
        }

        public int nodes(Known known) {
            return operators.stream()
                    .filter(operator -> operator.known() == known)
                    .mapToInt(operator -> operator.signature().nodes())
                    .sum();
        }

        public int nodes() {
            return operators.stream()
                    .mapToInt(operator -> operator.signature().nodes())
                    .sum();
        }

        /**
         * The share of the nodes that would run right on the backend: from those known to, to those not known not to. No
         * confidence interval: the truth may be anywhere in it.
         */
        public Interval share() {
            double low = nodes(Known.RUNS);
            return new Interval(low / nodes(), (low + nodes(Known.PARTLY) + nodes(Known.UNKNOWN)) / nodes());
        }
    }

    /**
     * From the newest result of each case and target. What the model itself gave is measured and not predicted from; empty
     * where the model's operators are not known.
     */
    public static Optional<Forecast> of(ModelInfo model, Collection<CaseResult> caseResults) {
        Matrix matrix =
                Matrix.of(caseResults.stream().filter(CaseResult::isTelling).toList());
        Predicate<CaseResult> own = cell -> cell.run().model().sha256().equals(model.sha256());
        return of(
                model,
                OperatorCoverage.of(matrix, own.negate()),
                column -> matrix.rows().stream()
                        .flatMap(row -> matrix.cell(row, column).stream())
                        .filter(cell -> own.test(cell.caseResult()))
                        .toList());
    }

    /** Empty where the model's operators are not known. */
    public static Optional<Forecast> of(ModelInfo model, OperatorCoverage coverage) {
        return of(model, coverage, column -> List.of());
    }

    private static Optional<Forecast> of(
            ModelInfo model, OperatorCoverage coverage, Function<Column, List<MatrixCell>> measured) {
        if (model.signatures().isEmpty()) {
            return Optional.empty();
        }
        Map<OperatorKey, List<OperatorKey>> alike = new HashMap<>();
        coverage.rows()
                .forEach(row -> alike.computeIfAbsent(version(row), first -> new ArrayList<>())
                        .add(row));
        List<OfTarget> targets = new ArrayList<>();
        for (Column column : coverage.columns()) {
            List<OfOperator> operators = model.signatures().stream()
                    .map(signature -> operator(
                            signature,
                            alike.getOrDefault(version(OperatorKey.of(signature)), List.of()).stream()
                                    .map(row -> coverage.cell(row, column))
                                    .filter(cell -> !cell.isEmpty())
                                    .toList()))
                    .sorted(Comparator.comparing(OfOperator::known)
                            .thenComparing(operator -> -operator.signature().nodes())
                            .thenComparing(OfOperator::signature))
                    .toList();
            int cases = operators.stream()
                    .mapToInt(operator -> operator.cases().all())
                    .sum();
            targets.add(new OfTarget(column, operators, cases, measured.apply(column)));
        }
        return Optional.of(new Forecast(model, targets, coverage.sources()));
    }

    /** The same operator under whatever opset, as far as it is known not to have changed. */
    private static OperatorKey version(OperatorKey key) {
        return new OperatorKey(key.domain(), key.operator(), key.since().orElse(key.opset()), key.dtype());
    }

    private static OfOperator operator(OperatorSignature signature, List<OperatorCell> cells) {
        OperatorCell all = new OperatorCell(
                cells.stream().map(OperatorCell::alone).reduce(VerdictCounts.NONE, VerdictCounts::plus),
                Gap.merged(cells.stream().flatMap(cell -> cell.gaps().stream()).toList()),
                cells.stream().map(OperatorCell::composed).reduce(VerdictCounts.NONE, VerdictCounts::plus));
        Known known = signature.dtype().isEmpty() || all.isEmpty() ? Known.UNKNOWN : known(all);
        return new OfOperator(signature, known, all.alone(), all.gaps());
    }

    private static Known known(OperatorCell cell) {
        return switch (cell.standing()) {
            case RIGHT, RIGHT_IN_COMPOSITION -> Known.RUNS;
            case PARTLY -> Known.PARTLY;
            case UNSUPPORTED -> cell.composed().right() > 0 ? Known.PARTLY : Known.LACKS;
            case BROKEN -> cell.composed().right() > 0 ? Known.PARTLY : Known.BREAKS;
            case UNDECIDED -> Known.UNKNOWN;
        };
    }
}
