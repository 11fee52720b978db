package dev.bascule.fallback.error;

import static dev.bascule.fallback.error.Category.*;
import static dev.bascule.fallback.error.ExitCode.*;
import static dev.bascule.fallback.error.Severity.*;

import java.util.List;

/**
 * Everything that can go wrong, each with its severity, category, exit code and remedies. Reports, JUnit types, the
 * dashboard and the command line all draw from this enum. Immutable.
 */
public enum ErrorCode {
    USAGE_ERROR(ERROR, COMPONENT, USAGE, "bascule --help"),
    UNKNOWN_BACKEND(ERROR, COMPONENT, USAGE, "bascule list backends"),
    UNKNOWN_BROWSER(ERROR, DETECTION, USAGE, "bascule list browsers"),

    MODEL_NOT_FOUND(ERROR, COMPONENT, INVALID_INPUT, "check the path, or `bascule models` for the built-in ones"),
    NOT_ONNX(
            ERROR,
            COMPATIBILITY,
            INVALID_INPUT,
            "pass an ONNX file (protobuf ModelProto); export the model to ONNX first"),
    NOT_TORCHSCRIPT(
            ERROR,
            COMPATIBILITY,
            INVALID_INPUT,
            "save the model with torch.jit.script(model.eval()).save('model.pt'), or export it to ONNX"),
    GGUF_INVALID(
            ERROR,
            COMPATIBILITY,
            INVALID_INPUT,
            "take a little-endian GGUF file of version 2 or 3, as llama.cpp writes it; download it again if it was cut"),
    MODEL_UNTRAINABLE(
            ERROR,
            COMPATIBILITY,
            INVALID_INPUT,
            "train a model of operators whose gradient is known: docs/reference/gradients.md lists them"),
    DATA_INVALID(ERROR, COMPONENT, INVALID_INPUT, "docs/how-to/train.md says how labelled data is laid out"),
    CHECKPOINT_INVALID(
            ERROR, COMPONENT, INVALID_INPUT, "name a checkpoint of the same model, optimizer and data, or begin anew"),
    MODEL_TRUNCATED(
            ERROR, COMPATIBILITY, INVALID_INPUT, "download or export the file again; compare its size and SHA-256"),
    OPSET_UNSUPPORTED(
            ERROR,
            COMPATIBILITY,
            INVALID_INPUT,
            "export with an opset that ONNX Runtime supports, or convert it with onnx.version_converter"),
    EXTERNAL_DATA_MISSING(ERROR, COMPONENT, INVALID_INPUT, "put the external data file beside the model"),
    INPUT_MISMATCH(
            ERROR,
            COMPATIBILITY,
            INVALID_INPUT,
            "match the model's input names, dtypes and shapes; set dynamic dimensions with --dim name=value"),
    RECORD_INVALID(
            ERROR,
            COMPONENT,
            INVALID_INPUT,
            "take the record as the run wrote it; where it is so, make the run again: a record is what its samples say"),
    SUITE_INVALID(ERROR, COMPONENT, INVALID_INPUT, "mend the file at the place named"),
    CONFIG_INVALID(
            ERROR,
            COMPONENT,
            INVALID_INPUT,
            "mend the configuration at the place named; once it can be read, bascule config show --origin tells which file says what"),
    CONFIG_UNTRUSTED(
            ERROR,
            COMPONENT,
            INVALID_INPUT,
            "look at the file named, then in its folder: bascule trust",
            "or give the settings as options or BASCULE_* variables"),
    PART_UNAVAILABLE(ERROR, COMPONENT, ENVIRONMENT, "bascule install lists what there is for this machine"),
    DOWNLOAD_FAILED(
            ERROR,
            COMPONENT,
            INFRASTRUCTURE,
            "check the network and the package manager's settings, then run the same line again"),
    HASH_MISMATCH(ERROR, COMPONENT, INVALID_INPUT, "delete the cached file and fetch it again"),

    NOTHING_SELECTED_TO_RUN(
            ERROR,
            COMPONENT,
            NOTHING_SELECTED,
            "widen --filter, --browsers or --backends; `bascule list` shows what there is"),

    SHARD_MISSING(ERROR, COMPONENT, FAILURES, "run the shards that are missing, and merge the run.json of every one"),

