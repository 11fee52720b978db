package dev.bascule.fallback.protocol;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.bascule.fallback.job.CaseReply;
import dev.bascule.fallback.job.Fault;
import dev.bascule.fallback.job.Phases;
import dev.bascule.fallback.json.Json;
import dev.bascule.fallback.pack.Blobs;
import dev.bascule.fallback.tensor.Value;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The header of a binary frame that tells of one case's end; the payload is its outputs' bytes.
 *
 * @param status {@code ok}, {@code failed} or {@code timedOut}
 * @param sets the outputs by name, for each data set, as {@link Blobs} describe them
 */
record CaseHeader(
        String job,
        int index,
        String status,
        Message.PhaseTimes phases,
        Optional<Message.EvidenceInfo> evidence,
        Optional<Message.ErrorInfo> error,
        @JsonInclude(JsonInclude.Include.NON_ABSENT) Optional<String> poisoned,
        @JsonInclude(JsonInclude.Include.NON_ABSENT) Optional<Double> limitMs,
        List<Map<String, JsonNode>> sets) {
    private static final ObjectReader READER = FrameCodec.STRICT.readerFor(CaseHeader.class);

    static CaseHeader of(Packet.CasePacket packet, Blobs blobs) {
        CaseReply reply = packet.reply();
        List<Map<String, JsonNode>> sets = new ArrayList<>();
        reply.outputs().forEach(set -> {
            Map<String, JsonNode> described = new LinkedHashMap<>();
            set.forEach((name, value) -> described.put(name, blobs.add(value)));
            sets.add(described);
        });
        Optional<Fault> fault = reply.fault();
        Optional<Fault.Refused> refused =
                fault.filter(Fault.Refused.class::isInstance).map(Fault.Refused.class::cast);
        Optional<Fault.TimedOut> late =
                fault.filter(Fault.TimedOut.class::isInstance).map(Fault.TimedOut.class::cast);
        return new CaseHeader(
                packet.job(),
                reply.index(),
                late.isPresent() ? "timedOut" : refused.isPresent() ? "failed" : "ok",
                Wire.phaseTimes(reply.phases()),
                reply.evidence().map(Wire::evidenceInfo),
                refused.map(
                        words -> new Message.ErrorInfo(words.phase(), words.name(), words.message(), words.stack())),
                refused.flatMap(Fault.Refused::poisoned),
                late.map(limit -> limit.limit().toNanos() / 1e6),
                sets);
    }

    /** Takes the header over: what belongs to the frame is taken out of it. */
    static CaseHeader parse(ObjectNode header) throws ProtocolException {
        header.remove(List.of("type", "seq", "ack"));
        try {
            return READER.readValue(header);
        } catch (JsonProcessingException e) {
            throw new ProtocolException("not a case's header: " + e.getOriginalMessage());
        } catch (IOException e) {
            throw new ProtocolException("not a case's header: " + e.getMessage());
        }
    }

    ObjectNode toJson() {
        return Json.MAPPER.valueToTree(this);
    }

    Packet.CasePacket packet(ByteBuffer payload) throws ProtocolException {
        List<Map<String, Value>> outputs = new ArrayList<>();
        sets.forEach(set -> {
            Map<String, Value> values = new LinkedHashMap<>();
            set.forEach((name, node) -> values.put(name, Blobs.value(node, payload)));
            outputs.add(values);
        });
        Phases times = Wire.phases(phases);
        return new Packet.CasePacket(
                job, new CaseReply(index, fault(times), outputs, times, evidence.map(Wire::evidence)));
    }

    private Optional<Fault> fault(Phases times) throws ProtocolException {
        return switch (status) {
            case "ok" -> Optional.empty();
            case "timedOut" ->
                Optional.of(new Fault.TimedOut(
                        error.map(Message.ErrorInfo::phase).orElse("first"),
                        limitMs.map(Wire::millis).orElse(Duration.ZERO)));
            case "failed" ->
                Optional.of(new Fault.Refused(
                        error.map(Message.ErrorInfo::phase).orElse("unknown"),
                        error.map(Message.ErrorInfo::name).orElse("Error"),
                        error.map(Message.ErrorInfo::message).orElse("the runner gave no error"),
                        error.flatMap(Message.ErrorInfo::stack),
                        times,
                        poisoned,
                        evidence.map(Wire::evidence)));
            default -> throw new ProtocolException("a case cannot end '" + status + "'");
        };
    }
}
