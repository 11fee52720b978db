package dev.bascule.fallback.protocol;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonValue;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.annotation.JsonDeserialize;
import dev.bascule.fallback.backend.EngineOptions;
import dev.bascule.fallback.backend.ExecutionMode;
import dev.bascule.fallback.backend.Precision;
import dev.bascule.fallback.driver.CarryLocation;
import dev.bascule.fallback.driver.SessionSettings;
import java.io.IOException;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/** Annotations of {@link SessionSettings} as messages carry them: what is usual is left out. */
interface SettingsParts {

    @JsonInclude(JsonInclude.Include.NON_ABSENT)
    Optional<String> build();

    @JsonInclude(value = JsonInclude.Include.CUSTOM, valueFilter = Usual.class)
    @JsonDeserialize(using = Reader.class)
    EngineOptions options();

    @JsonInclude(JsonInclude.Include.NON_ABSENT)
    Optional<CarryLocation> carryLocation();

    @JsonInclude(JsonInclude.Include.NON_ABSENT)
    OptionalInt kernelRuns();

    /** Annotations of {@link CarryLocation}. */
    interface Location {
        @JsonValue
        String word();
    }

    /** Annotations of {@link EngineOptions}. */
    interface Options {
        @JsonInclude(JsonInclude.Include.NON_ABSENT)
        OptionalInt deviceIndex();

        @JsonInclude(JsonInclude.Include.NON_ABSENT)
        Optional<Precision> precision();

        @JsonInclude(JsonInclude.Include.NON_ABSENT)
        OptionalLong memoryLimitBytes();

        @JsonInclude(JsonInclude.Include.NON_ABSENT)
        Optional<ExecutionMode> executionMode();
    }

    /** A filter that equals what is left out, as Jackson asks of it. */
    final class Usual {
        @Override
        public boolean equals(Object other) {
            return EngineOptions.DEFAULTS.equals(other);
        }

        @Override
        public int hashCode() {
            return EngineOptions.DEFAULTS.hashCode();
        }
    }

    /** Options that nothing is said of are the usual ones. */
    final class Reader extends JsonDeserializer<EngineOptions> {
        @Override
        public EngineOptions deserialize(JsonParser parser, DeserializationContext context) throws IOException {
            return context.readValue(parser, EngineOptions.class);
        }

        @Override
        public EngineOptions getAbsentValue(DeserializationContext context) {
            return EngineOptions.DEFAULTS;
        }
    }
}
