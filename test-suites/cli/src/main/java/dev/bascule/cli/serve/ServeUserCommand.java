package dev.bascule.cli.serve;

import dev.bascule.app.config.Config;
import dev.bascule.bridge.dashboard.access.UserFile;
import dev.bascule.cli.command.CliCommand;
import dev.bascule.cli.command.CliContext;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.ExitCode;
import dev.bascule.fallback.text.Nearest;
import java.util.Arrays;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Who may sign in to the dashboard by a password. */
@Command(
        name = "user",
        description = {
            "Who may sign in to the dashboard by a password: add NAME, remove NAME, list.",
            "`add` asks for the password, or reads it from standard input, and gives a user that there is another one."
                    + " It is kept as an Argon2id hash, in a file that only you can read. A server that runs notices."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  bascule serve user add anna",
            "  pwgen -s 24 1 | tee secret | bascule serve user add ci",
            "  bascule serve user list",
            "  bascule serve user remove anna"
        })
final class ServeUserCommand extends CliCommand {
    private static final List<String> ACTIONS = List.of("add", "remove", "list");

    @Parameters(index = "0", paramLabel = "ACTION", description = "add, remove or list.")
    private String action = "";

    @Parameters(index = "1", arity = "0..1", paramLabel = "NAME", description = "The user.")
    private String name = "";

    ServeUserCommand(CliContext context) {
        super(context);
    }

    @Override
    protected ExitCode execute(Config config) {
        UserFile users = new UserFile(DashboardSetup.users(context()), context().clock());
        switch (action) {
            case "add" -> add(users);
            case "remove" -> remove(users);
            case "list" -> list(users.names());
            default ->
                throw usage("'%s' is none of add, remove and list%s".formatted(action, Nearest.hint(action, ACTIONS)));
        }
        return ExitCode.OK;
    }

    private void list(List<String> names) {
        names.forEach(console()::print);
        if (names.isEmpty()) {
            console().say("there is no user yet: bascule serve user add NAME makes one");
        }
    }

    private void add(UserFile users) {
        named();
        char[] password = context()
                .console()
                .secret("password of " + name)
                .orElseThrow(() -> usage("there is no password on standard input"));
        try {
            boolean fresh = users.put(name, password);
            console().say(fresh ? "%s may sign in".formatted(name) : "%s has a new password".formatted(name));
        } finally {
            Arrays.fill(password, ' ');
        }
    }

    private void remove(UserFile users) {
        named();
        if (!users.remove(name)) {
            throw usage("there is no user '%s'%s".formatted(name, Nearest.hint(name, users.names())));
        }
        console().say("%s may no longer sign in, and is signed out".formatted(name));
    }

    private void named() {
        if (name.isEmpty()) {
            throw usage("%s whom?".formatted(action));
        }
    }

    private static BasculeException usage(String message) {
        return new BasculeException(ErrorCode.USAGE_ERROR, message, "bascule serve user --help");
    }
}
