package dev.bascule.redteam;

import dev.bascule.bridge.server.RouteProvider;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Serves the real runner page, its script and its engines patched so that they lie. What is told otherwise may change from one model
 * to the next: a page looks for it as it creates a session.
 */
final class LyingPages implements RouteProvider {

    /**
     * @param engine JavaScript of a function from the engine's real {@code run} to the one that the page calls
     * @param message JavaScript of a function of each message that the page sends, to what is sent instead
     */
    record Lie(String engine, String message) {
        static final Lie NONE = new Lie("(run) => run", "(message) => message");

        static Lie engine(String run) {
            return new Lie(run, NONE.message);
        }

        static Lie message(String sent) {
            return new Lie(NONE.engine, sent);
        }
    }

    private static final String ROOT = "dev/bascule/browser/web";
    private static final List<String> ENGINES =
            List.of("ort.wasm.min.mjs", "ort.webgpu.min.mjs", "ort.jspi.min.mjs", "ort.all.min.mjs");
    private static final String REAL = "real-";
    private static final String SCRIPT = "/runner.js";
    private static final String LIE = "/lie.js";

    private final AtomicInteger lies = new AtomicInteger();
    private volatile Lie lie;

    /** @param lie told from the start, before there is a session */
    LyingPages(Lie lie) {
        this.lie = lie;
    }

    /** Told from the next session on. What a lie remembers is forgotten, even where the next is the same. */
    void tell(Lie next) {
        lie = next;
        lies.incrementAndGet();
    }

    private String told() {
        return "({ number: %d, run: %s, message: %s })".formatted(lies.get(), lie.engine(), lie.message());
    }

    @Override
    public void install(RoutesConfig routes) {
        routes.get(LIE, context -> script(context, told()));
        for (String engine : ENGINES) {
            routes.get("/ort/" + REAL + engine, context -> script(context, original("/ort/" + engine)));
            routes.get("/ort/" + engine, context -> script(context, """
                    export * from './%1$s';
                    import * as ort from './%1$s';
                    const copy = (outputs) => Object.fromEntries(Object.entries(outputs).map(
                      ([name, t]) => [name, new ort.Tensor(t.type, t.data.slice(), t.dims)]));
                    const create = ort.InferenceSession.create.bind(ort.InferenceSession);
                    ort.InferenceSession.create = async (...how) => {
                      const told = (0, eval)(await (await fetch('%2$s')).text());
                      if (told.number !== globalThis.lie.number) globalThis.lie = told;
                      const session = await create(...how);
                      session.run = globalThis.lie.run(session.run.bind(session), copy);
                      return session;
                    };
                    """.formatted(REAL + engine, LIE)));
        }
        // A text is a message; of a binary frame only its header can be told otherwise, by a message in its place.
        routes.get(SCRIPT, context -> script(context, """
                {
                  globalThis.lie = %s;
                  const send = WebSocket.prototype.send;
                  WebSocket.prototype.send = function (data) {
                    if (typeof data === 'string') {
                      send.call(this, JSON.stringify(globalThis.lie.message(JSON.parse(data))));
                      return;
                    }
                    const bytes = data instanceof ArrayBuffer ? new Uint8Array(data) : data;
                    const length = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true);
                    const header = JSON.parse(new TextDecoder().decode(bytes.slice(4, 4 + length)));
                    const told = globalThis.lie.message(header);
                    send.call(this, told === header ? data : JSON.stringify(told));
                  };
                }
                """.formatted(told()) + original(SCRIPT)));
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
        return path.equals(SCRIPT)
                || path.equals(LIE)
                || ENGINES.stream()
                        .anyMatch(engine -> path.equals("/ort/" + engine) || path.equals("/ort/" + REAL + engine));
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
