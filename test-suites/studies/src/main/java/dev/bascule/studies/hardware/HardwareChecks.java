package dev.bascule.studies.hardware;

import java.util.List;
import java.util.stream.Stream;

/** The battery: small models of one operator or a few, the same ones each time. Stateless. */
public final class HardwareChecks {
    private HardwareChecks() {}

    /** All of them, each id once. */
    public static List<HardwareCheck> all() {
        return Stream.of(
                        MatrixChecks.all(),
                        ConvolutionChecks.all(),
                        FunctionChecks.all(),
                        ValueChecks.all(),
                        IntegerChecks.all())
                .flatMap(List::stream)
                .toList();
    }
}
