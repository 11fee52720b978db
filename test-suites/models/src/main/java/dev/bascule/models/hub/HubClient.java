package dev.bascule.models.hub;

import dev.bascule.fallback.cache.AtomicFile;
import dev.bascule.fallback.cache.CacheFolder;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Fetches files from the Hugging Face hub into the cache folder: asks what the file is, resumes what an earlier try left,
 * checks the hash, and does without the network where the cache has the file and the hub cannot be reached. Thread-safe;
 * fetches one file of a repository at a time.
 */
public final class HubClient {
    private static final Logger LOG = LoggerFactory.getLogger(HubClient.class);
    private static final int REDIRECTS = 5;

    private final HubSettings settings;
    private final HubCache cache;
    private final HttpClient http;
    private final Map<String, Object> repositories = new ConcurrentHashMap<>();

    public HubClient(HubSettings settings, CacheFolder cache) {
        this(settings, cache, HttpClient.newBuilder());
    }

    HubClient(HubSettings settings, CacheFolder cache, HttpClient.Builder http) {
        this.settings = settings;
        this.cache = new HubCache(cache);
        // Redirects are followed by hand: the token must not go to the storage host.
        this.http = http.followRedirects(HttpClient.Redirect.NEVER)
                .connectTimeout(settings.patience())
                .build();
    }

    /**
     * The file in the cache, fetched if need be.
     *
     * @throws BasculeException {@link ErrorCode#HUB_UNREACHABLE}, {@link ErrorCode#HUB_REFUSED},
     *     {@link ErrorCode#HASH_MISMATCH} or {@link ErrorCode#OUTPUT_UNWRITABLE}
     */
    public HubFile fetch(HubReference reference) {
        synchronized (repositories.computeIfAbsent(reference.repository(), repository -> new Object())) {
            return fetchAlone(reference);
        }
    }

    private HubFile fetchAlone(HubReference reference) {
        long start = System.nanoTime();
        if (settings.offline()) {
            return cached(reference)
                    .orElseThrow(() -> unreachable(reference, "HF_HUB_OFFLINE is set and the cache has no copy"));
        }
        try {
            for (String file : reference.candidates()) {
                URI address = address(reference, file);
                HttpResponse<Void> head = ask(address);
                if (head.statusCode() < 400) {
                    return fetch(reference, file, address, HubAnswer.of(head.statusCode(), head.headers()), start);
                }
                BasculeException refusal = refusal(reference, head);
                if (HubAnswer.isTemporary(head.statusCode())) {
                    return cached(reference).orElseThrow(() -> refusal);
                }
                if (!HubAnswer.isMissingFile(head.statusCode(), head.headers())) {
                    throw refusal;
                }
            }
        } catch (FileSystemException e) {
            throw AtomicFile.unwritable(Path.of(String.valueOf(e.getFile())), e);
        } catch (IOException e) {
            return cached(reference).orElseThrow(() -> unreachable(reference, reason(e)));
        }
        throw new BasculeException(
                ErrorCode.HUB_REFUSED,
                "%s has no file %s".formatted(reference, String.join(" or ", reference.candidates())),
                "look at the repository's files and name one: hf:%s/folder/file.onnx"
                        .formatted(reference.repository()));
    }

    private HubFile fetch(HubReference reference, String file, URI address, HubAnswer answer, long start)
            throws IOException {
        String commit = answer.commit()
                .or(() -> answer.etag().map(etag -> "etag-" + etag))
                .orElse("revision-" + reference.revision());
        Path target = cache.file(reference, commit, file);
        boolean present = Files.isRegularFile(target);
        if (!present) {
            if (answer.bytes().orElse(0) > settings.most()) {
                throw HubDownload.tooLarge(reference, settings.most());
            }
            String name = "hf:%s at %s, file %s".formatted(reference.repository(), commit, file);
            HubDownload download = new HubDownload(name, cache.cache().firstSeen(), target);
            // Another process may be at the same file: two of them must not append to one part.
            download.alone(() -> {
                if (!Files.isRegularFile(target)) {
                    download(reference, address, answer, download);
                }
            });
        }
        cache.remember(reference, commit);
        return new HubFile(
                target,
                reference.repository(),
                reference.revision(),
                commit,
                file,
                address.toString(),
                present ? Optional.empty() : Optional.of(Duration.ofNanos(System.nanoTime() - start)));
    }

    private void download(HubReference reference, URI address, HubAnswer answer, HubDownload download)
            throws IOException {
        Duration pause = settings.pause();
        for (int attempt = 1; ; attempt++) {
            try (StallTimeout stallTimeout = new StallTimeout(settings.patience())) {
                transfer(reference, address, download, stallTimeout);
                download.finish(reference, answer);
                return;
            } catch (FileSystemException ownDisk) {
                throw ownDisk;
            } catch (IOException broken) {
                if (attempt >= settings.tries()) {
                    throw broken;
                }
                LOG.info("{}: {}; going on where it stopped", reference, broken.toString());
                sleep(pause);
                pause = pause.multipliedBy(2);
            }
        }
    }

    private void transfer(HubReference reference, URI address, HubDownload download, StallTimeout stallTimeout)
            throws IOException {
        Optional<HubDownload.Resume> resume = download.resume();
        HttpResponse<InputStream> response = follow(address, resume);
        int status = response.statusCode();
        if (status == 200 || status == 206) {
            InterruptibleRead.read(
                    () -> download.receive(reference, response, stallTimeout, settings.most()), response.body());
            return;
        }
        response.body().close();
        if (status == 416) {
            download.discard();
        }
        if (status == 416 || HubAnswer.isTemporary(status)) {
            throw new IOException("status " + status);
        }
        throw refusal(reference, response);
    }

