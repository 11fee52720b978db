package dev.bascule.nativerunner.child;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.bascule.fallback.protocol.Message;
import dev.bascule.fallback.protocol.Message.BackendInfo;
import dev.bascule.fallback.protocol.Message.EngineInfo;
import dev.bascule.nativerunner.detect.Finding;
import dev.bascule.nativerunner.engine.OnnxRuntimeEngine;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** What a native runner says of itself when it joins: a claim, not a proof. Stateless. */
final class CapabilityReport {
    private CapabilityReport() {}

    static Message.Capable of(OnnxRuntimeEngine engine) {
        EngineInfo info =
                new EngineInfo(engine.identity().name(), engine.identity().version());
        return new Message.Capable(
                List.of(info),
                engine.backends().all().stream()
                        .map(finding -> backend(finding, info))
                        .toList(),
                environment());
    }

    private static BackendInfo backend(Finding finding, EngineInfo engine) {
        Map<String, String> facts = new TreeMap<>(finding.facts());
        facts.put("tier", finding.tier().id());
        return new BackendInfo(
                finding.backend(),
                finding.missing().isPresent() ? "missing" : "ok",
                Optional.empty(),
                Optional.of(engine),
                Optional.empty(),
                texts(facts),
                finding.missing());
    }

    private static Map<String, JsonNode> environment() {
        Map<String, String> facts = new TreeMap<>();
        for (String property : List.of("java.version", "java.vm.name", "os.name", "os.version", "os.arch")) {
            Optional.ofNullable(System.getProperty(property)).ifPresent(value -> facts.put(property, value));
        }
        facts.put("ortProviders", String.join(",", OnnxRuntimeEngine.compiledProviders()));
        facts.put("availableProcessors", String.valueOf(Runtime.getRuntime().availableProcessors()));
        facts.put("pid", String.valueOf(ProcessHandle.current().pid()));
        return texts(facts);
    }

    private static Map<String, JsonNode> texts(Map<String, String> facts) {
        Map<String, JsonNode> nodes = new TreeMap<>();
        facts.forEach((key, value) -> nodes.put(key, JsonNodeFactory.instance.textNode(value)));
        return nodes;
    }
}
