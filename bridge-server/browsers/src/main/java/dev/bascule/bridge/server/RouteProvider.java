package dev.bascule.bridge.server;

import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import java.util.Optional;

/** A provider of pages and routes besides the bridge's own, such as the dashboard's. Thread-safe. */
public interface RouteProvider extends AutoCloseable {

    /** Adds its routes. All of them are under paths that it {@linkplain #owns}. */
    void install(RoutesConfig routes);

    /** Whether requests to this path are its to answer, errors included. */
    boolean owns(String path);

    /** The Content-Security-Policy of what it answers at a path; the bridge's own where empty. */
    Optional<String> policy(String path);

    /** Answers a request of its own that was refused, or failed in a handler. */
    void answer(Exception error, Context context);

    /** A request that the bridge refused before any handler: by its Host or Origin. */
    void refuse(Context context);

    @Override
    void close();
}
