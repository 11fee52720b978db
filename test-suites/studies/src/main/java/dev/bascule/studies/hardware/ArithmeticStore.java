package dev.bascule.studies.hardware;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.bascule.execution.service.Arithmetic;
import dev.bascule.execution.service.CapabilityResult.Seen;
import dev.bascule.execution.service.HardwareTests;
import dev.bascule.execution.service.TargetArithmetic;
import dev.bascule.fallback.backend.DeviceType;
import dev.bascule.fallback.cache.CacheFolder;
import dev.bascule.fallback.target.Machine;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Remembers how this machine's targets were seen to add up products, in a {@link StateFile} of the cache. It stands beside the
 * trials and not among them: a profile writes those anew, and knows nothing of sums.
 */
public final class ArithmeticStore {
    private final StateFile<TargetArithmetic> file;

    /** @param say tells the user what went wrong with it */
    public ArithmeticStore(CacheFolder cache, Consumer<String> say) {
        this.file = new StateFile<>(
                cache.root().resolve("arithmetic.json"),
                "targets",
                "how targets were seen to add up",
                new Target(),
                say);
    }

    /** Whether anything is kept, of whichever state; else nobody need look what this machine is. */
    public boolean isKept() {
        return file.exists();
    }

    /** What was found on this machine in the state that it is in, the native targets first. */
    public List<TargetArithmetic> of(Machine machine) {
        return file.read(machine).stream()
                .sorted(Comparator.comparing((TargetArithmetic target) -> !target.isNative())
                        .thenComparing(TargetArithmetic::place))
                .toList();
    }

    /** Remembers what a battery found; what an earlier one said of the same place, backend and engine is forgotten. */
    public void remember(Machine machine, HardwareTests tests) {
        List<TargetArithmetic> found = TargetArithmetic.of(tests);
        // What was not asked before a battery was stopped has no answer, which would stand in an earlier answer's
        // place.
        if (tests.interrupted() || found.isEmpty()) {
            return;
        }
        Set<String> columns = new HashSet<>();
        found.forEach(target -> columns.add(column(target)));
        List<TargetArithmetic> all = new ArrayList<>(found);
        of(machine).stream().filter(target -> !columns.contains(column(target))).forEach(all::add);
        file.write(machine, all);
    }

    private static String column(TargetArithmetic target) {
        return target.place() + "\n" + target.backend() + "\n" + target.engine().orElse("");
    }

    private static final class Target implements StateFile.Form<TargetArithmetic> {
        @Override
        public void put(ObjectNode node, TargetArithmetic target) {
            node.put("place", target.place());
            node.put("backend", target.backend());
            target.engine().ifPresent(engine -> node.put("engine", engine));
            target.seen().ifPresent(seen -> {
                node.put("deviceType", seen.type().name());
                node.put("software", seen.software());
                node.put("adapter", seen.words());
            });
            node.put("at", target.at().toString());
            ArrayNode operators = node.putArray("operators");
            target.arithmetic().forEach(one -> put(operators.addObject(), one));
        }

        private static void put(ObjectNode node, Arithmetic one) {
            node.put("operator", one.operator());
            node.put("format", one.format());
            one.reason().ifPresent(reason -> node.put("reason", reason));
            one.finding().ifPresent(found -> {
                ObjectNode finding = node.putObject("finding");
                finding.put("best", found.name());
                finding.put("explained", found.explained());
                finding.put("questions", found.questions());
                finding.put("next", found.next());
                finding.put("nextExplained", found.nextExplained());
                finding.put("inputBits", found.inputBits());
                finding.put("sumBits", found.sumBits());
                found.fused().ifPresent(fused -> finding.put("fused", fused));
                finding.put("keepsSubnormalInputs", found.keepsSubnormalInputs());
                finding.put("keepsSubnormalResults", found.keepsSubnormalResults());
            });
        }

        @Override
        public TargetArithmetic entry(JsonNode node) throws IOException {
            if (!node.path("operators").isArray()) {
                throw new IOException("an entry has no operators");
            }
            List<Arithmetic> arithmetic = new ArrayList<>();
            for (JsonNode operator : node.path("operators")) {
                arithmetic.add(operator(operator));
            }
            Optional<Seen> seen = node.has("deviceType")
                    ? Optional.of(new Seen(
                            DeviceType.valueOf(StateFile.text(node, "deviceType")),
                            StateFile.flag(node, "software"),
                            StateFile.text(node, "adapter")))
                    : Optional.empty();
            return new TargetArithmetic(
                    StateFile.text(node, "place"),
                    StateFile.text(node, "backend"),
                    StateFile.maybe(node, "engine"),
                    seen,
                    Instant.parse(StateFile.text(node, "at")),
                    arithmetic);
        }

        private static Arithmetic operator(JsonNode node) throws IOException {
            String operator = StateFile.text(node, "operator");
            String format = StateFile.text(node, "format");
            return node.has("finding")
                    ? Arithmetic.found(operator, format, finding(node.path("finding")))
                    : Arithmetic.unknown(operator, format, StateFile.text(node, "reason"));
        }

        private static Arithmetic.Finding finding(JsonNode node) throws IOException {
            int questions = StateFile.count(node, "questions", Integer.MAX_VALUE);
            return new Arithmetic.Finding(
                    StateFile.text(node, "best"),
                    StateFile.count(node, "explained", questions),
                    questions,
                    StateFile.text(node, "next"),
                    StateFile.count(node, "nextExplained", questions),
                    StateFile.count(node, "inputBits", Long.SIZE),
                    StateFile.count(node, "sumBits", Long.SIZE),
                    node.has("fused") ? Optional.of(StateFile.flag(node, "fused")) : Optional.empty(),
                    StateFile.flag(node, "keepsSubnormalInputs"),
                    StateFile.flag(node, "keepsSubnormalResults"));
        }
    }
}
