package dev.bascule.reports.coverage;

import dev.bascule.fallback.attempt.CaseRun;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.backend.Chain;
import dev.bascule.fallback.cases.OperatorSignature;
import dev.bascule.fallback.target.Browser;
import dev.bascule.fallback.target.Target;
import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.webnn.OpSupport;
import dev.bascule.reports.matrix.CaseResult;
import dev.bascule.reports.matrix.Matrix;
import dev.bascule.reports.matrix.MatrixCell;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * WebNN's operators in one browser on one device: what the specification requires and allows, what {@code opSupportLimits()}
 * claims and what was observed, side by side. Immutable.
 *
 * @param target the browser and the device
 * @param claims whether the browser's claim is known
 * @param rows those with disagreements first
 */
public record WebNnCoverage(String target, boolean claims, List<Row> rows) {
    private static final String API = "webnn";
    /** How {@code opSupportLimits()} calls the argument that an operator works on. */
    private static final List<String> DATA = List.of("trueValue", "input", "a", "inputs");

    public WebNnCoverage {
        rows = List.copyOf(rows);
    }

    /** Where two of the three do not agree. */
    public enum Disagreement {
        /**
         * Claimed, and a case of it failed on the API itself. One that is unsupported says nothing of this claim: the type of
         * another operand, such as int64 indices, may be the one that is not claimed.
         */
        CLAIMED_BUT_NOT_RIGHT("claimed, but not right"),
        /** Claimed, and a case of it failed through onnxruntime-web, whose fault it may be. */
        CLAIMED_BUT_FAILS_THROUGH_ENGINE("claimed, but fails through onnxruntime-web, whose fault it may be"),
        /** Right on the API itself without being claimed. */
        RIGHT_BUT_NOT_CLAIMED("right, but not claimed"),
        /** Right through onnxruntime-web without being claimed; it may have converted the type. */
        RIGHT_THROUGH_ENGINE_BUT_NOT_CLAIMED(
                "right through onnxruntime-web, but not claimed: it may have converted the type"),
        /** Required of every implementation, and not claimed. */
        REQUIRED_BUT_NOT_CLAIMED("required, but not claimed"),
        /** Claimed, and {@linkplain OpSupport#draft the draft compared} has it not, which a later one may. */
        CLAIMED_BUT_NOT_ALLOWED(
                "claimed, but the specification does not allow it: an extension, or newer than the draft");

        private final String words;

        Disagreement(String words) {
            this.words = words;
        }

        /** In words. */
        public String words() {
            return words;
        }
    }

    /**
     * An operator and a dtype of what it works on.
     *
     * @param known whether the specification has the operator
     * @param required whether every implementation has to support it
     * @param allowed whether the specification lets an implementation support it; one may do without
     * @param claimed empty where the browser's claim is not known
     * @param direct cases of that one node on the API itself
     * @param throughEngine cases of one ONNX node that stands for it, through onnxruntime-web
     * @param gaps why some of these are not right
     */
    public record Row(
            String operator,
            DType dtype,
            boolean known,
            boolean required,
            boolean allowed,
            Optional<Boolean> claimed,
            VerdictCounts direct,
            VerdictCounts throughEngine,
            List<Gap> gaps) {
        public Row {
            gaps = List.copyOf(gaps);
        }

        public Set<Disagreement> disagreements() {
            Set<Disagreement> found = EnumSet.noneOf(Disagreement.class);
            boolean yes = claimed.orElse(false);
            boolean no = claimed.map(claim -> !claim).orElse(false);
            if (yes && direct.failures() > 0) {
                found.add(Disagreement.CLAIMED_BUT_NOT_RIGHT);
            }
            if (yes && throughEngine.failures() > 0) {
                found.add(Disagreement.CLAIMED_BUT_FAILS_THROUGH_ENGINE);
            }
            if (no && direct.right() > 0) {
                found.add(Disagreement.RIGHT_BUT_NOT_CLAIMED);
            }
            if (no && throughEngine.right() > 0) {
                found.add(Disagreement.RIGHT_THROUGH_ENGINE_BUT_NOT_CLAIMED);
            }
            if (no && required) {
                found.add(Disagreement.REQUIRED_BUT_NOT_CLAIMED);
            }
            if (yes && !allowed && !required) {
                found.add(Disagreement.CLAIMED_BUT_NOT_ALLOWED);
            }
            return found;
        }

        /** What the specification says, in a word or two. */
        public String specification() {
            return required ? "required" : allowed ? "allowed" : known ? "not allowed" : "not in it";
        }

        /** What the browser claims, in a word. */
        public String claim() {
            return claimed.map(claim -> claim ? "claimed" : "not claimed").orElse("not known");
        }
    }

    private record Key(String operator, DType dtype) {}

    /** Of each case and target the newest run's result, where it was run at all. */
    public static List<WebNnCoverage> of(Collection<CaseResult> caseResults) {
        return of(Matrix.of(caseResults.stream().filter(CaseResult::isTelling).toList()));
    }

