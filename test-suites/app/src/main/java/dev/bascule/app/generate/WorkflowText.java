package dev.bascule.app.generate;

import dev.bascule.fallback.text.PlainText;
import dev.bascule.fallback.text.ShellText;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Writes the workflow for GitHub Actions. It measures the base of a pull request and its head one after the other on one
 * machine, for figures of two machines are not to be compared, and fails where the head is shown to be worse. The actions that
 * it uses are named by commit: a tag may be moved to other code. Stateless.
 */
final class WorkflowText {
    /** Where the workflow learns from where to take Bascule. */
    static final String VARIABLE = "BASCULE_REPOSITORY";

    /** What holds it to a commit; where it is empty, GitHub takes the head of the repository's own branch. */
    private static final String COMMIT = "BASCULE_COMMIT";

    private WorkflowText() {}

    static String todo() {
        return "set the repository variable %s (Settings, Secrets and variables, Actions, Variables) to the owner/name of"
                        .formatted(VARIABLE)
                + " the GitHub repository that the workflow is to take Bascule from, and %s to the commit that you trust: a branch moves"
                        .formatted(COMMIT);
    }

    /** @param knownFailure whether the case is known to fail, which alone is no news */
    static String of(TestSubject subject, String suiteFile, boolean knownFailure) {
        String options = subject.setup().entrySet().stream()
                .flatMap(WorkflowText::flags)
                .map(option -> " " + option.getKey() + " " + ShellText.quoted(PlainText.line(option.getValue())))
                .collect(Collectors.joining());
        String run = "bascule run " + ShellText.quoted(suiteFile) + options;
        return """
            # Measures %1$s on %2$s, before and after a change, on one machine.
            # Wrong outputs and lost placement show at once; of speed, one run a side shows at best a doubling.
            name: "%3$s"

            on:
              pull_request:
              workflow_dispatch:

            permissions:
              contents: read

            jobs:
              measure:
                runs-on: ubuntu-latest
                timeout-minutes: 30
                steps:
                  - name: The change
                    uses: actions/checkout@11bd71901bbe5b1630ceea73d27597364c9af683 # v4.2.2
                    with:
                      path: head

                  - name: What it changes
                    if: github.event_name == 'pull_request'
                    uses: actions/checkout@11bd71901bbe5b1630ceea73d27597364c9af683 # v4.2.2
                    with:
                      ref: ${{ github.event.pull_request.base.sha }}
                      path: base

                  - name: Bascule
                    uses: actions/checkout@11bd71901bbe5b1630ceea73d27597364c9af683 # v4.2.2
                    with:
                      repository: ${{ vars.%4$s }}
                      ref: ${{ vars.%9$s }}
                      path: bascule

                  - uses: actions/setup-java@c5195efecf7bdfc987ee8bae7a71cb8b11521c00 # v4.7.1
                    with:
                      distribution: temurin
                      java-version: "17"
                      cache: maven

                  - uses: actions/setup-node@49933ea5288caeca8642d1e84afbd3f7d6820020 # v4.4.0
                    with:
                      node-version: "20"

                  - name: Build Bascule
                    run: |
                      echo "$GITHUB_WORKSPACE/bascule" >> "$GITHUB_PATH"
                      "$GITHUB_WORKSPACE/bascule/bascule" version

                  - name: Measure the base
                    if: hashFiles('base/%5$s') != ''
                    working-directory: base
                    run: |
                      %6$s --fail-on never --store ../base.duckdb --out ../base-report

                  - name: Measure the change, and fail on regressions
                    if: hashFiles('base/%5$s') != ''
                    working-directory: head
                    run: |
                      %6$s --baseline ../base-report/run.json --fail-on regressions --reporter list,github --store ../head.duckdb --out ../head-report

                  - name: Measure alone, where the base has no such suite
                    if: hashFiles('base/%5$s') == ''
                    working-directory: head
                    run: |
                      %6$s --fail-on %7$s --reporter list,github --store ../head.duckdb --out ../head-report

                  - name: The report
                    if: always()
                    uses: actions/upload-artifact@ea165f8d65b6e75b540449e92b4886f43607fa02 # v4.6.2
                    with:
                      name: %8$s
                      path: head-report
                      if-no-files-found: ignore
            """.formatted(
                        PlainText.line(subject.model().name()),
                        PlainText.line(subject.chain().toString()),
                        subject.name(),
                        VARIABLE,
                        suiteFile,
                        run,
                        knownFailure ? "never" : "failures",
                        subject.name(),
                        COMMIT);
    }

    private static Stream<Map.Entry<String, String>> flags(Map.Entry<String, String> option) {
        return option.getKey().equals(HarmlessSetup.FLAGS)
                ? Arrays.stream(option.getValue().split(" ", -1)).map(flag -> Map.entry(option.getKey(), flag))
                : Stream.of(option);
    }
}
