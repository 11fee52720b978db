package dev.bascule.reports.history;

import dev.bascule.fallback.cases.ModelInfo;
import dev.bascule.fallback.cases.OperatorSignature;
import dev.bascule.fallback.target.Browser;
import dev.bascule.fallback.target.Fingerprint;
import dev.bascule.fallback.target.Machine;
import dev.bascule.fallback.target.Target;
import dev.bascule.fallback.tensor.DType;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jdbi.v3.core.Handle;

/** Machines, targets and models: each written once, then known by the key of its content. Belongs to one thread. */
final class Dimensions {
    private final Handle handle;
    private final AttemptDetails.Tables tables;
    private final Map<String, Set<String>> known = new HashMap<>();
    private final Map<Target, String> targetKeys = new HashMap<>();
    private final Map<ModelInfo, String> modelKeys = new HashMap<>();

    Dimensions(Handle handle, AttemptDetails.Tables tables) {
        this.handle = handle;
        this.tables = tables;
    }

    private boolean isNew(String table, String key) {
        return known.computeIfAbsent(
                        table,
                        name -> new HashSet<>(handle.createQuery("SELECT key FROM " + name)
                                .mapTo(String.class)
                                .list()))
                .add(key);
    }

    String machine(Machine machine) throws SQLException {
        String key = ContentKey.of(machine);
        if (!isNew("machines", key)) {
            return key;
        }
        TableAppender row = tables.of("machines")
                .row()
                .add(key)
                .add(machine.fingerprint())
                .add(machine.os())
                .add(machine.cpu().name())
                .add(machine.cpu().cores())
                .add(machine.cpu().features())
                .whole(machine.memoryBytes());
        if (machine.parts().isPresent()) {
            Fingerprint parts = machine.parts().get();
            row.add(parts.machine()).add(parts.software()).end();
        } else {
            row.none().none().end();
        }
        int position = 0;
        for (Machine.Gpu gpu : machine.gpus()) {
            tables.of("gpus")
                    .row()
                    .add(key)
                    .add(position++)
                    .add(gpu.name())
                    .add(gpu.vendor())
                    .add(gpu.software())
                    .end();
        }
        return key;
    }

    String target(Target target) throws SQLException {
        String key = targetKeys.computeIfAbsent(target, Dimensions::keyOf);
        if (!isNew("targets", key)) {
            return key;
        }
        Optional<Browser> browser = target.browser();
        TableAppender row = tables.of("targets")
                .row()
                .add(key)
                .add(target.id())
                .add(target.backend().side())
                .add(target.backend().id())
                .add(target.backend().accelerator())
                .add(target.engine().name())
                .add(target.engine().version())
                .text(target.engine().build())
                .text(browser.map(Browser::name))
                .text(browser.map(Browser::version))
                .text(browser.map(Browser::launcher));
        (browser.isPresent() ? row.add(browser.get().flags()) : row.none())
                .add(target.deviceType())
                .flag(target.software())
                .add(target.adapter())
                .end();
        return key;
    }

    String model(ModelInfo model) throws SQLException {
        String key = modelKeys.computeIfAbsent(model, Dimensions::keyOf);
        if (!isNew("models", key)) {
            return key;
        }
        tables.of("models")
                .row()
                .add(key)
                .add(model.name())
                .add(model.sha256())
                .add(model.bytes())
                .add(model.family().id())
                .add(model.task())
                .add(model.opsets())
                .add(model.operators())
                .add(model.parameters())
                .end();
        int position = 0;
        for (OperatorSignature signature : model.signatures()) {
            tables.of("model_operators")
                    .row()
                    .add(key)
                    .add(position++)
                    .add(signature.domain())
                    .add(signature.operator())
                    .add(signature.opset())
                    .text(signature.dtype().map(DType::wireName))
                    .add(signature.nodes())
                    .add(signature.influencing())
                    .end();
        }
        return key;
    }

    private static String keyOf(Target target) {
        return ContentKey.of(
                target.id(),
                target.backend().side(),
                target.backend().accelerator(),
                target.engine(),
                target.browser(),
                target.software(),
                target.adapter());
    }

    private static String keyOf(ModelInfo model) {
        return ContentKey.of(
                model.name(),
                model.sha256(),
                model.bytes(),
                model.family(),
                model.task(),
                model.opsets(),
                model.operators(),
                model.parameters(),
                model.signatures());
    }
}
