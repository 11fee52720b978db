package dev.bascule.studies.decode;

import dev.bascule.execution.attempt.SessionPlacement;
import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.driver.CarryLocation;
import dev.bascule.fallback.job.Phases;
import dev.bascule.fallback.measure.Trend;
import dev.bascule.fallback.target.Target;
import dev.bascule.studies.session.Ended;
import java.util.List;
import java.util.Optional;

/**
 * What one target made of the text with its caches asked for in one place. Immutable.
 *
 * @param target where it ran
 * @param graph how the model's graph is written
 * @param kv where the caches were asked to be
 * @param encoding what its encoder made; empty where the model looks at none
 * @param prefills one for each prompt
 * @param phases of the session of single tokens
 * @param cache where the caches were; empty where nothing shows it
 * @param measured times by depth, whatever they are worth; {@link #times} are those that may be shown
 * @param memory how many bytes its processes grow with each token; empty where they are out of reach, or fewer than a thousand
 *     tokens were timed
 * @param judgement of the logits of single tokens
 * @param placement where they were computed
 * @param fault what ended it
 * @param notes what speaks against its times
 */
public record TargetDecoding(
        Target target,
        String graph,
        CarryLocation kv,
        Optional<Encoding> encoding,
        List<Prefill> prefills,
        Phases phases,
        Optional<CacheSeen> cache,
        Optional<DepthTimes> measured,
        Optional<Trend> memory,
        Optional<Judgement> judgement,
        Optional<SessionPlacement> placement,
        Optional<Ended> fault,
        List<String> notes) {

    public TargetDecoding {
        prefills = List.copyOf(prefills);
        notes = List.copyOf(notes);
    }

    /** What decoding comes to, encoder, prompts and single tokens alike; the worst counts. */
    public Verdict verdict() {
        Verdict decoded = verdict(fault, judgement, placement);
        Verdict own = encoding.map(Encoding::verdict)
                .filter(encoded -> encoded.compareTo(decoded) > 0)
                .orElse(decoded);
        return prefills.stream().map(Prefill::verdict).reduce(own, (a, b) -> a.compareTo(b) >= 0 ? a : b);
    }

    /** Only of what is right has speed a meaning. */
    public Optional<DepthTimes> times() {
        boolean heard = encoding.map(all -> all.verdict().isRight()).orElse(true);
        return heard && verdict(fault, judgement, placement).isRight() ? measured : Optional.empty();
    }

    static Verdict verdict(Optional<Ended> fault, Optional<Judgement> judgement, Optional<SessionPlacement> placement) {
        if (fault.isPresent()) {
            return fault.get().verdict();
        }
        if (judgement.filter(Judgement::isRight).isEmpty()) {
            return Verdict.WRONG;
        }
        return placement.map(SessionPlacement::verdict).orElse(Verdict.FAILED);
    }
}