    /** The request's answer after its redirects, the last of which is the storage's. */
    private HttpResponse<InputStream> follow(URI address, Optional<HubDownload.Resume> resume) throws IOException {
        URI next = address;
        for (int hop = 0; hop <= REDIRECTS; hop++) {
            HttpRequest.Builder request = request(next).GET();
            resume.ifPresent(rest ->
                    request.header("Range", "bytes=" + rest.from() + "-").header("If-Range", rest.etag()));
            HttpResponse<InputStream> response = send(request.build(), BodyHandlers.ofInputStream());
            Optional<String> location = response.headers().firstValue("Location");
            if (response.statusCode() / 100 != 3 || location.isEmpty()) {
                return response;
            }
            response.body().close();
            next = HubRedirect.follow(next, location.get());
        }
        throw new IOException("more than " + REDIRECTS + " redirects");
    }

    /** The hub's own word about a file, tried again where its trouble may pass. */
    private HttpResponse<Void> ask(URI address) throws IOException {
        Duration pause = settings.pause();
        for (int attempt = 1; ; attempt++) {
            HttpResponse<Void> head = head(address);
            if (head.statusCode() < 500 || attempt >= settings.tries()) {
                return head;
            }
            sleep(pause);
            pause = pause.multipliedBy(2);
        }
    }

    /** Follows the redirect of a renamed repository, which stays on the host, but not the one to the storage. */
    private HttpResponse<Void> head(URI address) throws IOException {
        URI next = address;
        for (int hop = 0; hop <= REDIRECTS; hop++) {
            HttpRequest request =
                    request(next).method("HEAD", BodyPublishers.noBody()).build();
            HttpResponse<Void> response = send(request, BodyHandlers.discarding());
            Optional<String> location = response.headers().firstValue("Location");
            if (response.statusCode() / 100 != 3 || location.isEmpty()) {
                return response;
            }
            URI onward = HubRedirect.follow(next, location.get());
            boolean storage = response.headers().firstValue("X-Linked-Etag").isPresent();
            if (storage || !isHub(onward)) {
                return response;
            }
            next = onward;
        }
        throw new IOException("more than " + REDIRECTS + " redirects");
    }

    private boolean isHub(URI address) {
        return HubRedirect.isSameServer(address, settings.endpoint());
    }

    private BasculeException refusal(HubReference reference, HttpResponse<?> response) {
        BasculeException refusal = HubAnswer.refusal(reference, host(), response.statusCode(), response.headers());
        boolean unknown = response.statusCode() == 401 || response.statusCode() == 403;
        return unknown && settings.token().isPresent() && !HubRedirect.isSecure(settings.endpoint())
                ? new BasculeException(
                        refusal.code(),
                        String.valueOf(refusal.getMessage()),
                        "HF_TOKEN is not sent by http, where anybody on the way can read it: set HF_ENDPOINT to an https address")
                : refusal;
    }

    private HttpRequest.Builder request(URI address) {
        HttpRequest.Builder request = HttpRequest.newBuilder(address)
                .timeout(settings.patience())
                .header("Accept-Encoding", "identity")
                .header("User-Agent", "bascule");
        if (isHub(address) && HubRedirect.isSecure(address)) {
            settings.token().ifPresent(token -> request.header("Authorization", "Bearer " + token));
        }
        return request;
    }

    private <T> HttpResponse<T> send(HttpRequest request, HttpResponse.BodyHandler<T> handler) throws IOException {
        try {
            return http.send(request, handler);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw BasculeException.because(e, ErrorCode.RUN_INTERRUPTED, "interrupted while fetching");
        }
    }

    private static void sleep(Duration pause) {
        try {
            Thread.sleep(pause.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw BasculeException.because(e, ErrorCode.RUN_INTERRUPTED, "interrupted while fetching");
        }
    }

    private Optional<HubFile> cached(HubReference reference) {
        return cache.commit(reference)
                .flatMap(commit -> reference.candidates().stream()
                        .filter(file -> Files.isRegularFile(cache.file(reference, commit, file)))
                        .findFirst()
                        .map(file -> new HubFile(
                                cache.file(reference, commit, file),
                                reference.repository(),
                                reference.revision(),
                                commit,
                                file,
                                address(reference, file).toString(),
                                Optional.empty())));
    }

    private BasculeException unreachable(HubReference reference, String why) {
        return new BasculeException(
                ErrorCode.HUB_UNREACHABLE, "cannot fetch %s from %s: %s".formatted(reference, host(), why));
    }

    /** Some exceptions of the network have no words of their own. */
    private static String reason(IOException e) {
        return e instanceof ConnectException
                        && Optional.ofNullable(e.getMessage()).isEmpty()
                ? "no connection"
                : e.getClass() == IOException.class ? String.valueOf(e.getMessage()) : String.valueOf(e);
    }

    private String host() {
        return String.valueOf(settings.endpoint().getAuthority());
    }

    private URI address(HubReference reference, String file) {
        return URI.create("%s/%s/resolve/%s/%s"
                .formatted(settings.endpoint(), reference.repository(), reference.revision(), file));
    }
}
