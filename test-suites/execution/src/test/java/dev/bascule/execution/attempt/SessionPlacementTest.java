package dev.bascule.execution.attempt;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.evidence.EvidenceJudge;
import dev.bascule.fallback.evidence.RawEvidence;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SessionPlacementTest {
    @Test
    void a_record_that_failed_is_told_with_why() {
        assertThat(placed(Map.of(EvidenceJudge.RECORD_FAILED, "no space left")).words())
                .isEqualTo(
                        "REPORTED, by an API's word only (the session that was to show where nodes run failed: no space left)");
    }

    @Test
    void a_backend_that_keeps_no_record_has_only_its_word() {
        assertThat(placed(Map.of()).words()).isEqualTo("REPORTED, by an API's word only");
    }

    private static SessionPlacement placed(Map<String, String> facts) {
        RawEvidence raw = new RawEvidence(
                Optional.of("openvino"), Optional.empty(), List.of(), List.of(), Map.of(), List.of(), facts);
        return new SessionPlacement(
                new EvidenceJudge(Backends.installed())
                        .judge(Backends.OPENVINO, raw, EvidenceJudge.RunnerContext.UNKNOWN),
                Optional.empty());
    }
}
