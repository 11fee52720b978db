package dev.bascule.nativerunner.evidence;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * What the kernels of one inference took and gave, in a session that left weights unpacked. By node, and by how often it had run in
 * that inference: a loop's body runs again and again. Belongs to one thread.
 */
final class KernelShapes implements Consumer<JsonNode> {
    private final Map<String, List<KernelKind>> nodes = new HashMap<>();

    @Override
    public void accept(JsonNode event) {
        if (Profile.isKernel(event)) {
            KernelKind.read(event.path("args"))
                    .ifPresent(kind -> nodes.computeIfAbsent(Profile.node(event), node -> new ArrayList<>())
                            .add(kind));
        }
    }

    /** The kind with the shapes of its weights, as far as they are known. */
    KernelKind complete(KernelKind kind, String node, int time) {
        List<KernelKind> seen = nodes.getOrDefault(node, List.of());
        return time < seen.size() ? kind.completedBy(seen.get(time)) : kind;
    }
}
