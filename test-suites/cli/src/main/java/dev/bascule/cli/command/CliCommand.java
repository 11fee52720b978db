package dev.bascule.cli.command;

import dev.bascule.app.config.Config;
import dev.bascule.app.config.Flags;
import dev.bascule.cli.output.Console;
import dev.bascule.cli.output.LogSetup;
import dev.bascule.cli.output.Shell;
import dev.bascule.fallback.error.ExitCode;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** A command: reads its settings, then does its work. Belongs to one invocation. */
@Command
public abstract class CliCommand implements Callable<Integer> {
    private final CliContext context;

    @Spec
    private @Nullable CommandSpec spec;

    protected CliCommand(CliContext context) {
        this.context = context;
    }

    /** Does the work. Whatever keeps it from that is thrown. */
    protected abstract ExitCode execute(Config config);

    /** The settings among the command's own options. */
    protected List<Flags> flags() {
        return List.of();
    }

    @Override
    public final Integer call() {
        GlobalOptions global = global();
        context.console().set(global.verbosity(), false, false);
        LogSetup.apply(global.verbosity());
        Flags all = new Flags();
        all.addAll(global.flags());
        flags().forEach(all::addAll);
        Config config = context.configLoader().load(all);
        global.applyTo(context, config);
        return execute(config).status();
    }

    private GlobalOptions global() {
        return spec().root().mixins().values().stream()
                .map(CommandSpec::userObject)
                .filter(GlobalOptions.class::isInstance)
                .map(GlobalOptions.class::cast)
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("a command outside of the bascule command"));
    }

    /** The command line as typed. */
    protected String commandLine() {
        return Shell.line(words());
    }

    /** The words of the command line as typed. */
    protected List<String> words() {
        return spec().root().commandLine().getParseResult().originalArgs();
    }

    private CommandSpec spec() {
        return Objects.requireNonNull(spec, "picocli sets the spec before it calls a command");
    }

    protected CliContext context() {
        return context;
    }

    protected Console console() {
        return context.console();
    }
}
