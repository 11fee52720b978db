package dev.bascule.studies.replicas;

import dev.bascule.studies.distributed.Invariant;
import dev.bascule.studies.distributed.Invariant.Finding;

/** Judges what replicas gave back of what they were fed. Stateless. */
final class ShardsJudge {
    private ShardsJudge() {}

    static Finding of(Shards shards, Watch watch) {
        String came = "%d of %d answers, %d samples, %d of %d rounds whole"
                .formatted(
                        watch.fedAnswers(),
                        watch.fedAsked(),
                        watch.fedSamples(),
                        watch.wholeRounds(),
                        watch.fedRounds());
        return watch.otherSamples().isEmpty() && watch.wholeRounds() == 0
                ? Invariant.SHARDS.notJudged("no batch came back whole: " + came)
                : ReplicaJudge.finding(
                        Invariant.SHARDS,
                        watch.otherSamples(),
                        false,
                        "%s of %d samples, as replicas gave them back: %s"
                                .formatted(shards.words(), shards.batch(), came));
    }
}
