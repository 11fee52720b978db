package dev.bascule.workers.coordinator;

import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.Failure;
import dev.bascule.scheduling.job.JobId;
import dev.bascule.workers.job.Blob;
import dev.bascule.workers.job.JobRequest;
import dev.bascule.workers.join.Role;
import dev.bascule.workers.ledger.AttemptStatus;
import dev.bascule.workers.ledger.JobStatus;
import dev.bascule.workers.ledger.Prospect;
import dev.bascule.workers.ledger.RunList;
import dev.bascule.workers.ledger.RunPart;
import dev.bascule.workers.wire.Envelope;
import dev.bascule.workers.wire.FromSubmitter;
import dev.bascule.workers.wire.ToSubmitter;
import dev.bascule.workers.wire.Wire;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.time.Clock;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.activemq.artemis.api.core.client.ClientMessage;

/** What submitters ask, and the answers. A submitter sees its own jobs alone. One thread's. */
final class SubmitterAsks implements Intake.Handler {
    /** Of one answer. */
    private static final int JOBS_AT_ONCE = 500;

    /** Of the room for results, this part is for those of jobs that were taken already. */
    private static final int SPARE = 4;

    /** Of a job's time, and of the time within which it is wanted: what is longer is beyond counting with instants. */
    private static final Duration LONGEST = Duration.ofDays(366);

    private final Desk desk;
    private final Post post;
    private final FileStore blobs;
    private final FileStore results;
    private final Fetched fetched;
    private final Dialogues dialogues;
    private final PoolLimits limits;
    private final Clock clock;

    SubmitterAsks(
            Desk desk,
            Post post,
            FileStore blobs,
            FileStore results,
            Fetched fetched,
            Dialogues dialogues,
            PoolLimits limits,
            Clock clock) {
        this.desk = desk;
        this.post = post;
        this.blobs = blobs;
        this.results = results;
        this.fetched = fetched;
        this.dialogues = dialogues;
        this.limits = limits;
        this.clock = clock;
    }

    @Override
    public void handle(ClientMessage message) {
        Question from = Question.of(message);
        if (!desk.isMember(from.submitter(), Role.SUBMITTER)) {
            return; // Its token was taken back after it asked.
        }
        try {
            String version = Envelope.text(message, Wire.VERSION);
            if (!version.isEmpty() && !version.equals(String.valueOf(Wire.PROTOCOL))) {
                post.answer(
                        from,
                        new ToSubmitter.Refused(
                                WorkerReports.versions("submitter", version, Envelope.text(message, Wire.PRODUCT))));
                return;
            }
            answer(from, Envelope.read(message, FromSubmitter.class), message);
        } catch (BasculeException e) {
            post.answer(from, new ToSubmitter.Refused(e.failure()));
        }
    }

    private void answer(Question from, FromSubmitter asked, ClientMessage message) {
        if (asked instanceof FromSubmitter.Greet) {
            post.answer(from, new ToSubmitter.Fine());
        } else if (asked instanceof FromSubmitter.Offer offer) {
            post.answer(
                    from,
                    new ToSubmitter.Lacking(offer.blobs().stream()
                            .map(Blob::sha256)
                            .distinct()
                            .filter(sha256 -> !blobs.touch(sha256))
                            .toList()));
        } else if (asked instanceof FromSubmitter.Upload upload) {
            keep(upload.blob(), message);
            post.answer(from, new ToSubmitter.Fine());
        } else if (asked instanceof FromSubmitter.Submit submit) {
            submit(from.submitter(), submit.jobs());
            post.answer(from, new ToSubmitter.Fine());
        } else if (asked instanceof FromSubmitter.Jobs jobs) {
            post.answer(from, changed(from.submitter(), jobs));
        } else if (asked instanceof FromSubmitter.Result result) {
            result(from, result.job(), result.attempt());
        } else if (asked instanceof FromSubmitter.Explain explain) {
            Optional<Prospect> prospect = ofOwner(from.submitter(), explain.job())
                    .flatMap(entry -> desk.prospect(entry.request().id()));
            post.answer(from, new ToSubmitter.Explained(prospect));
        } else if (asked instanceof FromSubmitter.Runs) {
            RunList own =
                    desk.with(book -> book.counts().list(run -> run.owner().equals(from.submitter())));
            post.answer(from, new ToSubmitter.Runs(own));
        } else if (asked instanceof FromSubmitter.Part part) {
            RunPart some =
                    RunViews.part(desk, own(from.submitter(), part.run()), part.states(), part.from(), part.count());
            post.answer(from, new ToSubmitter.Some(some));
        } else if (asked instanceof FromSubmitter.Job job) {
            Optional<JobStatus> one =
                    ofOwner(from.submitter(), job.job()).map(entry -> entry.status(desk.waits(entry)));
            post.answer(from, new ToSubmitter.One(one));
        } else if (asked instanceof FromSubmitter.Cancel cancel) {
            own(from.submitter(), cancel.run());
            desk.cancel(cancel.run());
            post.answer(from, new ToSubmitter.Fine());
        } else if (asked instanceof FromSubmitter.Workers) {
            post.answer(from, new ToSubmitter.Pool(desk.workers()));
        } else if (asked instanceof FromSubmitter.Tell tell) {
            dialogues.tell(from, tell, message);
        } else if (asked instanceof FromSubmitter.Keep keep) {
            dialogues.keep(from.submitter(), keep);
            post.answer(from, new ToSubmitter.Fine());
        }
    }

    private Optional<JobEntry> ofOwner(String owner, JobId job) {
        return desk.with(book -> book.job(job)).filter(entry -> entry.owner().equals(owner));
    }

