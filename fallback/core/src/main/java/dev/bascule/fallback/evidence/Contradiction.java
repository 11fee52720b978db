package dev.bascule.fallback.evidence;

/**
 * What a runner brought as proof and what the host knows itself cannot both be true.
 *
 * @param rule the rule that noticed, by its stable name such as {@code graph-operators}
 * @param sentence for people: who says what, and who says otherwise
 */
public record Contradiction(String rule, String sentence) {
    @Override
    public String toString() {
        return sentence;
    }
}
