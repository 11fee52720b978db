package dev.bascule.reports.quantization;

import dev.bascule.reports.quantization.MeasuredTarget.LossKind;
import dev.bascule.reports.quantization.MeasuredVariant.Role;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Whether what was derived of a target's points can be so together. They are kept as they were derived: answers and blocks of times, which
 * would show more, are not kept. Stateless.
 *
 * @param target whose points they are of
 */
record DerivedFigures(MeasuredTarget target) {
    /** Shares of samples are summed and told apart in another order. */
    private static final double ROUNDING = 1e-6;

    /**
     * A sentence; empty where they can be.
     *
     * @param made variants by name
     */
    Optional<String> contradiction(Map<String, SmallerModel> made) {
        return target.points().stream()
                .flatMap(point -> ofPoint(point).stream())
                .findFirst()
                .or(() -> ofAdvice(made));
    }

    private Optional<String> ofPoint(MeasuredVariant point) {
        MeasuredVariant.Answers answers = point.answers();
        boolean outside = Stream.of(
                        answers.accuracy(),
                        answers.lost(),
                        answers.further().orderLost(),
                        point.cost().ratio())
                .flatMap(Optional::stream)
                .anyMatch(DerivedFigures::isOutside);
        if (outside) {
            return Optional.of(
                    "a figure of '%s' on %s is outside its interval".formatted(point.variant(), target.target()));
        }
        return answers.lost()
                .map(Estimate::value)
                .filter(lost -> !isPossible(point, lost))
                .map(lost ->
                        "'%s' is said to lose %s on %s, and cannot".formatted(point.variant(), lost, target.target()));
    }

    private static boolean isOutside(Estimate figure) {
        double off = ROUNDING * Math.max(1, Math.abs(figure.value()));
        return figure.ci95()
                .filter(ends -> figure.value() < ends.low() - off || figure.value() > ends.high() + off)
                .isPresent();
    }

    private boolean isPossible(MeasuredVariant point, double lost) {
        if (target.loss()
                .filter(kind -> kind == LossKind.ACCURACY || kind == LossKind.AGREEMENT)
                .isEmpty()) {
            return true;
        }
        boolean share = Math.abs(lost) <= 1 + ROUNDING;
        return share
                && (target.loss().filter(kind -> kind == LossKind.ACCURACY).isEmpty()
                        || accuracyLost(point)
                                .map(known -> Math.abs(known - lost) <= ROUNDING)
                                .orElse(true));
    }

    /** Empty where either accuracy is not known. */
    private Optional<Double> accuracyLost(MeasuredVariant point) {
        return target.points().stream()
                .filter(each -> each.role() == Role.ORIGINAL)
                .findFirst()
                .flatMap(base -> base.answers().accuracy())
                .flatMap(whole -> point.answers().accuracy().map(own -> whole.value() - own.value()));
    }

    /** Who dominates the advised one is no contradiction: others' models do, and those that do not keep the budget. */
    private Optional<String> ofAdvice(Map<String, SmallerModel> made) {
        return target.points().stream()
                .filter(point -> target.advice().variant().equals(Optional.of(point.variant())))
                .filter(point -> point.role() == Role.AGAIN
                        || point.role() == Role.SMALLER && !point.flags().isEmpty()
                        || Optional.ofNullable(made.get(point.variant()))
                                .flatMap(SmallerModel::peer)
                                .isPresent())
                .findFirst()
                .map(point -> "'%s' is advised on %s, and is flagged or of others' making"
                        .formatted(point.variant(), target.target()));
    }
}
