package dev.bascule.cli.decode;

import dev.bascule.fallback.error.Failure;
import dev.bascule.studies.decode.PeerDecoding;
import dev.bascule.studies.decode.PeerEngine.PeerAnswer;
import dev.bascule.studies.decode.PeerEngine.PeerPrefill;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A peer in the document of {@code decode --json}. Stateless. */
final class PeerDocument {
    private PeerDocument() {}

    static Map<String, Object> of(PeerDecoding peer) {
        PeerAnswer answer = peer.answer();
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("peer", peer.name());
        map.put("version", answer.version());
        map.put("build", answer.build());
        map.put("threads", answer.threads().stream().boxed().findFirst());
        map.put("settings", answer.settings());
        map.put("failure", answer.failure().map(Failure::message));
        map.put("tokens", answer.own());
        boolean wrote = !answer.own().isEmpty();
        map.put("sameTokens", Optional.of(peer.wroteTheSame()).filter(same -> wrote));
        map.put("firstOtherToken", peer.firstOther().filter(at -> wrote));
        map.put("judgement", peer.judgement().map(judgement -> {
            Map<String, Object> judged = DecodeDocument.judgement(judgement);
            // It has no verdict.
            judged.remove("right");
            judged.remove("reason");
            return judged;
        }));
        map.put("timesWithheld", peer.withheld());
        map.put("mostDivergence", PeerDecoding.MOST_DIVERGENCE);
        map.put(
                "prompts",
                answer.prefills().stream()
                        .map(prefill -> prefill(prefill, peer.withheld().isEmpty()))
                        .toList());
        map.put("decode", peer.times().map(DecodeDocument::times));
        return map;
    }

    private static Map<String, Object> prefill(PeerPrefill prefill, boolean shown) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("tokens", prefill.tokens());
        map.put("timeToFirstTokenMs", time(prefill.toFirstToken(), shown));
        map.put("createMs", time(prefill.createMillis(), shown));
        map.put("firstMs", time(prefill.firstMillis(), shown));
        map.put("warmMs", shown ? prefill.warmMillis() : List.of());
        return map;
    }

    private static Optional<Double> time(double millis, boolean shown) {
        return shown ? Optional.of(millis) : Optional.empty();
    }
}
