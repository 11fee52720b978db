package dev.bascule.cli.select;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.backend.DeviceType;
import dev.bascule.fallback.backend.Engine;
import dev.bascule.fallback.backend.Precision;
import dev.bascule.fallback.target.Target;
import dev.bascule.studies.select.Candidate;
import dev.bascule.studies.select.Configuration;
import dev.bascule.studies.select.Finding;
import dev.bascule.studies.select.Objective;
import dev.bascule.studies.select.Outlook;
import dev.bascule.studies.select.SelectReport;
import dev.bascule.studies.select.SelectStudy;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class SelectTextTest {
    private static SelectReport report(Optional<Precision> precision) {
        Candidate candidate = new Candidate(
                        Optional.empty(),
                        new Target(
                                Backends.OPENVINO,
                                Optional.empty(),
                                new Engine("onnxruntime", "1.29.0", Optional.empty()),
                                DeviceType.CPU,
                                Optional.empty(),
                                Map.of()),
                        1,
                        1)
                .with(new Configuration(Optional.empty(), false, precision, Optional.empty(), false));
        Finding chosen = new Finding(
                candidate,
                new Outlook.Unknown(""),
                Finding.Fate.CHOSEN,
                Optional.of(new Finding.Measured(
                        7,
                        Optional.empty(),
                        7,
                        OptionalDouble.empty(),
                        OptionalDouble.empty(),
                        100,
                        Optional.empty(),
                        OptionalLong.empty(),
                        OptionalDouble.of(0.0049),
                        "")),
                "");
        return new SelectReport(
                "model",
                "0",
                Objective.LATENCY,
                new SelectStudy.Result(
                        List.of(chosen),
                        List.of(),
                        Optional.of(chosen),
                        List.of(),
                        SelectReport.Ending.ONLY_ONE,
                        List.of(),
                        Duration.ZERO,
                        Duration.ZERO),
                Duration.ZERO);
    }

    @Test
    void an_answer_in_fewer_bits_says_to_what_its_outputs_are_held_and_how_far_off_they_are() {
        assertThat(SelectText.answer(report(Optional.of(Precision.BFLOAT16))))
                .endsWith("; outputs held to 1 % only, off by 0.0049");
        assertThat(SelectText.answer(report(Optional.of(Precision.FLOAT32)))).doesNotContain("held to");
        assertThat(SelectText.answer(report(Optional.empty()))).doesNotContain("held to");
    }
}
