package dev.bascule.studies.hardware;

import dev.bascule.fallback.hardware.CapabilityId;
import dev.bascule.studies.conformance.cases.ConformanceCase;
import java.util.Set;

/**
 * One check of the battery.
 *
 * @param id a word, such as {@code matmul-fp16}
 * @param title for people: the operator, its formats and sizes
 * @param testCase the model, what it is fed, and what a plain computation of Bascule's own says must come out
 * @param shows what a device can do that runs it right
 * @param leave what the standard of some backends leaves open here, or what one is known to do otherwise; may be empty
 */
public record HardwareCheck(
        String id, String title, ConformanceCase testCase, Set<CapabilityId<Boolean>> shows, String leave) {
    public HardwareCheck {
        shows = Set.copyOf(shows);
    }
}
