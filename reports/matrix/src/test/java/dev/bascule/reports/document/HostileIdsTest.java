package dev.bascule.reports.document;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.json.Json;
import dev.bascule.fallback.run.RunRecord;
import dev.bascule.fallback.text.PlainText;
import dev.bascule.reports.fixture.ShowcaseRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A document may come from anybody: what is an id in it is one, or the document is refused. */
@Tag("attack")
@Tag("slow")
class HostileIdsTest {
    @TempDir
    Path folder;

    private static JsonNode document() throws IOException {
        return Json.MAPPER.readTree(RunDocuments.json(ShowcaseRun.record()));
    }

    private void refuses(JsonNode document, String words) throws IOException {
        Path file = Files.writeString(folder.resolve("run.json"), document.toString());
        assertThatThrownBy(() -> RunDocuments.read(file))
                .isInstanceOfSatisfying(
                        BasculeException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.RECORD_INVALID))
                .hasMessageContaining(file.toString())
                .hasMessageContaining(words);
    }

    @ParameterizedTest
    @ValueSource(strings = {"../../outside", "x: */ static { System.exit(9); } /*", "a\nb", "\u001b]0;x\u0007"})
    void an_id_of_a_run_that_is_none_is_refused(String id) throws IOException {
        JsonNode document = document();
        ((ObjectNode) document.path("run")).put("id", id);
        refuses(document, "is no id of a run");
    }

    @ParameterizedTest
    @ValueSource(strings = {"../../x", "cpu\n    env: {A: b}", "${{ secrets.TOKEN }}", "a->b"})
    void an_id_of_a_backend_that_is_none_is_refused(String id) throws IOException {
        JsonNode document = document();
        document.path("targets").forEach(target -> ((ObjectNode) target).put("backend", id));
        refuses(document, "is no id of a backend");
    }

    @Test
    void an_id_of_a_case_that_is_none_is_refused() throws IOException {
        JsonNode document = document();
        ((ObjectNode) document.path("cells").path(0)).put("caseId", "suite:../../etc:passwd");
        refuses(document, "cannot stand in a case id");
    }

    @Test
    void a_name_stays_on_its_line_and_moves_no_cursor() throws IOException {
        JsonNode document = document();
        ((ObjectNode) document.path("machine")).put("os", "Linux\u001b[2J\n::error::x");
        ((ObjectNode) document.path("run")).put("suite", "quick\u001b]0;x\u0007start");
        RunRecord read = RunDocuments.read(Files.writeString(folder.resolve("run.json"), document.toString()));
        assertThat(read.machine().os()).isEqualTo("Linux [2J ::error::x");
        assertThat(read.invocation().suite()).isEqualTo("quick ]0;x start");
    }

    @Test
    void what_a_log_said_is_kept_and_written_so_that_no_terminal_obeys_it() throws IOException {
        JsonNode document = document();
        ((ObjectNode) document.path("run")).put("command", "bascule run x\u009b2J\u202e");
        RunRecord read = RunDocuments.read(Files.writeString(folder.resolve("run.json"), document.toString()));
        String json = RunDocuments.json(read);
        assertThat(json.lines().allMatch(line -> line.equals(PlainText.line(line))))
                .isTrue();
        assertThat(RunDocuments.read(Files.writeString(folder.resolve("again.json"), json)))
                .isEqualTo(read);
    }
}
