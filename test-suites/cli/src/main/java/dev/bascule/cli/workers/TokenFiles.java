package dev.bascule.cli.workers;

import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.file.FileErrorText;
import dev.bascule.fallback.secret.PrivateFiles;
import dev.bascule.reports.history.History;
import dev.bascule.workers.coordinator.Coordinator;
import dev.bascule.workers.coordinator.Tokens;
import dev.bascule.workers.join.JoinAddress;
import dev.bascule.workers.join.Role;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Addresses with tokens in files of one folder, named as those that they were issued to. A file whose token is still good keeps it,
 * so that a coordinator can be started by the same line again and again.
 */
record TokenFiles(Path folder) {

    /**
     * Whether all these can have their files.
     *
     * @throws BasculeException USAGE_ERROR where two would share one, or what is there is not of such a one
     */
    void check(History history, List<String> workers, List<String> submitters) {
        for (String name : submitters) {
            if (workers.contains(name)) {
                throw shared(name);
            }
        }
        workers.forEach(name -> check(history, name, Role.WORKER));
        submitters.forEach(name -> check(history, name, Role.SUBMITTER));
    }

    private void check(History history, String name, Role role) {
        kept(name)
                .flatMap(address -> Tokens.role(history, address))
                .filter(other -> other != role)
                .ifPresent(other -> {
                    throw shared(name);
                });
    }

    private static BasculeException shared(String name) {
        return new BasculeException(
                ErrorCode.USAGE_ERROR,
                "a worker and a submitter would have one file for their tokens: both are called '%s'".formatted(name),
                "give them two names",
                "or take two folders for --tokens");
    }

    /** What is there already. */
    private Optional<JoinAddress> kept(String name) {
        Path file = folder.resolve(name);
        if (!Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
            return Optional.empty();
        }
        try {
            return Optional.of(JoinText.ofFile(file));
        } catch (BasculeException e) {
            throw BasculeException.because(
                    e,
                    ErrorCode.USAGE_ERROR,
                    "'%s' is there already, and holds no address: it is not replaced".formatted(file),
                    "name another folder with --tokens",
                    "or delete the file, where it is not needed");
        }
    }

    /** A file with a good token of this one at the coordinator's address: the token that was in it, or else a new one. */
    Path issue(Coordinator coordinator, String name, Role role) {
        JoinAddress address = kept(name)
                .flatMap(before -> coordinator.renewed(before, role))
                .orElseGet(() -> coordinator.invite(name, role));
        Path file = folder.resolve(name);
        try {
            PrivateFiles.prepareFolder(folder);
            PrivateFiles.replace(file, address.text() + "\n");
        } catch (IOException e) {
            throw BasculeException.because(
                    e,
                    ErrorCode.OUTPUT_UNWRITABLE,
                    "the token cannot be kept in '%s': %s".formatted(file, FileErrorText.why(e)));
        }
        return file;
    }
}
