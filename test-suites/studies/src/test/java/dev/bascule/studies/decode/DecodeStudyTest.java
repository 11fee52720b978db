package dev.bascule.studies.decode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.studies.decode.TinyDecoder.Fault;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A real engine, right and with planted faults. */
@Tag("native")
class DecodeStudyTest {
    @TempDir
    private static Path folder;

    private static NativeDecoders side;
    private static DecodedModel model;
    private static DecodeStudy study;
    private static TargetDecoding right;

    @BeforeAll
    static void start() {
        side = new NativeDecoders(folder);
        model = side.model(Fault.NONE, Set.of());
        study = side.begin(model, 12, 9);
        right = side.force(study, model);
    }

    @AfterAll
    static void stop() {
        side.close();
    }

    @Test
    void a_right_target_is_timed_at_each_depth_and_its_prompts_apart() {
        TargetDecoding target = right;

        assertThat(target.verdict()).isEqualTo(Verdict.PASS);
        assertThat(study.written().tokens()).hasSize(12);
        assertThat(study.written().margins()).hasSize(12).allMatch(margin -> margin >= 0);
        assertThat(target.prefills()).extracting(Prefill::tokens).containsExactly(9);
        assertThat(target.prefills())
                .allMatch(prefill -> prefill.timeToFirstToken().isPresent());
        assertThat(target.prefills()).allMatch(prefill -> prefill.warm().size() == 5);
        assertThat(target.prefills())
                .extracting(prefill -> prefill.judgement().orElseThrow().positions())
                .containsExactly(10);
        DepthTimes times = target.times().orElseThrow();
        assertThat(times.steps()).isEqualTo(20);
        assertThat(times.samples().size()).isEqualTo(40);
        assertThat(times.rounds()).extracting(round -> round.size()).containsExactly(20, 20);
        Judgement judgement = target.judgement().orElseThrow();
        assertThat(judgement.positions()).isEqualTo(20);
        assertThat(judgement.agreement()).isEqualTo(1);
        assertThat(judgement.furthest()).isLessThan(LogitsJudge.LIMIT / 100);
        assertThat(judgement.perplexity() / judgement.referencePerplexity()).isCloseTo(1, within(1e-4));
    }

    @Test
    void its_caches_never_leave_the_engine_and_only_logits_are_read_back() {
        CacheSeen seen = right.cache().orElseThrow();

        assertThat(seen.words()).isEqualTo("cpu");
        assertThat(seen.readBackBytes()).isEqualTo(4.0 * TinyDecoder.VOCABULARY);
        assertThat(seen.iterations()).isEqualTo(60);
    }

    @Test
    void one_corrupted_weight_is_wrong_and_has_no_speed() {
        requireWrong(Fault.CORRUPTED_WEIGHT);
    }

    @Tag("full")
    @ParameterizedTest
    @EnumSource(
            mode = EnumSource.Mode.EXCLUDE,
            names = {"NONE", "CORRUPTED_WEIGHT"})
    void each_planted_fault_is_wrong_and_has_no_speed(Fault fault) {
        requireWrong(fault);
    }

    private static void requireWrong(Fault fault) {
        TargetDecoding target = side.force(study, side.model(fault, Set.of()));

        assertThat(target.verdict()).isEqualTo(Verdict.WRONG);
        assertThat(target.times()).isEmpty();
        assertThat(target.judgement().orElseThrow().wrong()).isPresent();
    }

    @Test
    void an_end_ends_the_text_and_is_the_last_token_of_it() {
        long end = study.written().tokens().get(3);

        DecodeReport.Written written =
                side.begin(side.model(Fault.NONE, Set.of(end)), 12, 9).written();

        assertThat(written.ended()).isTrue();
        assertThat(written.tokens().subList(0, written.tokens().size() - 1)).doesNotContain(end);
        assertThat(written.tokens().get(written.tokens().size() - 1)).isEqualTo(end);
    }

    @Tag("full")
    @Test
    void a_target_that_ignores_the_end_goes_on_where_native_cpu_ends_and_is_wrong() {
        long end = study.written().tokens().get(3);
        DecodeStudy ended = side.begin(side.model(Fault.NONE, Set.of(end)), 12, 9);

        TargetDecoding target = side.force(ended, side.model(TinyDecoder.leaning((int) end, -100), Set.of(end)));

        assertThat(target.verdict()).isEqualTo(Verdict.WRONG);
        OwnText own = target.judgement().orElseThrow().own().orElseThrow();
        assertThat(own.ending()).isEqualTo(OwnText.Ending.LATER);
        assertThat(own.whole()).isFalse();
        assertThat(own.tokens()).hasSameSizeAs(ended.written().tokens()).doesNotContain(end);
    }

    @Tag("full")
    @Test
    void a_target_that_ends_before_native_cpu_does_is_wrong_and_its_text_is_known_to_its_end() {
        long other = LongStream.range(0, TinyDecoder.VOCABULARY)
                .filter(token -> !study.written().tokens().contains(token))
                .findFirst()
                .orElseThrow();
        DecodeStudy written = side.begin(side.model(Fault.NONE, Set.of(other)), 12, 9);

        TargetDecoding target = side.force(written, side.model(TinyDecoder.leaning((int) other, 100), Set.of(other)));

        assertThat(target.verdict()).isEqualTo(Verdict.WRONG);
        OwnText own = target.judgement().orElseThrow().own().orElseThrow();
        assertThat(own.ending()).isEqualTo(OwnText.Ending.EARLIER);
        assertThat(own.tokens()).containsExactly(other);
        assertThat(own.whole()).isTrue();
    }

    @Test
    void what_does_not_fit_into_the_caches_is_refused() {
        assertThatThrownBy(() -> side.begin(model, 2, TinyDecoder.CONTEXT))
                .isInstanceOf(BasculeException.class)
                .hasMessageContaining("do not fit into the 64 that the caches of 'tiny' hold");
        assertThat(side.begin(model, 1, TinyDecoder.CONTEXT).written().prompts())
                .isEqualTo(List.of(TinyDecoder.CONTEXT));
    }
}
