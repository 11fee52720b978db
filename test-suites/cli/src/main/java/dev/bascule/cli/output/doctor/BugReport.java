package dev.bascule.cli.output.doctor;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.bascule.cli.output.Redaction;
import dev.bascule.execution.service.DoctorReport;
import dev.bascule.execution.service.HardwareTests.Result;
import dev.bascule.fallback.json.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What {@code doctor --report} writes: all that somebody needs who never saw this machine, and nothing that says whose it
 * is. {@code bug-report-v1.schema.json} describes it. Immutable.
 *
 * @param document versions, environment and the doctor's document, with names and secrets taken out
 */
public record BugReport(JsonNode document) {
    private static final int SCHEMA_VERSION = 1;
    private static final String UNREAD = "Not read.";

    /** Variables that change what engines, drivers and browsers do; no other is looked at. */
    static final List<String> VARIABLES = List.of(
            "BASCULE_CACHE",
            "CI",
            "CUDA_HOME",
            "CUDA_VISIBLE_DEVICES",
            "DISPLAY",
            "DYLD_LIBRARY_PATH",
            "HIP_VISIBLE_DEVICES",
            "JAVA_TOOL_OPTIONS",
            "LD_LIBRARY_PATH",
            "LD_PRELOAD",
            "LIBGL_ALWAYS_SOFTWARE",
            "MESA_LOADER_DRIVER_OVERRIDE",
            "NVIDIA_VISIBLE_DEVICES",
            "OMP_NUM_THREADS",
            "ORT_DISABLE_TELEMETRY",
            "PLAYWRIGHT_BROWSERS_PATH",
            "ROCR_VISIBLE_DEVICES",
            "VK_DRIVER_FILES",
            "VK_ICD_FILENAMES",
            "WAYLAND_DISPLAY",
            "XDG_CACHE_HOME");

    /**
     * @param version of Bascule
     * @param when as ISO 8601 has it
     * @param command as typed
     * @param environment all variables of this process
     * @param librarySets what is installed of native libraries, by name
     */
    public static BugReport of(
            String version,
            String when,
            String command,
            Map<String, String> environment,
            Map<String, String> librarySets,
            DoctorReport report,
            Redaction redaction) {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("schemaVersion", SCHEMA_VERSION);
        document.put("bascule", version);
        document.put(
                "java",
                "%s %s"
                        .formatted(System.getProperty("java.vendor", ""), Runtime.version())
                        .strip());
        document.put(
                "os",
                "%s %s %s"
                        .formatted(
                                System.getProperty("os.name", "unknown"),
                                System.getProperty("os.version", ""),
                                System.getProperty("os.arch", "")));
        document.put("writtenAt", when);
        document.put("command", command);
        Map<String, String> known = new LinkedHashMap<>();
        VARIABLES.forEach(
                name -> Optional.ofNullable(environment.get(name)).ifPresent(value -> known.put(name, value)));
        document.put("environment", known);
        document.put("librarySets", new TreeMap<>(librarySets));
        document.put("doctor", DoctorDocument.of(report));
        return new BugReport(redaction.clean(Json.MAPPER.valueToTree(document)));
    }

    public String json() {
        return document.toPrettyString() + "\n";
    }

    /** A page for an issue: what a reader asks first, then the whole document, folded. */
    public String markdown() {
        StringBuilder text = new StringBuilder("# Bascule bug report\n\n");
        for (String fact : List.of("bascule", "java", "os", "writtenAt", "command")) {
            text.append("- ")
                    .append(fact)
                    .append(": `")
                    .append(code(document.path(fact).asText()))
                    .append("`\n");
        }
        JsonNode machine = document.at("/doctor/machine");
        text.append("- machine: ")
                .append(plain(machine.at("/cpu/name").asText()))
                .append(", ")
                .append(machine.at("/cpu/cores").asInt())
                .append(" cores, ")
                .append(
                        machine.path("memoryBytes").isNumber()
                                ? "%.1f GiB"
                                        .formatted(machine.path("memoryBytes").asLong() / (double) (1L << 30))
                                : "memory not told")
                .append(", fingerprint `")
                .append(code(machine.path("fingerprint").asText()))
                .append("`, state `")
                .append(code(document.at("/doctor/fingerprint/state").asText("not read")))
                .append("`\n");
        machine.path("gpus")
                .forEach(gpu -> text.append("- GPU: ")
                        .append(plain(gpu.path("name").asText()))
                        .append('\n'));
        devices(text);
        tests(text);
        text.append("\n## Native\n\n| backend | status | tier | why it stops there |\n| --- | --- | --- | --- |\n");
        document.at("/doctor/native")
                .forEach(backend -> row(
                        text,
                        backend.path("backend"),
                        backend.path("status"),
                        backend.path("tier"),
                        backend.path("reason")));
        text.append("\n## Browsers\n\n");
        if (document.at("/doctor/browsers").isEmpty()) {
            text.append("None was looked at, or none was found.\n");
        } else {
            text.append("| browser | backend | status | why |\n| --- | --- | --- | --- |\n");
        }
        document.at("/doctor/browsers")
                .forEach(browser -> browser.path("backends")
                        .forEach(backend -> row(
                                text,
                                Json.MAPPER
                                        .getNodeFactory()
                                        .textNode((browser.path("name").asText() + " "
                                                        + browser.path("version")
                                                                .asText(""))
                                                .strip()),
                                backend.path("backend"),
                                backend.path("status"),
                                backend.path("reason"))));
        text.append("\n## Errors\n\n");
        JsonNode errors = document.at("/doctor/errors");
        if (errors.isEmpty()) {
            text.append("None.\n");
        }
        errors.forEach(error -> text.append("- `")
                .append(code(error.path("code").asText()))
                .append("` at ")
                .append(plain(error.path("component").asText()))
                .append(
                        error.path("backend").isTextual()
                                ? " of " + plain(error.path("backend").asText())
                                : "")
                .append(
                        error.path("count").asInt() == 1
                                ? ""
                                : ", %d times".formatted(error.path("count").asInt()))
                .append(": ")
                .append(plain(error.path("message").asText()))
                .append('\n'));
        named(text, "Library sets", document.path("librarySets"), "None is installed.");
        named(text, "Machine, as its fingerprint has it", document.at("/doctor/fingerprint/machineParts"), UNREAD);
        named(text, "Software on it", document.at("/doctor/fingerprint/softwareParts"), UNREAD);
        text.append("\n## Environment\n\n");
        document.path("environment")
                .properties()
                .forEach(variable -> text.append("- `")
                        .append(code(variable.getKey()))
                        .append('=')
                        .append(code(variable.getValue().asText()))
                        .append("`\n"));
        return text.append("\n<details><summary>Everything</summary>\n\n```json\n")
                .append(document.toPrettyString().replace("```", "'''"))
                .append("\n```\n\n</details>\n")
                .toString();
    }

