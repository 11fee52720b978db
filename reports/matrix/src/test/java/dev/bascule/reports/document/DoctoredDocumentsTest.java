package dev.bascule.reports.document;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.json.Json;
import dev.bascule.fallback.run.RunOrigin;
import dev.bascule.fallback.run.RunRecord;
import dev.bascule.reports.fixture.Fixtures;
import dev.bascule.reports.fixture.ShowcaseRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.function.Consumer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Documents that somebody edited: what they derive is not what their samples give. */
@Tag("red-team")
@Tag("slow")
class DoctoredDocumentsTest {
    private static final Instant LATER = Fixtures.START.plusSeconds(3600);

    @TempDir
    Path folder;

    private static JsonNode document() throws IOException {
        return Json.MAPPER.readTree(RunDocuments.json(ShowcaseRun.record()));
    }

    private Path file(JsonNode document) throws IOException {
        return Files.writeString(folder.resolve("run.json"), document.toString());
    }

    /** The first value at this place in any cell that has one. */
    private static ObjectNode holder(JsonNode document, String pointer) {
        for (JsonNode cell : document.path("cells")) {
            if (cell.at(pointer).isObject()) {
                return (ObjectNode) cell.at(pointer);
            }
        }
        throw new AssertionError("no cell has " + pointer);
    }

