package dev.bascule.app.orders;

import dev.bascule.execution.attempt.SessionPlacement;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.job.Advance;
import dev.bascule.fallback.job.Reply;
import dev.bascule.studies.replicas.ReplicaPlace;
import dev.bascule.studies.replicas.Worker;
import dev.bascule.studies.session.Ended;
import dev.bascule.workers.job.JobEnd;
import dev.bascule.workers.job.JobFrames;
import java.time.Duration;
import java.util.Optional;

/** What a replica does on a worker's machine: it computes what its submitter asks, frame by frame, until it is to end. For one thread. */
final class ReplicaDuty {
    private final ReplicaPlace place;
    private final Worker worker;
    private final JobFrames frames;
    private final Duration silence;
    private boolean open;
    private long steps;

    /** @param silence after which it ends where nobody asks it anything */
    ReplicaDuty(ReplicaPlace place, Worker worker, JobFrames frames, Duration silence) {
        this.place = place;
        this.worker = worker;
        this.frames = frames;
        this.silence = silence;
    }

    JobEnd run() throws InterruptedException {
        try {
            while (true) {
                JobFrames.Frame asked = frames.hear(silence).orElseThrow(this::silent);
                Optional<JobEnd> end = answer(asked.number(), ReplicaAsk.read(asked.bytes()));
                if (end.isPresent()) {
                    return end.orElseThrow();
                }
            }
        } catch (InterruptedException e) {
            worker.kill();
            throw e;
        }
    }

    /** Steps that it computed so far. */
    long steps() {
        return steps;
    }

    private BasculeException silent() {
        return new BasculeException(
                ErrorCode.ATTEMPT_TIMED_OUT,
                "nothing was heard of whoever trains for %d s".formatted(silence.toSeconds()));
    }

    private Optional<JobEnd> answer(long number, ReplicaAsk.Asked asked) throws InterruptedException {
        if (asked.what().equals(ReplicaAsk.OPEN) == open) {
            throw Words.refused("a question at another time than there is one for it");
        }
        return switch (asked.what()) {
            case ReplicaAsk.OPEN -> {
                Optional<Ended> fault = worker.open(asked.tensors());
                stopIfAsked();
                if (fault.isPresent()) {
                    yield Optional.of(failed(number, fault.orElseThrow()));
                }
                open = true;
                yield said(number, ReplicaAnswer.opened(place.target()));
            }
            case ReplicaAsk.ADVANCE -> {
                Reply<Advance> reply = worker.compute(asked.tensors(), asked.read());
                stopIfAsked();
                steps += reply.result().isPresent() ? 1 : 0;
                yield reply.fold(
                        advance -> said(number, ReplicaAnswer.advanced(advance)),
                        fault -> Optional.of(failed(number, Ended.of(fault))));
            }
            default -> {
                byte[] answer = ReplicaAnswer.ended(worker.end().map(SessionPlacement::evidence));
                said(number, answer);
                yield Optional.of(new JobEnd.Done(answer));
            }
        };
    }

    /** What an interrupt breaks off fails in all kinds of ways, and is nobody's fault. */
    private static void stopIfAsked() throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException("the replica was stopped");
        }
    }

    private Optional<JobEnd> said(long number, byte[] answer) {
        frames.say(new JobFrames.Frame(number, answer));
        return Optional.empty();
    }

    private JobEnd failed(long number, Ended why) {
        said(number, ReplicaAnswer.failed(why));
        return new JobEnd.Failed(why.failure());
    }
}
