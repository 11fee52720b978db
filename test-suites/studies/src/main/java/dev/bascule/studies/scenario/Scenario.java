package dev.bascule.studies.scenario;

import dev.bascule.suites.suite.ScenarioKind;
import dev.bascule.suites.suite.ScenarioSpec;

/** Something observed on a case and a target beyond an attempt. Stateless; whatever fails is in the finding. */
sealed interface Scenario
        permits Visits,
                StateLeak,
                Soak,
                LiveStream,
                Decode,
                Split,
                Replicas,
                BatchSearching,
                LabelledAnswers,
                Synthesis,
                MediaWays,
                ReadPages,
                HearWakeWord,
                PrecisionSearch,
                OptimizationLevels {

    /** The one that a specification asks for. */
    static Scenario of(ScenarioSpec spec) {
        return switch (spec.kind()) {
            case VISITS -> new Visits(spec.count());
            case STATE_LEAK -> new StateLeak(spec.count());
            case SOAK -> new Soak(spec.count());
            case STREAM -> new LiveStream(spec.count());
            case DECODE -> new Decode(spec.count());
            case SYNTHESIS -> new Synthesis(spec.count());
            case OCR -> new ReadPages(spec.count());
            case WAKE_WORD -> new HearWakeWord(spec.count());
            case ACCURACY -> new LabelledAnswers(spec.count());
            case MEDIA -> new MediaWays(spec.count());
            case SPLIT -> new Split(spec.cut(), spec.count());
            case REPLICAS -> new Replicas(spec.count());
            case BATCH_SEARCH -> new BatchSearching(spec.count(), spec.limits());
            case PRECISION_SEARCH -> new PrecisionSearch(spec.count(), spec.limits());
            case OPTIMIZATION_LEVELS -> new OptimizationLevels(spec.count());
        };
    }

    ScenarioKind kind();

    /** Plays it to its end, or to the first failure. */
    ScenarioFinding play(ScenarioContext context);
}