    private void devices(StringBuilder text) {
        text.append("\n## Devices\n\n");
        JsonNode devices = document.at("/doctor/hardware/devices");
        if (devices.isEmpty()) {
            text.append("None was looked at, or none was found.\n");
            return;
        }
        text.append(
                "| device | class | driver | verified | what stands before it |\n| --- | --- | --- | --- | --- |\n");
        for (JsonNode device : devices) {
            List<String> verified = new ArrayList<>();
            device.path("capabilities").forEach(capability -> {
                if (capability.path("standing").asText().equals("verified")
                        && capability.path("value").asBoolean(true)
                        && !capability.path("id").asText().startsWith("operator.")) {
                    verified.add(capability.path("id").asText());
                }
            });
            String driver = device.at("/driver/name").asText("") + " "
                    + device.at("/driver/version").asText("");
            row(
                    text,
                    device.path("name"),
                    device.path("class"),
                    TextNode.valueOf(driver.replace("null", "").strip()),
                    TextNode.valueOf(String.join(", ", verified)),
                    device.path("barrier"));
        }
        document.at("/doctor/hardware/gaps")
                .forEach(gap -> text.append("\nNot seen by ")
                        .append(plain(gap.path("source").asText()))
                        .append(": ")
                        .append(plain(gap.path("reason").asText()))
                        .append('\n'));
    }

    /** What was tested with {@code --test-hardware}: counts, and each check that was not right. */
    private void tests(StringBuilder text) {
        JsonNode tests = document.at("/doctor/tests");
        if (!tests.isObject()) {
            return;
        }
        text.append("\n## Tests of the hardware\n\n| place | backend | results |\n| --- | --- | --- |\n");
        for (JsonNode place : tests.path("places")) {
            List<String> counts = new ArrayList<>();
            place.path("counts")
                    .properties()
                    .forEach(count ->
                            counts.add(count.getKey() + " " + count.getValue().asInt()));
            row(
                    text,
                    place.path("place"),
                    place.path("backend"),
                    place.path("reason").isTextual()
                            ? place.path("reason")
                            : TextNode.valueOf(String.join(", ", counts)));
        }
        for (JsonNode place : tests.path("places")) {
            for (JsonNode check : place.path("checks")) {
                if (!check.path("result").asText().equals(Result.PASS.id())) {
                    text.append("\n- ")
                            .append(plain(place.path("place").asText()))
                            .append(", ")
                            .append(plain(place.path("backend").asText()))
                            .append(", ")
                            .append(plain(check.path("title").asText()))
                            .append(": ")
                            .append(plain(check.path("result").asText()))
                            .append(
                                    check.path("reason").isTextual()
                                            ? ", " + plain(check.path("reason").asText())
                                            : "");
                }
            }
        }
        text.append('\n');
    }

    private static void named(StringBuilder text, String title, JsonNode facts, String none) {
        text.append("\n## ").append(title).append("\n\n");
        if (facts.isEmpty()) {
            text.append(none).append('\n');
        }
        facts.properties()
                .forEach(fact -> text.append("- ")
                        .append(plain(fact.getKey()))
                        .append(": `")
                        .append(code(fact.getValue().asText()))
                        .append("`\n"));
    }

    private static void row(StringBuilder text, JsonNode... cells) {
        text.append('|');
        for (JsonNode cell : cells) {
            text.append(' ')
                    .append(cell.isTextual() ? plain(cell.asText()) : "")
                    .append(" |");
        }
        text.append('\n');
    }

    private static String plain(String text) {
        return text.replace("|", "\\|").replace("<", "&lt;").replaceAll("\\s+", " ");
    }

    private static String code(String text) {
        return text.replace('`', '\'').replaceAll("\\s+", " ");
    }
}
