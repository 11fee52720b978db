package dev.bascule.execution.service;

import java.util.Optional;

/**
 * Which arithmetic an operator's sums of products were seen to be computed in. Immutable.
 *
 * @param operator with its form, such as {@code MatMul}
 * @param format of its inputs and outputs: {@code fp32}, {@code fp16} or {@code bf16}
 * @param finding empty where it gave no answer on the backend itself
 * @param reason why there is none
 */
public record Arithmetic(String operator, String format, Optional<Finding> finding, Optional<String> reason) {

    public static Arithmetic found(String operator, String format, Finding finding) {
        return new Arithmetic(operator, format, Optional.of(finding), Optional.empty());
    }

    public static Arithmetic unknown(String operator, String format, String why) {
        return new Arithmetic(operator, format, Optional.empty(), Optional.of(why));
    }

    /**
     * What its answers tell.
     *
     * @param name of the known arithmetic that explains most answers, such as {@code fp32} or {@code tf32 inputs, fp32 sums}
     * @param explained questions whose answers it explains
     * @param questions all that tell arithmetics apart
     * @param next the one that explains most of the rest, rounding told apart or not
     * @param nextExplained questions that this one explains
     * @param inputBits after the leading one that inputs keep, of both inputs the fewer
     * @param sumBits after the leading one that sums keep at every place and in every order; of more than 26, those that were asked
     * @param fused whether products are added without being rounded before; empty where sums are wider than products anyway
     * @param keepsSubnormalInputs whether inputs below the least normal number count
     * @param keepsSubnormalResults whether results below it do
     */
    public record Finding(
            String name,
            int explained,
            int questions,
            String next,
            int nextExplained,
            int inputBits,
            int sumBits,
            Optional<Boolean> fused,
            boolean keepsSubnormalInputs,
            boolean keepsSubnormalResults) {

        /** Whether the named arithmetic explains every answer, and no other known one does. */
        public boolean isCertain() {
            return explained == questions && nextExplained < questions;
        }
    }
}