    private void keep(Blob blob, ClientMessage message) {
        if (blob.bytes() > limits.blobBytes()) {
            throw refused("a file of %d bytes is more than this coordinator takes, %d"
                    .formatted(blob.bytes(), limits.blobBytes()));
        }
        if (!blobs.makeRoom(blob.bytes(), () -> desk.with(Needed::blobs))) {
            throw refused("the coordinator has no room for another file");
        }
        blobs.keep(message, Optional.of(blob.sha256()), blob.bytes());
    }

    private static BasculeException refused(String why) {
        return new BasculeException(ErrorCode.COORDINATOR_REFUSED, why);
    }

    private List<JobEntry> own(String owner, String run) {
        List<JobEntry> entries = desk.with(book -> book.run(run));
        if (entries.stream().anyMatch(entry -> !entry.owner().equals(owner))) {
            throw refused("the run %s is of somebody else".formatted(run));
        }
        return entries;
    }

    private void submit(String owner, List<JobRequest> jobs) {
        Map<JobId, JobRequest> together = new HashMap<>();
        Set<JobRequest> fresh = new LinkedHashSet<>();
        for (JobRequest job : jobs) {
            together.put(job.id(), job);
            own(owner, job.run());
            Optional<JobEntry> known = desk.with(book -> book.job(job.id()));
            if (known.isEmpty()) {
                fresh.add(job);
            } else if (!known.orElseThrow().isOf(job)) {
                throw refused("there is another job %s already".formatted(job.id()));
            }
        }
        if (together.size() != jobs.size()) {
            throw refused("two jobs have one id");
        }
        fresh.forEach(job -> check(owner, job, together.keySet()));
        Rings.refuse(fresh);
        List<JobEntry> entries = fresh.stream()
                .map(job -> JobEntry.of(job, owner, clock.instant()))
                .toList();
        desk.room(entries, owner);
        roomForResults(entries);
        desk.submit(entries);
    }

    /** A result that nobody fetched yet is not given up for one that nobody has asked for yet. */
    private void roomForResults(List<JobEntry> entries) {
        long room = Math.max(limits.resultBytes(), limits.folderBytes() / 2 / SPARE);
        if (!entries.isEmpty() && !results.makeRoom(room, () -> desk.with(book -> Needed.results(book, fetched)))) {
            throw new BasculeException(
                    ErrorCode.COORDINATOR_REFUSED,
                    "the coordinator has no room for more results: it is full of those that nobody has fetched yet",
                    "fetch the results of runs that are done: bascule queue shows them",
                    "or have the coordinator started with a shorter --keep, after which it forgets them");
        }
    }

    private void check(String owner, JobRequest job, Set<JobId> together) {
        if (!job.id().equals(JobRequest.idOf(job.run(), job.number())) || job.number() < 1) {
            throw refused("the id %s is not of its run and number".formatted(job.id()));
        }
        if (job.payload().length() > limits.payloadBytes()) {
            throw refused("%s is longer than %d characters".formatted(job.id(), limits.payloadBytes()));
        }
        if (job.limit().isNegative() || job.limit().isZero()) {
            throw refused("%s has no time".formatted(job.id()));
        }
        if (job.limit().compareTo(LONGEST) > 0
                || job.within()
                        .filter(time -> time.isNegative() || time.compareTo(LONGEST) > 0)
                        .isPresent()) {
            throw refused(
                    "%s has a time that is negative or longer than %d days".formatted(job.id(), LONGEST.toDays()));
        }
        for (Blob blob : job.blobs()) {
            if (!blobs.has(blob.sha256())) {
                throw refused("%s needs the file %s, which was not sent".formatted(job.id(), blob.sha256()));
            }
        }
        for (JobId before : job.after()) {
            boolean known = together.contains(before)
                    || desk.with(book -> book.job(before))
                            .filter(entry -> entry.owner().equals(owner))
                            .isPresent();
            if (!known || before.equals(job.id())) {
                throw refused("%s waits for %s, which there is not".formatted(job.id(), before));
            }
        }
    }

    private ToSubmitter.Changed changed(String owner, FromSubmitter.Jobs asked) {
        List<JobEntry> all = own(owner, asked.run());
        record Moved(JobEntry entry, long at) {}
        List<Moved> moved = desk.with(book -> all.stream()
                .flatMap(entry -> book.job(entry.request().id()).stream())
                .map(entry -> new Moved(entry, book.changed(entry.request().id())))
                .filter(one -> one.at() > asked.since())
                .sorted(Comparator.comparing(Moved::at))
                .toList());
        List<Moved> told = moved.subList(0, Math.min(moved.size(), JOBS_AT_ONCE));
        long moment = told.isEmpty() ? asked.since() : told.get(told.size() - 1).at();
        List<JobStatus> jobs = told.stream()
                .map(one -> one.entry().status(desk.waits(one.entry())))
                .toList();
        return new ToSubmitter.Changed(jobs, moment, told.size() < moved.size(), all.size());
    }

    private void result(Question from, JobId job, int attempt) {
        Optional<String> sha256 = desk.with(book -> book.job(job))
                .filter(entry -> entry.owner().equals(from.submitter()))
                .flatMap(entry -> entry.attempt(attempt))
                .flatMap(AttemptStatus::result)
                .filter(results::has);
        if (sha256.isEmpty()) {
            post.answer(
                    from,
                    new ToSubmitter.Refused(
                            Failure.of(ErrorCode.COORDINATOR_REFUSED, "there is no result of %s".formatted(job))));
            return;
        }
        try (InputStream file = results.open(sha256.orElseThrow())) {
            post.answer(from, new ToSubmitter.Document(), file);
            fetched.add(job, attempt);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
