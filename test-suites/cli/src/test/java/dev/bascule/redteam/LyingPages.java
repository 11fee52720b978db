package dev.bascule.redteam;

import dev.bascule.bridge.server.RouteProvider;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.Set;

/**
 * Serves the real runner page, its script and its engine patched so that it lies.
 *
 * @param engine JavaScript of a function from the engine's real {@code run} to the one that the page calls
 * @param message JavaScript of a function of each message that the page sends, to what is sent instead
 */
record LyingPages(String engine, String message) implements RouteProvider {
    static final String HONEST_ENGINE = "(run) => run";
    static final String HONEST_MESSAGE = "(message) => message";

    private static final String ROOT = "dev/bascule/browser/web";
    private static final String ENGINE = "/ort/ort.wasm.min.mjs";
    private static final String REAL_ENGINE = "/ort/real.mjs";
    private static final String SCRIPT = "/runner.js";

    static LyingPages engine(String run) {
        return new LyingPages(run, HONEST_MESSAGE);
    }

    static LyingPages message(String sent) {
        return new LyingPages(HONEST_ENGINE, sent);
    }

    @Override
    public void install(RoutesConfig routes) {
        routes.get(REAL_ENGINE, context -> script(context, original(ENGINE)));
        routes.get(ENGINE, context -> script(context, """
                export * from './real.mjs';
                import * as ort from './real.mjs';
                const copy = (outputs) => Object.fromEntries(Object.entries(outputs).map(
                  ([name, t]) => [name, new ort.Tensor(t.type, t.data.slice(), t.dims)]));
                const lie = %s;
                const create = ort.InferenceSession.create.bind(ort.InferenceSession);
                ort.InferenceSession.create = async (...how) => {
                  const session = await create(...how);
                  session.run = lie(session.run.bind(session), copy);
                  return session;
                };
                """.formatted(engine)));
        // A text is a message; of a binary frame only its header can be told otherwise, by a message in its place.
        routes.get(SCRIPT, context -> script(context, """
                {
                  const lie = %s;
                  const send = WebSocket.prototype.send;
                  WebSocket.prototype.send = function (data) {
                    if (typeof data === 'string') {
                      send.call(this, JSON.stringify(lie(JSON.parse(data))));
                      return;
                    }
                    const bytes = data instanceof ArrayBuffer ? new Uint8Array(data) : data;
                    const length = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true);
                    const header = JSON.parse(new TextDecoder().decode(bytes.slice(4, 4 + length)));
                    const told = lie(header);
                    send.call(this, told === header ? data : JSON.stringify(told));
                  };
                }
                """.formatted(message) + original(SCRIPT)));
    }

    private static void script(Context context, String text) {
        context.contentType("text/javascript; charset=utf-8").result(text);
    }

    private static String original(String path) {
        try (InputStream file = LyingPages.class.getClassLoader().getResourceAsStream(ROOT + path)) {
            if (file == null) {
                throw new AssertionError("the runner page is not on the class path: " + path);
            }
            return new String(file.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public boolean owns(String path) {
        return Set.of(ENGINE, REAL_ENGINE, SCRIPT).contains(path);
    }

    @Override
    public Optional<String> policy(String path) {
        return Optional.empty();
    }

    @Override
    public void answer(Exception error, Context context) {
        context.status(500).result(String.valueOf(error));
    }

    @Override
    public void refuse(Context context) {
        context.status(403);
    }

    @Override
    public void close() {}
}
