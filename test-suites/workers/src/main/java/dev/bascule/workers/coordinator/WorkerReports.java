package dev.bascule.workers.coordinator;

import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.Failure;
import dev.bascule.scheduling.worker.WorkerId;
import dev.bascule.workers.join.Role;
import dev.bascule.workers.wire.Envelope;
import dev.bascule.workers.wire.FromWorker;
import dev.bascule.workers.wire.ToWorker;
import dev.bascule.workers.wire.Wire;
import java.io.IOException;
import java.io.InputStream;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.activemq.artemis.api.core.client.ClientMessage;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What workers say, to the desk. One thread's. */
final class WorkerReports implements Intake.Handler {
    private static final Logger LOG = LoggerFactory.getLogger(WorkerReports.class);

    private static final int WANTED_AT_ONCE = 16;

    private final Desk desk;
    private final Post post;
    private final FileStore blobs;
    private final FileStore results;
    private final Fetched fetched;
    private final Dialogues dialogues;
    private final PoolLimits limits;
    private final ExecutorService files;
    /** How many files each worker waits for. */
    private final Map<WorkerId, AtomicInteger> wanted = new HashMap<>();

    /** @param files sends files to workers, so that nobody waits for them */
    WorkerReports(
            Desk desk,
            Post post,
            FileStore blobs,
            FileStore results,
            Fetched fetched,
            Dialogues dialogues,
            PoolLimits limits,
            ExecutorService files) {
        this.desk = desk;
        this.post = post;
        this.blobs = blobs;
        this.results = results;
        this.fetched = fetched;
        this.dialogues = dialogues;
        this.limits = limits;
        this.files = files;
    }

    @Override
    public void handle(ClientMessage message) {
        if (!desk.isMember(Envelope.sender(message), Role.WORKER)) {
            return; // Its token was taken back, or it is none of ours.
        }
        WorkerId id = new WorkerId(Envelope.sender(message));
        if (otherVersion(message, id)) {
            return;
        }
        FromWorker said = Envelope.read(message, FromWorker.class);
        if (said instanceof FromWorker.Hello hello) {
            desk.hello(id, hello);
        } else if (said instanceof FromWorker.Beat beat) {
            desk.beat(id, beat);
        } else if (said instanceof FromWorker.Senses senses) {
            desk.senses(id, senses);
        } else if (said instanceof FromWorker.Warm warm) {
            desk.warm(id, warm);
        } else if (said instanceof FromWorker.Began began) {
            desk.began(id, began);
        } else if (said instanceof FromWorker.Ended ended) {
            ended(message, id, ended);
        } else if (said instanceof FromWorker.Want want) {
            AtomicInteger waiting = wanted.computeIfAbsent(id, one -> new AtomicInteger());
            if (waiting.incrementAndGet() > WANTED_AT_ONCE) {
                waiting.decrementAndGet(); // A worker of ours wants one file after the other.
                return;
            }
            files.execute(() -> {
                try {
                    give(id, want);
                } finally {
                    waiting.decrementAndGet();
                }
            });
        } else if (said instanceof FromWorker.Said answer) {
            dialogues.said(id, answer, message);
        } else if (said instanceof FromWorker.Leave leave) {
            desk.leave(id, leave);
        }
    }

    /** One of another version may say things that this one cannot read: it is told so all the same. */
    private boolean otherVersion(ClientMessage message, WorkerId id) {
        String version = Envelope.text(message, Wire.VERSION);
        if (version.isEmpty() || version.equals(String.valueOf(Wire.PROTOCOL))) {
            return false;
        }
        post.tell(
                id,
                new ToWorker.Refused(
                        Envelope.text(message, Wire.FROM),
                        versions("worker", version, Envelope.text(message, Wire.PRODUCT))));
        return true;
    }

    static Failure versions(String who, String version, String product) {
        return Failure.of(
                ErrorCode.COORDINATOR_REFUSED,
                "the %s speaks version %s of the protocol%s, the coordinator version %d"
                        .formatted(who, version, product.isEmpty() ? "" : " (Bascule " + product + ")", Wire.PROTOCOL),
                "install the same Bascule on both machines");
    }

    private void ended(ClientMessage message, WorkerId id, FromWorker.Ended ended) {
        if (ended.failure().isPresent()) {
            desk.ended(id, ended, Optional.empty());
            return;
        }
        boolean roomy = results.makeRoom(limits.resultBytes(), () -> desk.with(book -> Needed.results(book, fetched)));
        String sha256;
        try {
            sha256 = results.arrive(message, roomy ? limits.resultBytes() : results.left());
        } catch (BasculeException e) {
            if (e.code() != ErrorCode.PROTOCOL_VIOLATION) {
                throw e;
            }
            desk.ended(id, failed(ended, notTaken(id, e, roomy)), Optional.empty());
            return;
        }
        try {
            desk.ended(id, ended, Optional.of(sha256));
        } finally {
            results.settled(sha256);
        }
    }

    private static Failure notTaken(WorkerId id, BasculeException why, boolean roomy) {
        return roomy
                ? Failure.of(
                        ErrorCode.PROTOCOL_VIOLATION,
                        "the result of %s was not taken: %s".formatted(id, why.getMessage()))
                : Failure.of(
                        ErrorCode.COORDINATOR_FAILED,
                        "the coordinator has no room for the result of %s: it is full of those that nobody has fetched yet (%s)"
                                .formatted(id, why.getMessage()),
                        "fetch the results of runs that are done: bascule queue shows them",
                        "then submit the job again");
    }

    private static FromWorker.Ended failed(FromWorker.Ended ended, Failure why) {
        return new FromWorker.Ended(
                ended.incarnation(),
                ended.job(),
                ended.attempt(),
                ended.tookNanos(),
                Optional.of(why),
                Optional.empty());
    }

    private void give(WorkerId id, FromWorker.Want want) {
        try {
            if (!desk.mayRead(id, want) || !blobs.has(want.sha256())) {
                post.noFile(
                        id,
                        new ToWorker.File(
                                want.incarnation(),
                                want.sha256(),
                                Optional.of(Failure.of(
                                        ErrorCode.COORDINATOR_REFUSED,
                                        "the coordinator does not give the file %s for %s"
                                                .formatted(want.sha256(), want.job())))));
                return;
            }
            try (InputStream file = blobs.open(want.sha256())) {
                post.file(id, new ToWorker.File(want.incarnation(), want.sha256(), Optional.empty()), file);
            }
        } catch (IOException | RuntimeException e) {
            LOG.warn("{} gets no file {}: {}", id, want.sha256(), e.toString());
        }
    }
}
