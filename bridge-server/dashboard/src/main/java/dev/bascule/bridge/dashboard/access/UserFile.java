package dev.bascule.bridge.dashboard.access;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.core.JsonProcessingException;
import dev.bascule.bridge.dashboard.http.Problem;
import dev.bascule.bridge.dashboard.http.ProblemType;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.file.FileErrorText;
import dev.bascule.fallback.file.InputFile;
import dev.bascule.fallback.json.Json;
import dev.bascule.fallback.secret.PrivateFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.Semaphore;
import java.util.regex.Pattern;

/**
 * The users who may sign in by a password: a file that its owner alone may read. A server notices when it changes.
 * Thread-safe; two processes that write at once may lose one's change.
 */
public final class UserFile implements SignIn.PasswordCheck {
    private static final int VERSION = 1;
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._@-]{0,63}");
    private static final int SHORTEST_PASSWORD = 12;
    /** A hash takes 19 MiB and a processor for tens of milliseconds: more at once are asked to come again. */
    private static final int HASHES_AT_ONCE = 4;

    private static final Duration A_MOMENT = Duration.ofSeconds(1);

    private final Path file;
    private final Clock clock;
    private final SecureRandom random = new SecureRandom();
    private final Semaphore hashing = new Semaphore(HASHES_AT_ONCE);
    private final PasswordHash nobodys = PasswordHash.ofNobody();
    private Map<String, User> known = Map.of();
    private Optional<FileTime> readAt = Optional.empty();

    /** @param hash an Argon2id hash as text */
    record User(
            @JsonProperty(required = true) String name,
            @JsonProperty(required = true) String hash,
            @JsonProperty(required = true) Instant since) {}

    record Users(int version, @JsonProperty(required = true) List<User> users) {}

    public UserFile(Path file, Clock clock) {
        this.file = file;
        this.clock = clock;
    }

    /**
     * Adds a user, or gives one that there is another password; whether it is a new one.
     *
     * @throws BasculeException {@link ErrorCode#USAGE_ERROR} for a name or password that will not do, {@link
     *     ErrorCode#OUTPUT_UNWRITABLE}
     */
    public synchronized boolean put(String name, char[] password) {
        if (!NAME.matcher(name).matches()) {
            throw new BasculeException(
                    ErrorCode.USAGE_ERROR,
                    "'%s' cannot be a user's name: letters, digits, '.', '_', '@' and '-' only, 64 at most"
                            .formatted(name));
        }
        if (Tokens.USERS.contains(name)) {
            throw new BasculeException(
                    ErrorCode.USAGE_ERROR,
                    "'%s' is what whoever comes by a link or a token is called".formatted(name),
                    "take another name");
        }
        if (password.length < SHORTEST_PASSWORD) {
            throw new BasculeException(
                    ErrorCode.USAGE_ERROR,
                    "the password has %d letters".formatted(password.length),
                    "take at least %d; several words will do".formatted(SHORTEST_PASSWORD));
        }
        Map<String, User> users = new TreeMap<>(read());
        boolean fresh =
                users.put(name, new User(name, PasswordHash.of(password, random).toString(), clock.instant())) == null;
        write(users);
        return fresh;
    }

    /** Takes a user out; whether there was one. */
    public synchronized boolean remove(String name) {
        Map<String, User> users = new TreeMap<>(read());
        boolean was = users.remove(name) != null;
        if (was) {
            write(users);
        }
        return was;
    }

    /** The names, sorted. */
    public synchronized List<String> names() {
        return List.copyOf(read().keySet());
    }

    @Override
    public synchronized boolean holds(String name, Instant signedInAt) {
        User user = read().get(name);
        return user != null && !user.since().isAfter(signedInAt);
    }

    @Override
    public boolean isEmpty() {
        return names().isEmpty();
    }

    @Override
    public boolean matches(String name, char[] password) {
        Optional<PasswordHash> hash;
        synchronized (this) {
            hash = Optional.ofNullable(read().get(name)).flatMap(user -> PasswordHash.parse(user.hash()));
        }
        // Waiting here would take the server's threads from everybody else.
        if (!hashing.tryAcquire()) {
            throw Problem.later(
                    ProblemType.TOO_MANY_REQUESTS, "several people are signing in at this moment", A_MOMENT);
        }
        try {
            // Somebody unknown costs the same work, so that the time does not tell who is known.
            boolean matches = hash.orElse(nobodys).matches(password);
            return matches && hash.isPresent();
        } finally {
            hashing.release();
        }
    }

    private Map<String, User> read() {
        try {
            if (!Files.exists(file)) {
                return Map.of();
            }
            FileTime changed = Files.getLastModifiedTime(file);
            if (!readAt.equals(Optional.of(changed))) {
                PrivateFiles.close(file);
                Users users = Json.MAPPER.readValue(InputFile.text(file, InputFile.TEXT), Users.class);
                Map<String, User> byName = new TreeMap<>();
                users.users().forEach(user -> byName.put(user.name(), user));
                known = byName;
                readAt = Optional.of(changed);
            }
            return known;
        } catch (IOException e) {
            throw BasculeException.because(
                    e,
                    ErrorCode.CONFIG_INVALID,
                    "the users' file %s cannot be read: %s"
                            .formatted(
                                    file,
                                    e instanceof JsonProcessingException ? "it is no such file" : FileErrorText.why(e)),
                    "mend it, or delete it and make the users again: bascule serve user add NAME");
        }
    }

    private void write(Map<String, User> users) {
        try {
            PrivateFiles.replace(
                    file,
                    Json.MAPPER
                                    .writerWithDefaultPrettyPrinter()
                                    .writeValueAsString(new Users(VERSION, List.copyOf(users.values())))
                            + "\n");
            readAt = Optional.empty();
        } catch (IOException e) {
            throw BasculeException.because(
                    e, ErrorCode.OUTPUT_UNWRITABLE, "the users' file %s cannot be written: %s".formatted(file, e));
        }
    }
}
