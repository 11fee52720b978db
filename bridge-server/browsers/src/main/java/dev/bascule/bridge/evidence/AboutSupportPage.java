package dev.bascule.bridge.evidence;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Reads the Graphics section of the text of Firefox's {@code about:support}. Its WebGPU adapter is the one of wgpu, with
 * the driver's name that the web's API keeps back. Stateless.
 */
final class AboutSupportPage {
    static final String ADDRESS = "about:support";

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String ADAPTER = "WebGPU Default Adapter";
    private static final Pattern DECISION =
            Pattern.compile("^WEBGPU[\\t ]*\\R((?:[a-z]+[\\t ].*(?:\\R|$))+)", Pattern.MULTILINE);
    private static final Pattern GPU = Pattern.compile("^GPU #\\d[\\t ]*$", Pattern.MULTILINE);

    private AboutSupportPage() {}

    /** Facts by name; empty where the text is not that page's. */
    static Map<String, String> parse(String text) {
        Map<String, String> facts = new TreeMap<>();
        row(text, "Compositing").ifPresent(value -> facts.put("gpu.compositing", value));
        Stream.of("WebGL 2 Driver Renderer", "WebGL 1 Driver Renderer")
                .flatMap(name -> row(text, name).stream())
                .filter(value -> !value.startsWith("WebGL creation failed") && !value.equals("-"))
                .findFirst()
                .ifPresent(value -> facts.put("gpu.renderer", value));
        activeGpu(text).ifPresent(gpu -> {
            row(gpu, "Description").ifPresent(value -> facts.put("gpu.description", value));
            row(gpu, "Vendor ID").ifPresent(value -> facts.put("gpu.vendorId", value));
            row(gpu, "Device ID").ifPresent(value -> facts.put("gpu.deviceId", value));
            String driver = String.join(
                    " ",
                    Stream.of("Driver Vendor", "Driver Version")
                            .flatMap(name -> row(gpu, name).stream())
                            .toList());
            if (!driver.isBlank()) {
                facts.put("gpu.driver", driver);
            }
        });
        adapter(text).ifPresent(info -> {
            put(facts, "wgpu.adapter", info.path("wgpuName"));
            put(facts, "wgpu.backend", info.path("wgpuBackend"));
            put(facts, "wgpu.type", info.path("wgpuDeviceType"));
            String driver = (info.path("wgpuDriver").asText() + " "
                            + info.path("wgpuDriverInfo").asText())
                    .strip();
            if (!driver.isEmpty()) {
                facts.put("wgpu.driver", driver);
            }
        });
        decision(text).ifPresent(value -> facts.put("feature.webgpu", value));
        return facts;
    }

    /** The section of the GPU in use; there may be a second that is not. */
    private static Optional<String> activeGpu(String text) {
        List<String> sections = List.of(GPU.split(text));
        return sections.stream()
                .skip(1)
                .filter(section -> row(section, "Active").equals(Optional.of("Yes")))
                .findFirst();
    }

    private static Optional<String> row(String text, String name) {
        Matcher row = Pattern.compile("^" + Pattern.quote(name) + "\\t+(\\S.*)$", Pattern.MULTILINE)
                .matcher(text);
        return row.find() ? Optional.of(row.group(1).strip()) : Optional.empty();
    }

    /** The last word in the log of decisions counts, with its reason. */
    private static Optional<String> decision(String text) {
        Matcher decision = DECISION.matcher(text);
        if (!decision.find()) {
            return Optional.empty();
        }
        List<String> steps = decision.group(1).lines().toList();
        String[] last = steps.get(steps.size() - 1).split("\\t", -1);
        String status = last.length > 1 ? last[1] : last[0];
        String why = last.length > 2 ? last[2].strip() : "";
        return Optional.of(why.isEmpty() ? status : status + ": " + why);
    }

    /** The object behind the row's name, up to its closing brace; whatever follows is the page's. */
    private static Optional<JsonNode> adapter(String text) {
        int row = text.indexOf(ADAPTER);
        int brace = row < 0 ? -1 : text.indexOf('{', row);
        if (brace < 0) {
            return Optional.empty();
        }
        try (JsonParser parser = JSON.createParser(text.substring(brace))) {
            JsonNode adapters = parser.readValueAsTree();
            return Optional.ofNullable(
                            adapters.elements().hasNext() ? adapters.elements().next() : null)
                    .map(adapter -> adapter.path("info"));
        } catch (JsonProcessingException e) {
            return Optional.empty();
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    private static void put(Map<String, String> facts, String name, JsonNode value) {
        if (value.isValueNode() && !value.asText().isEmpty()) {
            facts.put(name, value.asText());
        }
    }
}