    private void refuses(JsonNode document, String... words) throws IOException {
        Path file = file(document);
        assertThatThrownBy(() -> RunDocuments.read(file, LATER))
                .isInstanceOfSatisfying(
                        BasculeException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.RECORD_INVALID))
                .hasMessageContainingAll(words);
    }

    @Test
    void what_nobody_edited_is_read_as_it_was() throws IOException {
        assertThat(RunDocuments.read(file(document()), LATER)).isEqualTo(ShowcaseRun.record());
    }

    @ParameterizedTest
    @CsvSource({
        "/timing, median, timing.median",
        "/timing, mean, timing.mean",
        "/timing, p90, timing.p90",
        "/timing, n, timing.n",
        "/attempts/0/timing, median, attempts[0].timing.median",
        "/comparison, ratio, comparison.ratio",
        "/comparison, pairs, comparison.pairs",
        "/attempts/0/comparison, ratio, attempts[0].comparison.ratio",
        "/fallbackCost, ratio, fallbackCost.ratio",
        "/numerics, outside, numerics.outside"
    })
    void a_figure_that_its_samples_do_not_give_is_refused_by_name(String place, String field, String told)
            throws IOException {
        JsonNode document = document();
        ObjectNode holder = holder(document, place);
        double honest = holder.path(field).asDouble();
        holder.put(field, honest / 2 + 1);
        refuses(document, told + " is " + holder.path(field), "its samples and outcomes give");
    }

    @Test
    void a_verdict_is_what_the_attempts_come_to() throws IOException {
        JsonNode document = document();
        for (JsonNode cell : document.path("cells")) {
            if (cell.path("verdict").asText().equals("WRONG")) {
                ((ObjectNode) cell).put("verdict", "PASS");
            }
        }
        refuses(document, "verdict is \"PASS\", its samples and outcomes give \"WRONG\"");
    }

    /** Whoever reads the file in another way would read the other one. */
    @Test
    void two_values_under_one_name_are_none() throws IOException {
        String text = document().toString().replaceFirst("\"verdict\":", "\"verdict\":\"CRASHED\",\"verdict\":");
        Path file = Files.writeString(folder.resolve("run.json"), text);
        assertThatThrownBy(() -> RunDocuments.read(file, LATER))
                .isInstanceOf(BasculeException.class)
                .hasMessageContaining("Duplicate field 'verdict'");
    }

    @Test
    void an_adapter_that_names_a_software_rasteriser_is_not_made_hardware_by_a_word() throws IOException {
        Path file = Files.writeString(
                folder.resolve("run.json"),
                RunDocuments.json(Fixtures.record(
                        "software",
                        Fixtures.strict(
                                Fixtures.TEXT,
                                Verdict.PASS,
                                Fixtures.on(Backends.WEBGPU).onAdapter(false).build()))));
        assertThatThrownBy(() -> RunDocuments.read(file, LATER))
                .hasMessageContainingAll("software is false", "swiftshader");
    }

    @Test
    void wrong_numbers_are_not_made_right_by_a_word() throws IOException {
        JsonNode document = document();
        for (JsonNode cell : document.path("cells")) {
            for (JsonNode attempt : cell.path("attempts")) {
                if (attempt.path("numerics").path("outside").asLong() > 0) {
                    ((ObjectNode) attempt.path("numerics")).put("ok", true);
                }
            }
        }
        refuses(document, "numerics.ok is true, its samples and outcomes give false");
    }

    @Test
    void an_interval_and_the_ends_of_blocks_are_held_to_the_samples() throws IOException {
        JsonNode narrow = document();
        ((ArrayNode) holder(narrow, "/attempts/0/comparison").path("ci95")).set(1, 99.5);
        refuses(narrow, "comparison.ci95[1] is 99.5");

        JsonNode moved = document();
        ArrayNode blocks = (ArrayNode) holder(moved, "/attempts/0/comparison").path("ownBlocks");
        blocks.set(0, blocks.get(0).asInt() + 1);
        blocks.set(1, blocks.get(1).asInt() - 1);
        refuses(moved, "comparison.ratio is");

        JsonNode lost = document();
        ((ArrayNode) holder(lost, "/attempts/0/comparison").path("ownBlocks")).remove(0);
        Path file = file(lost);
        assertThatThrownBy(() -> RunDocuments.read(file, LATER))
                .isInstanceOf(BasculeException.class)
                .hasMessageContaining("blocks of");
    }

    @Test
    void of_earlier_builds_the_ends_of_blocks_are_unknown_and_a_ratio_comes_from_the_samples_all_the_same()
            throws IOException {
        JsonNode document = document();
        without(document, node -> {
            node.remove("ownBlocks");
            node.remove("baselineBlocks");
            node.remove("fromBlocks");
            node.remove("toBlocks");
        });
        RunRecord read = RunDocuments.read(file(document), LATER);
        double recorded =
                holder(document, "/attempts/0/comparison").path("ratio").asDouble();
        assertThat(read.runs().stream()
                        .flatMap(run -> run.decisive().comparison().stream())
                        .findFirst()
                        .orElseThrow())
                .satisfies(comparison -> {
                    assertThat(comparison.blocks().recorded()).isFalse();
                    assertThat(comparison.ratio().value() / recorded).isBetween(0.9, 1.1);
                });
        assertThat(RunDocuments.json(read)).doesNotContain("ownBlocks");

        without(document, node -> {
            if (node.has("ratio")) {
                node.put("ratio", node.path("ratio").asDouble() / 10);
            }
        });
        refuses(document, "ratio is", "its samples give about");
    }

    private static void without(JsonNode document, Consumer<ObjectNode> change) {
        for (String each : new String[] {"comparison", "fallbackCost"}) {
            document.findValues(each).stream()
                    .filter(JsonNode::isObject)
                    .forEach(node -> change.accept((ObjectNode) node));
        }
    }

    @Test
    void times_that_cannot_be_are_refused() throws IOException {
        JsonNode backwards = document();
        ((ObjectNode) backwards.path("run"))
                .put("finishedAt", Fixtures.START.minusSeconds(1).toString());
        refuses(backwards, "finishedAt", "is before startedAt");

        JsonNode early = document();
        Path file = file(early);
        assertThatThrownBy(() -> RunDocuments.read(file, Fixtures.START.minusSeconds(600)))
                .hasMessageContaining("is yet to come");
        assertThat(RunDocuments.read(file, Fixtures.START.minusSeconds(120)))
                .as("clocks differ a little")
                .isNotNull();

        JsonNode brief = document();
        for (JsonNode cell : brief.path("cells")) {
            cell.path("attempts").forEach(attempt -> ((ObjectNode) attempt).put("durationMs", 1));
        }
        refuses(brief, "durationMs of an attempt is 1.000, its samples alone add up to");
    }

    @Test
    void a_run_that_was_imported_or_merged_says_so_in_its_document() throws IOException {
        RunRecord merged = ShowcaseRun.record().as(RunOrigin.MERGED).as(RunOrigin.IMPORTED);
        Path file = Files.writeString(folder.resolve("merged.json"), RunDocuments.json(merged));
        assertThat(RunDocuments.read(file, LATER)).isEqualTo(merged);
        assertThat(Files.readString(file)).contains("\"origins\" : [ \"imported\", \"merged\" ]");
    }
}
