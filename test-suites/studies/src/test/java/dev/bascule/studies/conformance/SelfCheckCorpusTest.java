package dev.bascule.studies.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.models.graph.Corpora;
import dev.bascule.studies.conformance.cases.ConformanceCases;
import dev.bascule.studies.conformance.cases.DataSet;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The comparison of a conformance run, held against all of ONNX's own cases with something changed in each. */
@Tag("corpus")
class SelfCheckCorpusTest {

    @Test
    void whatever_is_corrupted_in_any_case_is_noticed() {
        ConformanceCases cases = CaseReader.read(List.of(Corpora.path("onnx-node")));
        for (long seed = 1; seed <= 3; seed++) {
            SelfCheck check = new SelfCheck(seed, Integer.MAX_VALUE, OutputJudge.STANDARD);
            cases.cases()
                    .forEach(one -> check.keep(
                            one, one.sets().stream().map(DataSet::expected).toList()));

            SelfCheck.Result result = check.result();

            assertThat(result.missed()).isEmpty();
            assertThat(result.corrupted()).isEqualTo(cases.cases().size()).isGreaterThan(1000);
        }
    }
}
