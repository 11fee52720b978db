package dev.bascule.exact.kernel.recurrent;

import dev.bascule.exact.array.Reals;
import dev.bascule.exact.kernel.Call;
import dev.bascule.exact.rounding.Rounding;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/** The activations of one direction, in the order in which the layer names them, with the clip before each. Immutable. */
final class Activations {
    private final List<Activation> functions;
    private final double clip;

    private Activations(List<Activation> functions, double clip) {
        this.functions = List.copyOf(functions);
        this.clip = clip;
    }

    /** Of one direction, where the layer names none those that are its default. */
    static Activations of(Call call, int direction, String... defaults) {
        double[] alphas = call.reals("activation_alpha").orElse(new double[0]);
        double[] betas = call.reals("activation_beta").orElse(new double[0]);
        List<String> names = call.texts("activations")
                .filter(one -> !one.isEmpty())
                .orElseGet(() ->
                        Stream.of(defaults, defaults).flatMap(Arrays::stream).toList());
        if (names.size() < (direction + 1) * defaults.length) {
            throw new IllegalArgumentException("%s has only the activations %s".formatted(call.operator(), names));
        }
        List<Activation> functions = new ArrayList<>();
        int alpha = 0;
        int beta = 0;
        for (String name : names) {
            Activation.Kind kind = Activation.Kind.of(name);
            // Only those that have a parameter use one up.
            boolean hasAlpha = kind.hasAlpha() && alpha < alphas.length;
            boolean hasBeta = kind.hasBeta() && beta < betas.length;
            functions.add(
                    new Activation(kind, hasAlpha ? alphas[alpha] : kind.alpha(), hasBeta ? betas[beta] : kind.beta()));
            alpha += hasAlpha ? 1 : 0;
            beta += hasBeta ? 1 : 0;
        }
        int from = direction * defaults.length;
        double clip = call.real("clip", Double.POSITIVE_INFINITY);
        return new Activations(
                functions.subList(from, from + defaults.length), clip > 0 ? clip : Double.POSITIVE_INFINITY);
    }

    /** By one of them, counted from 0. */
    Reals apply(int number, Reals x, Rounding rounding) {
        Reals clipped = Double.isInfinite(clip) ? x : x.mapped(value -> Math.max(-clip, Math.min(clip, value)));
        return functions.get(number).apply(clipped, rounding);
    }
}
