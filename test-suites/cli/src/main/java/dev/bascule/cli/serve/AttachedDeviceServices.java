package dev.bascule.cli.serve;

import dev.bascule.app.local.ServeService;
import dev.bascule.app.orders.JobPool;
import dev.bascule.app.orders.ReplicaPool;
import dev.bascule.app.orders.ReplicaWork;
import dev.bascule.cli.command.Services;
import dev.bascule.execution.machine.MachineLock;
import dev.bascule.execution.service.BrowserCatalog;
import dev.bascule.execution.service.DoctorService;
import dev.bascule.execution.service.RelayedListener;
import dev.bascule.execution.service.RunListener;
import dev.bascule.execution.service.RunService;
import dev.bascule.fallback.run.RunRecord;
import dev.bascule.reports.export.PagePrinter;
import dev.bascule.reports.history.History;
import dev.bascule.studies.bisect.BesideRuns;
import dev.bascule.studies.bisect.BisectService;
import dev.bascule.studies.bisect.VersionShelf;
import dev.bascule.studies.collect.WorkService;
import dev.bascule.studies.conformance.CaseSource;
import dev.bascule.studies.conformance.ConformanceService;
import dev.bascule.studies.conformance.OutputJudge;
import dev.bascule.studies.conformance.RunJudge;
import dev.bascule.studies.decode.DecodeService;
import dev.bascule.studies.distributed.DistributedService;
import dev.bascule.studies.pool.PoolService;
import dev.bascule.studies.profile.ProfileService;
import dev.bascule.studies.quantization.QuantizationService;
import dev.bascule.studies.reduce.ReduceService;
import dev.bascule.studies.replicas.ReplicasService;
import dev.bascule.studies.select.SelectService;
import dev.bascule.studies.training.TrainingService;
import dev.bascule.studies.truth.TruthService;
import dev.bascule.workers.join.JoinAddress;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/**
 * The services as a run on an attached device has them.
 *
 * @param rest the others
 * @param guest whose browser runs the cases, and whose page shows how it gets on
 * @param records hears of the run
 */
record AttachedDeviceServices(Services rest, ServeService.ConnectedDevice guest, Consumer<RunRecord> records)
        implements Services {

    @Override
    public RunService runs() {
        return (request, turn, listener) -> {
            RunRecord record = guest.runs().run(request, turn, new Told(listener, guest));
            records.accept(record);
            return record;
        };
    }

    @Override
    public MachineLock machine() {
        return guest.machine();
    }

    @Override
    public CaseSource cases() {
        return rest.cases();
    }

    @Override
    public ConformanceService conformance() {
        return rest.conformance();
    }

    @Override
    public OutputJudge judge() {
        return rest.judge();
    }

    @Override
    public RunJudge runJudge() {
        return rest.runJudge();
    }

    @Override
    public ReduceService reduce() {
        return rest.reduce();
    }

    @Override
    public TruthService truth() {
        return rest.truth();
    }

    @Override
    public DecodeService decode() {
        return rest.decode();
    }

    @Override
    public DistributedService distributed() {
        return rest.distributed();
    }

    @Override
    public TrainingService training() {
        return rest.training();
    }

    @Override
    public ReplicasService replicas() {
        return rest.replicas();
    }

    @Override
    public ReplicasService replicas(ReplicaPool pool) {
        return rest.replicas(pool);
    }

    @Override
    public ReplicaWork replicaWork() {
        return rest.replicaWork();
    }

    @Override
    public QuantizationService quantization() {
        return rest.quantization();
    }

    @Override
    public BisectService bisect() {
        return rest.bisect();
    }

    @Override
    public BisectService bisect(BisectPool pool) {
        return rest.bisect(pool);
    }

    @Override
    public BesideRuns beside() {
        return rest.beside();
    }

    @Override
    public PoolService pools() {
        return rest.pools();
    }

    @Override
    public WorkService works() {
        return rest.works();
    }

    @Override
    public SelectService select() {
        return rest.select();
    }

    @Override
    public VersionShelf versions(boolean fetching) {
        return rest.versions(fetching);
    }

    @Override
    public ProfileService profile() {
        return rest.profile();
    }

    @Override
    public DoctorService doctor() {
        return rest.doctor();
    }

    @Override
    public ServeService serve() {
        return rest.serve();
    }

    @Override
    public BrowserCatalog browsers() {
        return rest.browsers();
    }

    @Override
    public JobPool pool(JoinAddress address, Consumer<String> talk) {
        return rest.pool(address, talk);
    }

    @Override
    public PagePrinter printer() {
        return rest.printer();
    }

    @Override
    public CompletableFuture<History> history(Path file, Consumer<String> talk) {
        return rest.history(file, talk);
    }

    /** Tells the device's person as well. */
    private static final class Told extends RelayedListener {
        private final ServeService.ConnectedDevice guest;
        private int planned;
        private int begun;

        private Told(RunListener shown, ServeService.ConnectedDevice guest) {
            super(shown);
            this.guest = guest;
        }

        @Override
        public void planned(int cells) {
            planned = cells;
            super.planned(cells);
        }

        @Override
        public void started(Cell cell) {
            begun++;
            guest.say("running %d of %d: %s".formatted(Math.min(begun, planned), planned, cell));
            super.started(cell);
        }

        @Override
        public void phase(String activity) {
            guest.say(activity);
            super.phase(activity);
        }
    }
}