    NO_BROWSER(
            CRITICAL,
            DETECTION,
            ENVIRONMENT,
            "mvn -Dproduct package, in the folder of Bascule: it unpacks the bundled Chrome Headless Shell",
            "--browser-binary PATH",
            "--browsers none for native targets only"),
    BROWSER_LAUNCH_FAILED(
            ERROR,
            INITIALISATION,
            ENVIRONMENT,
            "bascule doctor -v",
            "install the libraries that the browser's message names"),
    TOOL_MISSING(CRITICAL, COMPONENT, ENVIRONMENT, "install the tool named and put it on PATH"),
    MACHINE_BUSY(
            CRITICAL,
            COMPONENT,
            ENVIRONMENT,
            "wait for the other run to end, or have Bascule wait: --machine-lock wait",
            "--machine-lock share runs beside it, and the results say so"),
    MACHINE_STAYED_BUSY(
            CRITICAL,
            COMPONENT,
            INFRASTRUCTURE,
            "look at the process named: one that is stopped (Ctrl-Z) or hangs keeps the machine until it goes on or is ended",
            "--machine-lock share runs beside it, and the results say so"),
    STORE_LOCKED(
            CRITICAL,
            COMPONENT,
            ENVIRONMENT,
            "end the other process, or wait for it: `bascule serve` and `bascule coordinator` hold their files for as long as they run",
            "name another file with --store FILE; what comes into another history can be brought in later: bascule history import FILE"),
    STORE_INVALID(CRITICAL, COMPONENT, ENVIRONMENT, "move the file away, or name another with --store FILE"),
    SOURCE_INVALID(
            ERROR,
            COMPONENT,
            INVALID_INPUT,
            "make it again where it came from, by bascule history export DIR, or take the run.json of a run"),
    STORE_CONFLICT(
            ERROR,
            COMPONENT,
            INVALID_INPUT,
            "bascule report ID --store FILE shows each of the two; leave one of the histories out, and nothing is lost"),
    OUTPUT_UNWRITABLE(
            CRITICAL,
            COMPONENT,
            ENVIRONMENT,
            "free space or permissions on the folder, or name another with --out DIR"),
    DOWNLOAD_NOT_ALLOWED(
            ERROR, COMPONENT, USAGE, "bascule serve --allow-downloads ORG/REPO", "offer a file with --models"),
    HUB_UNREACHABLE(
            ERROR,
            COMPONENT,
            INFRASTRUCTURE,
            "check the network or HF_ENDPOINT; a model fetched once is used offline from the cache"),
    HUB_REFUSED(ERROR, COMPONENT, INVALID_INPUT, "check org/repo/file; for a gated repository set HF_TOKEN"),
    BRIDGE_FAILED(CRITICAL, INITIALISATION, INFRASTRUCTURE, "bascule doctor -v"),
    COORDINATOR_UNREACHABLE(
            CRITICAL,
            INITIALISATION,
            INFRASTRUCTURE,
            "see that `bascule coordinator` runs there, and that a firewall lets its port through"),
    COORDINATOR_REFUSED(
            ERROR, COMPONENT, ENVIRONMENT, "ask whoever runs the coordinator; versions and tokens must fit it"),
    COORDINATOR_FAILED(
            CRITICAL, INITIALISATION, INFRASTRUCTURE, "free room on its disk, then start it again; its jobs are kept"),
    WORKER_LOST(
            ERROR,
            INITIALISATION,
            FAILURES,
            "look at the machines named: what the job does may end the process or the machine that does it"),

