package dev.bascule.redteam;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.redteam.TestTable.Row;
import java.io.IOException;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each lie and each attack of the tables is either told by a test of their profile, or listed as open with what is missing. */
class RedTeamTableTest {
    private static final TestTable LIES = new TestTable("red-team.md", "red-team");

    static List<TestTable> tables() {
        return List.of(LIES, new TestTable("attacks.md", "attack"));
    }

    @ParameterizedTest
    @MethodSource("tables")
    void rows_are_numbered_without_a_gap_and_each_says_how_it_is_held(TestTable table) throws IOException {
        List<Row> rows = table.rows();
        assertThat(rows)
                .isNotEmpty()
                .extracting(Row::number)
                .containsExactlyElementsOf(
                        IntStream.rangeClosed(1, rows.size()).boxed().toList());
        assertThat(rows).allSatisfy(row -> {
            assertThat(row.tried()).isNotBlank();
            assertThat(row.held()).isNotBlank();
        });
    }

    @ParameterizedTest
    @MethodSource("tables")
    void a_row_that_is_held_names_the_test_that_tries_it(TestTable table) throws IOException {
        for (Row row : table.rows()) {
            assertThat(table.faults(row))
                    .as("row %d of %s", row.number(), table.file())
                    .isEmpty();
        }
    }

    @Test
    void negative_control_a_test_that_is_not_there_or_is_not_of_the_suite_is_found() throws IOException {
        assertThat(LIES.faults(new Row(1, "a", "b", "`NoSuchTest`"))).isNotEmpty();
        assertThat(LIES.faults(new Row(1, "a", "b", "`SeenTableTest`")))
                .singleElement()
                .asString()
                .contains("red-team");
        assertThat(LIES.faults(new Row(1, "a", "b", "`PageInputsTest#no_such_method`")))
                .isNotEmpty();
        assertThat(LIES.faults(new Row(1, "a", "b", ""))).isNotEmpty();
        assertThat(LIES.faults(new Row(1, "a", "open: nobody looked yet", ""))).isEmpty();
    }
}
