package dev.bascule.app.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.bascule.app.environment.WarmRunEnvironments;
import dev.bascule.execution.session.IsolatedRunner;
import dev.bascule.execution.source.RunnerSource;
import dev.bascule.fallback.attempt.FaultClassifier;
import dev.bascule.fallback.attempt.Outcome;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.backend.DeviceType;
import dev.bascule.fallback.cache.Sha256;
import dev.bascule.fallback.driver.SessionSettings;
import dev.bascule.fallback.evidence.Evidence;
import dev.bascule.fallback.evidence.EvidenceJudge;
import dev.bascule.fallback.evidence.EvidenceJudge.RunnerContext;
import dev.bascule.fallback.evidence.HostView;
import dev.bascule.fallback.evidence.ProofClass;
import dev.bascule.fallback.evidence.RawEvidence;
import dev.bascule.fallback.job.CaseReply;
import dev.bascule.fallback.job.ModelArtifact;
import dev.bascule.fallback.job.PackRequest;
import dev.bascule.fallback.pack.Pack;
import dev.bascule.fallback.pack.PackedCase;
import dev.bascule.fallback.runner.BackendStatus;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.fallback.tensor.Value;
import dev.bascule.fallback.webnn.OpSupport;
import dev.bascule.studies.conformance.ValueComparer;
import dev.bascule.studies.conformance.cases.ConformanceCase;
import dev.bascule.studies.conformance.cases.DataSet;
import dev.bascule.studies.conformance.webnn.WebNnCorpus;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** The WebNN cases of our own on a real implementation, through a page's workers. */
@Tag("browser")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class WebNnGraphsTest {
    @RegisterExtension
    static final WarmRunEnvironments WARM = new WarmRunEnvironments();

    private static final Duration SILENCE = Duration.ofSeconds(180);

    private static final Set<String> RECORDED_NAMES = Set.of("Chrome", "Chrome Headless Shell", "Chromium");
    private static final String RECORDED_MAJOR = "153";

    /** What Chrome 153's WebNN on LiteRT does not do; everything else is right. */
    private static final Map<String, Outcome> KNOWN = Map.of(
            "webnn:average_pool2d:averagePool2d_float32_dilations", Outcome.UNSUPPORTED,
            "webnn:clamp:clamp_int64_ends_beyond_a_double", Outcome.UNSUPPORTED,
            "webnn:lacking:a_tensor_without_elements", Outcome.UNSUPPORTED,
            "webnn:lacking:add_of_a_type_that_the_operator_lacks", Outcome.UNSUPPORTED,
            "webnn:lacking:an_operator_that_does_not_exist", Outcome.UNSUPPORTED,
            // 3.8e-44 comes out as 0: subnormal numbers are flushed.
            "webnn:softmax:softmax_float32_2D_of_subnormal_results", Outcome.WRONG);

    @TempDir
    static Path folder;

    private final List<ConformanceCase> cases = WebNnCorpus.cases();
    private RunnerSource browser;
    private Optional<List<CaseReply>> straight = Optional.empty();

    @BeforeAll
    void start() {
        browser = WARM.withBrowser().browsers().get(0);
    }

    @Test
    void each_case_is_right_but_for_what_is_known() throws IOException {
        Map<String, Outcome> outcomes = new TreeMap<>();
        Map<String, String> why = new TreeMap<>();
        for (CaseReply reply : straight()) {
            ConformanceCase testCase = cases.get(reply.index());
            Outcome outcome = outcome(testCase, reply);
            if (outcome != Outcome.SUCCEEDED) {
                outcomes.put(testCase.id().toString(), outcome);
                why.put(
                        testCase.id().toString(),
                        reply.fault()
                                .<Object>map(fault -> fault)
                                .orElse(reply.outputs())
                                .toString());
            }
        }
        // Other browsers and versions have other gaps; what must hold in all is tested beside this.
        assumeTrue(isRecorded(), "what is known was recorded with Chrome " + RECORDED_MAJOR + ", not " + outcomes);
        assertThat(outcomes).as("%s", why).isEqualTo(KNOWN);
    }

    private IsolatedRunner page() {
        assumeTrue(browser.report(Backends.WEBNN).status() != BackendStatus.MISSING, "this browser has no WebNN");
        return browser.lane(Backends.WEBNN);
    }

    private boolean isRecorded() {
        return browser.browser()
                .filter(one ->
                        RECORDED_NAMES.contains(one.name()) && one.version().startsWith(RECORDED_MAJOR + "."))
                .isPresent();
    }

    @Test
    void each_case_has_one_outcome_and_some_are_right() throws IOException {
        assertThat(outcomes(cases, straight())).hasSameSizeAs(cases).containsValue(Outcome.SUCCEEDED);
    }

    @Test
    void the_evidence_names_the_interface_and_no_other_provider() throws IOException {
        CaseReply reply = run(cases.subList(0, 1)).get(0);
        RawEvidence evidence = reply.evidence().orElseThrow();
        assertThat(evidence.granted()).contains("webnn");
        assertThat(evidence.environment())
                .containsEntry("engine", "webnn-api")
                .containsEntry("executionProviders", "WebNNExecutionProvider");
        Evidence judged = new EvidenceJudge(Backends.installed())
                .judge(Backends.WEBNN, evidence, RunnerContext.UNKNOWN, HostView.NOTHING.withBuiltGraph(true));
        assertThat(judged.proof()).isEqualTo(ProofClass.PROVEN);
        assertThat(judged.where().proven()).contains("webnn");
    }

    @Test
    void the_order_of_the_cases_changes_nothing() throws IOException {
        List<ConformanceCase> turned = new ArrayList<>(cases);
        Collections.reverse(turned);
        assertThat(outcomes(turned, run(turned))).isEqualTo(outcomes(cases, straight()));
    }

    private static Map<String, Outcome> outcomes(List<ConformanceCase> selected, List<CaseReply> replies) {
        Map<String, Outcome> outcomes = new TreeMap<>();
        replies.forEach(reply -> {
            ConformanceCase testCase = selected.get(reply.index());
            outcomes.put(testCase.id().toString(), outcome(testCase, reply));
        });
        return outcomes;
    }

    /** The negative control: one expected element off by a little more than allowed, in every case that is right. */
    @Test
    void a_corrupted_expected_value_is_noticed_in_every_case() throws IOException {
        List<CaseReply> replies = straight();
        List<String> missed = new ArrayList<>();
        int corrupted = 0;
        for (CaseReply reply : replies) {
            ConformanceCase testCase = cases.get(reply.index());
            if (outcome(testCase, reply) == Outcome.SUCCEEDED) {
                corrupted++;
                DataSet wrong = corrupted(testCase.sets().get(0));
                if (ValueComparer.compare(reply.outputs(), List.of(wrong), testCase.tolerance())
                        .ok()) {
                    missed.add(testCase.id().toString());
                }
            }
        }
        assertThat(missed).isEmpty();
        assertThat(corrupted).as("where nothing is right, nothing is shown").isPositive();
    }

    @Test
    void the_browser_claims_what_every_implementation_has_to_support() {
        OpSupport claimed = OpSupport.claimedBy(browser.report(Backends.WEBNN).adapter(), DeviceType.CPU)
                .orElseThrow();
        assertThat(claimed.operators().keySet())
                .containsAll(OpSupport.required().operators().keySet());
        assertThat(claimed.graph()).containsKeys("input", "constant", "output");
    }

    private static Outcome outcome(ConformanceCase testCase, CaseReply reply) {
        if (reply.fault().isPresent()) {
            return FaultClassifier.classify(reply.fault().get()).outcome();
        }
        return ValueComparer.compare(reply.outputs(), testCase.sets(), testCase.tolerance())
                        .ok()
                ? Outcome.SUCCEEDED
                : Outcome.WRONG;
    }

    /** The highest-but-one bit of the last element's last byte: a sixteenth of an integer's range, a float's exponent. */
    private static DataSet corrupted(DataSet set) {
        Map<String, Value> expected = new LinkedHashMap<>(set.expected());
        Map.Entry<String, Value> first = set.expected().entrySet().iterator().next();
        Tensor right = ((Value.One) first.getValue()).tensor();
        byte[] bytes = right.bytes();
        bytes[bytes.length - 1] ^= 0x08;
        expected.put(first.getKey(), Value.of(Tensor.of(right.dtype(), right.shape(), bytes)));
        return new DataSet(set.inputs(), expected);
    }

    /** All of them in their order, run once for whoever looks at it. */
    private List<CaseReply> straight() throws IOException {
        List<CaseReply> replies = straight.isPresent() ? straight.get() : run(cases);
        straight = Optional.of(replies);
        return replies;
    }

    private List<CaseReply> run(List<ConformanceCase> selected) throws IOException {
        Path file = folder.resolve(UUID.randomUUID() + ".pack");
        List<PackedCase> packed = selected.stream().map(ConformanceCase::packed).toList();
        try (OutputStream out = Files.newOutputStream(file)) {
            Pack.write(packed, out);
        }
        PackRequest request = new PackRequest(
                UUID.randomUUID().toString(),
                Backends.WEBNN,
                new ModelArtifact(Sha256.of(file), Files.size(file), file),
                IntStream.range(0, selected.size()).boxed().toList(),
                false,
                2,
                Duration.ofSeconds(120),
                SessionSettings.defaults());
        List<CaseReply> replies = new ArrayList<>();
        assertThat(page().ask(live -> live.pack(request, replies::add, SILENCE)).result())
                .isPresent();
        assertThat(replies).hasSize(selected.size());
        return replies;
    }
}