    BACKEND_UNAVAILABLE(ERROR, DETECTION, FAILURES, "bascule doctor"),
    NOTHING_RAN(CRITICAL, DETECTION, ENVIRONMENT, "bascule doctor"),
    LIBRARY_MISSING(
            ERROR,
            COMPONENT,
            FAILURES,
            "bascule install BACKEND brings the libraries that can be brought; `bascule doctor` says which is missing"),
    LIBRARY_MISMATCH(
            ERROR,
            COMPATIBILITY,
            FAILURES,
            "install library, driver and system in versions made for each other: `bascule install BACKEND` for the libraries"),
    DRIVER_TOO_OLD(ERROR, DETECTION, FAILURES, "update the driver of the device, then restart the machine"),
    DEVICE_NOT_FOUND(
            ERROR,
            DETECTION,
            FAILURES,
            "run it on a machine with such a device; in a container hand the device in; unset what hides it"
                    + " (CUDA_VISIBLE_DEVICES, HIP_VISIBLE_DEVICES)"),
    PROBE_CRASHED(
            ERROR,
            DETECTION,
            FAILURES,
            "a library of this backend ends the process that loads it: install another version of it or of the driver"),
    PROBE_TIMED_OUT(
            ERROR,
            DETECTION,
            FAILURES,
            "a library of this backend does not come back from loading: restart the machine or update the driver"),
    OPTION_UNSUPPORTED(ERROR, COMPATIBILITY, FAILURES, "leave the option out for this backend, or use another backend"),
    MACHINE_UNREAD(
            WARNING, DETECTION, OK, "the run goes on without it; `bascule doctor -v` shows why it cannot be read"),
    OPERATOR_UNSUPPORTED(
            ERROR,
            COMPATIBILITY,
            FAILURES,
            "use another backend of the chain, another opset or another precision of the model"),
    COMPILE_FAILED(
            ERROR,
            INITIALISATION,
            FAILURES,
            "run again with -v for the engine's log",
            "try --graph-optimization disabled"),
    OUT_OF_MEMORY(ERROR, MEMORY, FAILURES, "use a smaller batch, a smaller or quantised variant of the model"),
    DEVICE_OUT_OF_MEMORY(
            ERROR,
            MEMORY,
            FAILURES,
            "use a smaller batch or a smaller variant of the model; close what else uses the device's memory"),
    NUMERICS_WRONG(
            ERROR,
            NUMERICS,
            FAILURES,
            "do not use this backend for this model; report the case to the engine with its reproduce line"),
    PIPELINE_WRONG(
            ERROR,
            NUMERICS,
            FAILURES,
            "prepare the inputs elsewhere; report the file and this browser's difference to the browser"),
    OUTPUT_NOT_DELIVERED(
            ERROR,
            Category.PROTOCOL,
            FAILURES,
            "believe none of this runner's figures: it was timed for outputs that it did not bring"),
    OUTPUT_REPEATED(
            ERROR,
            NUMERICS,
            FAILURES,
            "believe none of this cell's times: run it again in another browser or on another machine"),
    REFERENCE_UNAVAILABLE(
            ERROR, NUMERICS, FAILURES, "give expected outputs, or make the native CPU runner work: bascule doctor"),
    OUTPUTS_NOT_JUDGEABLE(
            ERROR,
            NUMERICS,
            FAILURES,
            "give inputs of which the model makes something: --input NAME=FILE, or a model folder with its test_data_set_0"),
    NOTHING_LEFT_TO_RUN(
            ERROR,
            COMPATIBILITY,
            FAILURES,
            "measure a model whose outputs depend on its inputs, or take --graph-optimization disabled to time its nodes"),
    REGRESSION(
            ERROR,
            TIME,
            FAILURES,
            "look at both runs: `bascule compare BASELINE latest`; if the slowdown is meant, take the new run as baseline"),
    TIMING_IMPLAUSIBLE(
            ERROR,
            TIME,
            FAILURES,
            "run the line again; where it stays, the runner's clock or the page is not what it should be: use an unchanged"
                    + " build of Bascule, and a browser without extensions that change clocks"),
    QUERY_TIMED_OUT(ERROR, TIME, INFRASTRUCTURE, "ask for less, or give it longer with --query-limit"),
    SEARCH_TIMED_OUT(ERROR, TIME, INFRASTRUCTURE, "raise --limit, or name ends that are nearer to each other"),
    ATTEMPT_TIMED_OUT(ERROR, TIME, FAILURES, "raise --timeout, or use a smaller model"),
    DEVICE_LOST(ERROR, INITIALISATION, FAILURES, "update the driver; close other users of the device"),
    ALL_DEVICES_LOST(
            ERROR,
            INITIALISATION,
            INFRASTRUCTURE,
            "run each of the devices alone; run again with -v for their last words"),
    RUNNER_CRASHED(
            ERROR, INITIALISATION, FAILURES, "update the browser or driver; the crash is isolated, the run goes on"),
    LIBRARY_CRASHED(
            ERROR,
            INITIALISATION,
            FAILURES,
            "the frame named is in the library at fault: update it or the driver; the crash is isolated, the run goes on"),
    PROCESS_KILLED(
            ERROR,
            INITIALISATION,
            FAILURES,
            "somebody or the system killed it; `dmesg | grep -i 'killed process'` tells when it was for memory"),
    WASM_TRAP(ERROR, INITIALISATION, FAILURES, "report it to the engine; the page is recycled, the run goes on"),
    BACKEND_NOT_PROVEN(
            ERROR, DETECTION, FAILURES, "the engine's own records do not show the backend asked for; see the evidence"),
    EXECUTION_FAILED(ERROR, INITIALISATION, FAILURES, "run again with -v for the engine's log"),
    SOFTWARE_ADAPTER(
            WARNING, DETECTION, OK, "a software adapter runs shaders on the CPU; it shows correctness, not speed"),
    SUMS_NARROW(
            WARNING,
            COMPATIBILITY,
            OK,
            "bascule doctor --test-hardware says what each backend adds up in",
            "use a backend that adds up in 32 bits where its precision matters"),
    PRODUCTS_NARROW(
            WARNING,
            COMPATIBILITY,
            OK,
            "ask for products in 32 bits: --precision fp32, or leave --precision out",
            "bascule doctor --test-hardware says what each backend multiplies in",
            "use a backend that multiplies in 32 bits where its precision matters"),
    PLACEMENT_PARTIAL(WARNING, COMPATIBILITY, OK, "some operators ran on the CPU; the evidence names how many"),
    PROTOCOL_VIOLATION(
            ERROR, Category.PROTOCOL, INFRASTRUCTURE, "runner and host are of different builds; rebuild both"),
    RUN_INTERRUPTED(
            WARNING, COMPONENT, INTERRUPTED, "what was measured is in the partial report; run the same line again"),
    INTERNAL_ERROR(CRITICAL, INTERNAL, BUG, "report it with the output of the same line and -v");

    private final Severity severity;
    private final Category category;
    private final ExitCode exitCode;
    private final List<String> remedies;

    ErrorCode(Severity severity, Category category, ExitCode exitCode, String... remedies) {
        this.severity = severity;
        this.category = category;
        this.exitCode = exitCode;
        this.remedies = List.of(remedies);
    }

    public Severity severity() {
        return severity;
    }

    public Category category() {
        return category;
    }

    /** The exit code of a process that ends on this error. */
    public ExitCode exitCode() {
        return exitCode;
    }

    /** What to do about it in general; a {@link Failure} may name something nearer. Never empty. */
    public List<String> remedies() {
        return remedies;
    }
}
