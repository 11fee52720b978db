package dev.bascule.fallback.driver;

import dev.bascule.fallback.error.ErrorCode;
import java.util.Arrays;
import java.util.Optional;

/** The refusals that are Bascule's own and no engine's, by the name that their error has on the wire. */
public enum OwnRefusal {
    /** The backend is not here. */
    BACKEND_UNAVAILABLE("BackendUnavailable", ErrorCode.BACKEND_UNAVAILABLE),
    /** The runner does not serve the backend. */
    UNKNOWN_BACKEND("UnknownBackend", ErrorCode.BACKEND_UNAVAILABLE),
    /** The backend cannot do what an option asks for. */
    UNSUPPORTED_OPTION("UnsupportedOption", ErrorCode.OPTION_UNSUPPORTED),
    /** There are fewer devices than the number of the one that was asked for. */
    NO_SUCH_DEVICE("NoSuchDevice", ErrorCode.DEVICE_NOT_FOUND);

    private final String errorName;
    private final ErrorCode code;

    OwnRefusal(String errorName, ErrorCode code) {
        this.errorName = errorName;
        this.code = code;
    }

    /** The one whose error has this name; empty for an engine's. */
    public static Optional<OwnRefusal> named(String errorName) {
        return Arrays.stream(values())
                .filter(refusal -> refusal.errorName.equals(errorName))
                .findFirst();
    }

    public String errorName() {
        return errorName;
    }

    public ErrorCode code() {
        return code;
    }
}
