package dev.bascule.nativerunner.child;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.bascule.fallback.driver.ChildLaunchSpec;
import dev.bascule.fallback.driver.Detection;
import dev.bascule.fallback.driver.TierCheck;
import dev.bascule.fallback.protocol.CapabilityWire;
import dev.bascule.fallback.protocol.Message;
import dev.bascule.fallback.protocol.Message.BackendInfo;
import dev.bascule.fallback.protocol.Message.EngineInfo;
import dev.bascule.fallback.runner.Capabilities;
import dev.bascule.nativerunner.serve.ServedBackend;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** What a native runner says of itself when it joins: a claim, not a proof. Stateless. */
final class CapabilityReport {
    private CapabilityReport() {}

    static Message.Capable of(ServedBackend served) {
        Optional<EngineInfo> info = served.engine().map(engine -> new EngineInfo(engine.name(), engine.version()));
        return new Message.Capable(
                info.stream().toList(),
                List.of(backend(served, info)),
                environment(),
                Optional.of(List.of(Capabilities.CHALLENGES, Capabilities.END_TO_END, Capabilities.STEPS)));
    }

    private static BackendInfo backend(ServedBackend served, Optional<EngineInfo> engine) {
        Detection detection = served.detection();
        Optional<TierCheck.Failed> stop = detection.stop();
        return new BackendInfo(
                served.id(),
                stop.isPresent() ? "missing" : "ok",
                detection.software(),
                engine,
                served.build(),
                texts(detection.facts()),
                stop.map(TierCheck.Failed::reason),
                stop.map(TierCheck.Failed::nextStep),
                Optional.of(
                        detection.checks().stream().map(CapabilityWire::tier).toList()));
    }

    private static Map<String, JsonNode> environment() {
        Map<String, String> facts = new TreeMap<>();
        for (String property : List.of("java.version", "java.vm.name", "os.name", "os.version", "os.arch")) {
            Optional.ofNullable(System.getProperty(property)).ifPresent(value -> facts.put(property, value));
        }
        facts.put("libraries", System.getProperty(NativeRunnerMain.LIBRARIES, ChildLaunchSpec.STANDARD.libraries()));
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
