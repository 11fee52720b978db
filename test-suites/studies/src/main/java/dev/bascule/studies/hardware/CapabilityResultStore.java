package dev.bascule.studies.hardware;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.bascule.execution.service.CapabilityResult;
import dev.bascule.fallback.backend.DeviceType;
import dev.bascule.fallback.cache.CacheFolder;
import dev.bascule.fallback.target.Machine;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/** Remembers what was tried on this machine's devices, in a {@link StateFile} of the cache. */
public final class CapabilityResultStore {
    private final StateFile<CapabilityResult> file;

    /** @param say tells the user what went wrong with it */
    public CapabilityResultStore(CacheFolder cache, Consumer<String> say) {
        this.file =
                new StateFile<>(cache.root().resolve("trials.json"), "trials", "what was verified", new Trial(), say);
    }

    /** What was tried on this machine in the state that it is in. */
    public List<CapabilityResult> of(Machine machine) {
        return file.read(machine);
    }

    /** Remembers these; what the same one said earlier of the same place and backend is forgotten. */
    public void remember(Machine machine, Collection<CapabilityResult> results) {
        if (results.isEmpty()) {
            return;
        }
        Set<String> columns = new HashSet<>();
        results.forEach(result -> columns.add(column(result)));
        List<CapabilityResult> all = new ArrayList<>(of(machine).stream()
                .filter(result -> !columns.contains(column(result)))
                .toList());
        all.addAll(results);
        file.write(machine, all);
    }

    private static String column(CapabilityResult result) {
        return result.by() + "\n" + result.place() + "\n" + result.backend();
    }

    private static final class Trial implements StateFile.Form<CapabilityResult> {
        @Override
        public void put(ObjectNode node, CapabilityResult result) {
            node.put("deviceType", result.seen().type().name());
            node.put("software", result.seen().software());
            node.put("adapter", result.seen().words());
            node.put("capability", result.capability());
            node.put("right", result.right());
            node.put("by", result.by());
            node.put("place", result.place());
            node.put("backend", result.backend());
            result.engine().ifPresent(engine -> node.put("engine", engine));
            node.put("at", result.at().toString());
            node.put("evidence", result.evidence());
        }

        @Override
        public CapabilityResult entry(JsonNode node) throws IOException {
            return new CapabilityResult(
                    new CapabilityResult.Seen(
                            DeviceType.valueOf(StateFile.text(node, "deviceType")),
                            StateFile.flag(node, "software"),
                            node.path("adapter").asText()),
                    StateFile.text(node, "capability"),
                    StateFile.flag(node, "right"),
                    StateFile.text(node, "by"),
                    StateFile.text(node, "place"),
                    StateFile.text(node, "backend"),
                    Optional.ofNullable(node.get("engine")).map(JsonNode::asText),
                    Instant.parse(StateFile.text(node, "at")),
                    StateFile.text(node, "evidence"));
        }
    }
}
