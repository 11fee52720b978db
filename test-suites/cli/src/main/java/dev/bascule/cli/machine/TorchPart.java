package dev.bascule.cli.machine;

import dev.bascule.app.distributed.TorchInstaller;
import dev.bascule.app.distributed.TorchPython;
import dev.bascule.cli.output.Console;
import dev.bascule.cli.output.TextTable;
import dev.bascule.fallback.driver.HostEnvironment;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ExitCode;
import dev.bascule.models.packages.SystemCommands;
import dev.bascule.nativerunner.library.LibrarySet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** The part that is a package of the system: PyTorch for ranks. Belongs to one invocation. */
final class TorchPart {
    private final Console console;
    private final TorchInstaller installer;

    TorchPart(Console console, HostEnvironment host) {
        this.console = console;
        this.installer = new TorchInstaller(host, new SystemCommands(), System.getProperty("user.name", ""));
    }

    Optional<ExitCode> handle(boolean dryRun, boolean remove) {
        if (remove) {
            console.say(
                    installer.forget()
                            ? "forgotten; the system's package stays: apt-get remove python3-torch"
                            : TorchPython.PART + " was not noted here");
            return Optional.empty();
        }
        if (dryRun) {
            installer.plan().forEach(line -> console.print(String.join(" ", line) + "\n"));
            return Optional.empty();
        }
        try {
            console.say("%s: %s".formatted(TorchPython.PART, TorchInstaller.WHAT));
            TorchPython python = installer.install(console::say);
            console.say("PyTorch %s is here: %s"
                    .formatted(python.facts().torch(), python.facts().python()));
            console.say("see it work: bascule distributed comm --ranks 2 --sizes 8,1048576");
            return Optional.empty();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.of(ExitCode.INTERRUPTED);
        }
    }

    /** Its row in the list of parts. */
    Map<String, Object> describe(TextTable table) {
        Map<String, Object> object = new LinkedHashMap<>();
        object.put("part", TorchPython.PART);
        Optional<LibrarySet> noted = installer.noted();
        Optional<BasculeException> unavailable = noted.isPresent() ? Optional.empty() : installer.unavailable();
        String state = noted.isPresent() ? "installed" : unavailable.isPresent() ? "unavailable" : "available";
        object.put("state", state);
        noted.ifPresent(set -> object.put("version", set.version()));
        unavailable.ifPresent(why -> {
            object.put("reason", String.valueOf(why.getMessage()));
            object.put("nextStep", String.join("; ", why.failure().remedies()));
        });
        table.row(
                TorchPython.PART,
                state,
                noted.map(LibrarySet::version).orElse("-"),
                "-",
                unavailable.map(why -> String.valueOf(why.getMessage())).orElse(TorchInstaller.WHAT));
        return object;
    }
}
