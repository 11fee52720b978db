package dev.bascule.bridge.evidence;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads the answer to {@code SystemInfo.getInfo} of the Chrome DevTools protocol: the same records as {@code chrome://gpu}
 * shows, but for Dawn, in browsers that have no such page too, at once and without loading a driver for it. Stateless.
 */
final class SystemInfoAnswer {
    static final String ADDRESS = "SystemInfo.getInfo";

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Pattern ANGLE = Pattern.compile("angle=(\\w+)");
    private static final List<String> FEATURES = List.of(
            "gpu_compositing", "opengl", "rasterization", "skia_graphite", "vulkan", "webgl", "webgpu", "webnn");

    private SystemInfoAnswer() {}

    /** Facts by name; empty where the text is no such answer. */
    static Map<String, String> parse(String json) {
        Map<String, String> facts = new TreeMap<>();
        JsonNode gpu;
        try {
            gpu = JSON.readTree(json).path("gpu");
        } catch (JsonProcessingException e) {
            return facts;
        }
        JsonNode attributes = gpu.path("auxAttributes");
        put(facts, "gpu.vendor", attributes.path("glVendor"));
        put(facts, "gpu.renderer", attributes.path("glRenderer"));
        put(facts, "gpu.glVersion", attributes.path("glVersion"));
        put(facts, "gpu.skiaBackend", attributes.path("skiaBackendType"));
        put(facts, "gpu.inProcess", attributes.path("inProcessGpu"));
        put(facts, "gpu.processCrashes", attributes.path("processCrashCount"));
        Matcher angle = ANGLE.matcher(attributes.path("glImplementationParts").asText());
        if (angle.find()) {
            facts.put("gpu.angleBackend", angle.group(1));
        }
        JsonNode device = gpu.path("devices").path(0);
        if (device.isObject()) {
            facts.put("gpu.vendorId", "0x%04x".formatted(device.path("vendorId").asLong()));
            facts.put("gpu.deviceId", "0x%04x".formatted(device.path("deviceId").asLong()));
            String driver = (device.path("driverVendor").asText() + " "
                            + device.path("driverVersion").asText())
                    .strip();
            if (!driver.isEmpty()) {
                facts.put("gpu.driver", driver);
            }
        }
        for (String feature : FEATURES) {
            put(
                    facts,
                    "feature." + feature.replace("gpu_", "").replace('_', '-'),
                    gpu.path("featureStatus").path(feature));
        }
        return facts;
    }

    private static void put(Map<String, String> facts, String name, JsonNode value) {
        if (value.isValueNode() && !value.asText().isEmpty()) {
            facts.put(name, value.asText());
        }
    }
}
