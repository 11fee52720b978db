package dev.bascule.training.gradient;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.models.onnx.Attributes;
import dev.bascule.training.gradient.rule.StandardRules;
import dev.bascule.training.graph.Operators;
import dev.bascule.training.graph.Symbol;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** A check that cannot fail shows nothing: each of these gradients is wrong, and is seen. */
class GradientCheckTest {
    private static final double WRONG = 1e-3;

    @Test
    void right_rules_agree_with_finite_differences() {
        assertThat(product(StandardRules.all()).worst()).isLessThan(1e-6);
    }

    @Test
    void a_flipped_sign_is_seen() {
        assertThat(product(spoiled("Mul", (gradient, on) -> on.neg(gradient))).worst())
                .isGreaterThan(WRONG);
    }

    @Test
    void a_forgotten_factor_near_one_is_seen() {
        assertThat(product(spoiled("Mul", (gradient, on) -> on.mul(gradient, 1.00001)))
                        .worst())
                .isGreaterThan(5e-6);
    }

    @Test
    void a_forgotten_sum_over_what_was_broadcast_is_seen() {
        GradientRules forgetful = with("Mul", at -> on -> {
            Symbol whole = on.mul(at.gradient(), at.input(0));
            // One row alone, where all rows are to be summed.
            return List.of(
                    Optional.empty(),
                    Optional.of(on.reshape(on.slice(whole, 0, 0, 1), at.input(1).shape())));
        });
        GradientCheck check = new GradientCheck(forgetful, 3);
        Symbol a = check.fixed("a", check::normal, 3, 4);
        Symbol b = check.wanted("b", 4);

        assertThat(check.worst(check.on().graph().op("Mul", List.of(a, b)))).isGreaterThan(WRONG);
    }

    @Test
    void a_wrong_axis_is_seen() {
        GradientRules wrong = with("Softmax", at -> on -> {
            Symbol y = at.output();
            Symbol sum = on.reduceSum(on.mul(at.gradient(), y), true, 0);
            return List.of(Optional.of(on.mul(y, on.sub(at.gradient(), sum))));
        });
        GradientCheck check = new GradientCheck(wrong, 4);
        Symbol x = check.wanted("x", 3, 3);

        assertThat(check.worst(check.on().graph().op("Softmax", List.of(x), Attributes.integer("axis", 1))))
                .isGreaterThan(WRONG);
    }

    @Test
    void elements_that_change_places_are_seen() {
        GradientRules turned = with(
                "Transpose",
                at -> on -> List.of(
                        Optional.of(on.reshape(at.gradient(), at.input(0).shape()))));
        GradientCheck check = new GradientCheck(turned, 5);
        Symbol x = check.wanted("x", 3, 4);

        assertThat(check.worst(check.on().transpose(x, 1, 0))).isGreaterThan(WRONG);
    }

    @Test
    void a_gradient_that_is_zero_where_there_is_one_is_seen() {
        assertThat(product(spoiled("Mul", (gradient, on) -> on.mul(gradient, 0)))
                        .worst())
                .isEqualTo(1);
    }

    @Test
    void a_wrong_rule_is_seen_along_random_directions_of_a_large_tensor_too() {
        GradientCheck check = new GradientCheck(spoiled("Mul", (gradient, on) -> on.mul(gradient, 1.01)), 6);
        Symbol a = check.wanted("a", 20, 20);
        Symbol b = check.fixed("b", check::normal, 20, 20);

        assertThat(check.worst(check.on().graph().op("Mul", List.of(a, b)))).isGreaterThan(WRONG);
    }

    /** Something with a product in it, ready to be checked. */
    private static Supplying product(GradientRules rules) {
        GradientCheck check = new GradientCheck(rules, 1);
        Symbol a = check.wanted("a", 2, 3);
        Symbol b = check.wanted("b", 2, 3);
        Symbol y = check.on().graph().op("Exp", List.of(check.on().mul(a, b)));
        return () -> check.worst(y);
    }

    private interface Supplying {
        double worst();
    }

    private interface Gradients {
        List<Optional<Symbol>> by(Operators on);
    }

    /** The rules with that of one operator replaced; the weights of the check are products too, so only those of two computed factors change. */
    private static GradientRules with(String operator, Function<Backward, Gradients> rule) {
        GradientRules right = StandardRules.all();
        List<GradientRule> rules = new ArrayList<>();
        for (String each : right.operators()) {
            GradientRule usual = right.of(each).orElseThrow();
            rules.add(new GradientRule() {
                @Override
                public List<String> operators() {
                    return List.of(each);
                }

                @Override
                public List<Optional<Symbol>> gradients(Backward at, Operators on) {
                    boolean weighted = each.equals("Mul")
                            && on.graph().content(at.input(1)).isPresent();
                    return each.equals(operator) && !weighted ? rule.apply(at).by(on) : usual.gradients(at, on);
                }
            });
        }
        return new GradientRules(rules);
    }

    private static GradientRules spoiled(String operator, BiFunction<Symbol, Operators, Symbol> change) {
        GradientRule usual = StandardRules.all().of(operator).orElseThrow();
        return with(
                operator,
                at -> on -> usual.gradients(at, on).stream()
                        .map(each -> each.map(gradient -> change.apply(gradient, on)))
                        .toList());
    }
}