    /** One for each browser and device that has WebNN cells or a claim. */
    public static List<WebNnCoverage> of(Matrix matrix) {
        Map<String, List<MatrixCell>> byTarget = new TreeMap<>();
        for (MatrixCell cell : matrix.inOrder()) {
            if (cell.run().chain().equals(Chain.of(Backends.WEBNN))
                    && cell.caseResult().isTelling()) {
                byTarget.computeIfAbsent(name(cell.decisive().target()), first -> new ArrayList<>())
                        .add(cell);
            }
        }
        return byTarget.entrySet().stream()
                .map(entry -> of(entry.getKey(), entry.getValue()))
                .toList();
    }

    private static String name(Target target) {
        return target.browser().map(Browser::label).orElse("a browser") + " webnn "
                + target.deviceType().name().toLowerCase(Locale.ROOT);
    }

    private static WebNnCoverage of(String target, List<MatrixCell> cells) {
        Optional<OpSupport> claim = cells.stream()
                .map(cell -> cell.decisive().target())
                .distinct()
                .flatMap(held -> OpSupport.claimedBy(held.adapter(), held.deviceType()).stream())
                .findFirst();
        Map<Key, List<CaseRun>> direct = new HashMap<>();
        Map<Key, List<CaseRun>> through = new HashMap<>();
        for (MatrixCell cell : cells) {
            List<OperatorSignature> signatures = cell.run().model().signatures();
            if (OperatorCoverage.nodes(cell.run().model()) == 1) {
                OperatorSignature only = signatures.get(0);
                Map<Key, List<CaseRun>> into = only.domain().equals(API) ? direct : through;
                key(only)
                        .ifPresent(key -> into.computeIfAbsent(key, first -> new ArrayList<>())
                                .add(cell.run()));
            }
        }
        OpSupport required = OpSupport.required();
        OpSupport specified = OpSupport.specified();
        TreeSet<Key> keys = new TreeSet<>(Comparator.comparing(Key::operator).thenComparing(Key::dtype));
        keys.addAll(direct.keySet());
        keys.addAll(through.keySet());
        keys.addAll(allowed(required));
        keys.addAll(allowed(specified));
        claim.ifPresent(claimed -> keys.addAll(allowed(claimed)));
        List<Row> rows = keys.stream()
                .map(key -> row(key, required, specified, claim, direct, through))
                .sorted(Comparator.comparing((Row row) -> row.disagreements().stream()
                                .findFirst()
                                .map(Enum::ordinal)
                                .orElse(Integer.MAX_VALUE))
                        .thenComparing(Row::operator)
                        .thenComparing(Row::dtype))
                .toList();
        return new WebNnCoverage(target, claim.isPresent(), rows);
    }

    private static Row row(
            Key key,
            OpSupport required,
            OpSupport specified,
            Optional<OpSupport> claim,
            Map<Key, List<CaseRun>> direct,
            Map<Key, List<CaseRun>> through) {
        List<CaseRun> own = direct.getOrDefault(key, List.of());
        List<CaseRun> others = through.getOrDefault(key, List.of());
        return new Row(
                key.operator(),
                key.dtype(),
                Stream.of(required, specified)
                        .anyMatch(support -> support.operators().containsKey(key.operator())),
                allows(required, key),
                allows(specified, key),
                claim.map(claimed -> allows(claimed, key)),
                tally(own),
                tally(others),
                Gap.of(Stream.concat(own.stream(), others.stream()).toList()));
    }

    private static VerdictCounts tally(Collection<CaseRun> runs) {
        return VerdictCounts.of(runs.stream().map(CaseRun::verdict).toList());
    }

    /** A graph's own operator, or the one that an ONNX operator becomes; ONNX's bool is WebNN's uint8. */
    private static Optional<Key> key(OperatorSignature signature) {
        Optional<String> operator = signature.domain().equals(API)
                ? Optional.of(signature.operator())
                : signature.domain().equals(OperatorSignature.ONNX)
                        ? WebNnNames.of(signature.operator())
                        : Optional.empty();
        return operator.flatMap(name ->
                signature.dtype().map(dtype -> new Key(name, dtype == DType.BOOL ? DType.UINT8 : dtype)));
    }

    /** The limit of the argument that an operator works on. */
    private static Optional<OpSupport.Limit> data(OpSupport support, String operator) {
        Map<String, OpSupport.Limit> arguments = support.operators().getOrDefault(operator, Map.of());
        return DATA.stream().filter(arguments::containsKey).map(arguments::get).findFirst();
    }

    private static boolean allows(OpSupport support, Key key) {
        return data(support, key.operator())
                .map(limit -> limit.dataTypes().contains(key.dtype()))
                .orElse(false);
    }

    private static List<Key> allowed(OpSupport support) {
        return support.operators().keySet().stream()
                .flatMap(operator -> data(support, operator).stream()
                        .flatMap(limit -> limit.dataTypes().stream())
                        .map(dtype -> new Key(operator, dtype)))
                .toList();
    }

    /** How many rows there are of each disagreement, those that occur. */
    public Map<Disagreement, Integer> disagreements() {
        Map<Disagreement, Integer> counts = new LinkedHashMap<>();
        for (Disagreement kind : Disagreement.values()) {
            int count = (int) rows.stream()
                    .filter(row -> row.disagreements().contains(kind))
                    .count();
            if (count > 0) {
                counts.put(kind, count);
            }
        }
        return counts;
    }
}
