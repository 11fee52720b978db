package dev.bascule.cli.output;

/** Says what a shell makes of this process's streams; run in a process of its own. */
public final class TerminalProbe {
    private TerminalProbe() {}

    public static void main(String[] args) {
        System.out.println("stdout %s, stderr %s"
                .formatted(
                        Terminal.byShell(1).orElseThrow(), Terminal.byShell(2).orElseThrow()));
    }
}
