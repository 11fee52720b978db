package dev.bascule.bridge.dashboard.http;

import io.javalin.http.Context;
import io.javalin.http.HandlerType;

/**
 * A route of the API. That its access is part of it means that none can be registered without.
 *
 * @param path with {@code {parameters}}, below {@link #API}
 * @param access who may use it
 * @param handling answers it
 */
public record Route(HandlerType method, String path, Access access, Handling handling) {
    /** What every path begins with. */
    public static final String API = "/api/v1";

    /** Answers a request that was let in. */
    @FunctionalInterface
    public interface Handling {
        void handle(Context context, Caller caller) throws Exception;
    }

    public static Route get(String path, Access access, Handling handling) {
        return new Route(HandlerType.GET, path, access, handling);
    }

    public static Route post(String path, Access access, Handling handling) {
        return new Route(HandlerType.POST, path, access, handling);
    }

    public static Route patch(String path, Access access, Handling handling) {
        return new Route(HandlerType.PATCH, path, access, handling);
    }

    public static Route delete(String path, Access access, Handling handling) {
        return new Route(HandlerType.DELETE, path, access, handling);
    }

    public String fullPath() {
        return API + path;
    }
}
