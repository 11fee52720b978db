package dev.bascule.cli.select;

import dev.bascule.fallback.backend.Backend;
import dev.bascule.fallback.backend.Side;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.studies.select.Candidate;
import dev.bascule.suites.suite.SuiteModel;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Code that opens a model as a candidate did: the same options as Bascule's own sessions have. */
enum Emitted {
    SUITE {
        @Override
        String of(Candidate chosen, SuiteModel model, String why) {
            return SuiteCode.of(chosen, model, why);
        }
    },
    JS {
        @Override
        String of(Candidate chosen, SuiteModel model, String why) {
            require(chosen.target().backend(), Side.BROWSER, "java or python");
            return JsCode.of(chosen, model, why);
        }
    },
    JAVA {
        @Override
        String of(Candidate chosen, SuiteModel model, String why) {
            require(chosen.target().backend(), Side.NATIVE, "js");
            return JavaCode.of(chosen, model, why);
        }
    },
    PYTHON {
        @Override
        String of(Candidate chosen, SuiteModel model, String why) {
            require(chosen.target().backend(), Side.NATIVE, "js");
            return PythonCode.of(chosen, model, why);
        }
    };

    /**
     * The code.
     *
     * @param why what it rests on, in one line
     * @throws BasculeException of a candidate of the other side
     */
    abstract String of(Candidate chosen, SuiteModel model, String why);

    String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    static Optional<Emitted> of(String word) {
        return Stream.of(values()).filter(each -> each.word().equals(word)).findFirst();
    }

    static String words() {
        return Arrays.stream(values()).map(Emitted::word).collect(Collectors.joining(", "));
    }

    private static void require(Backend backend, Side side, String other) {
        if (backend.side() != side) {
            throw new BasculeException(
                    ErrorCode.USAGE_ERROR,
                    "the answer is %s, which that code has not: --emit %s has it, or --backends leaves others alone"
                            .formatted(backend.id(), other),
                    "bascule select --help");
        }
    }

    /** Whether it is code for backends of a side; a suite is for both. */
    boolean takes(Side side) {
        return this == SUITE || (this == JS) == (side == Side.BROWSER);
    }
}
