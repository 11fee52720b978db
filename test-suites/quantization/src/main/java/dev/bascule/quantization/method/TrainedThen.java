package dev.bascule.quantization.method;

import dev.bascule.quantization.ComputedIn;
import dev.bascule.quantization.Lesson;
import dev.bascule.quantization.Made;
import dev.bascule.quantization.Method;
import dev.bascule.quantization.Source;
import dev.bascule.quantization.TrainedMethod;
import java.util.Optional;

/** One method on what another learnt, as {@code prune80+finetune+int8-channel}: only the first is trained. */
record TrainedThen(TrainedMethod first, Method second) implements TrainedMethod {

    private Then both() {
        return new Then(first, second);
    }

    @Override
    public String name() {
        return both().name();
    }

    @Override
    public String summary() {
        return both().summary();
    }

    @Override
    public boolean calibrated() {
        return both().calibrated();
    }

    @Override
    public Optional<String> calibration() {
        return both().calibration();
    }

    @Override
    public ComputedIn computedIn() {
        return both().computedIn();
    }

    @Override
    public Lesson lesson(Source source) {
        return first.lesson(source);
    }

    @Override
    public Made make(Source source) {
        return both().make(source);
    }
}
