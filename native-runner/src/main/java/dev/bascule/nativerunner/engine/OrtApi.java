package dev.bascule.nativerunner.engine;

import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtException.OrtErrorCode;
import ai.onnxruntime.OrtSession;
import com.sun.jna.Function;
import com.sun.jna.Memory;
import com.sun.jna.Native;
import com.sun.jna.Pointer;
import dev.bascule.fallback.driver.RefusedException;
import java.lang.reflect.Field;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * ONNX Runtime's C interface, for values that its Java binding cannot feed or read: unsigned 16, 32 and 64 bits, 8-bit
 * floats, 4-bit integers, sequences and optionals as inputs. The library and its sessions stay the binding's own; only
 * values go another way. Functions are known by their place in {@code OrtApi}, which never changes once released
 * (onnxruntime_c_api.h). Thread-safe.
 */
final class OrtApi {
    /** Functions by their place in the table. */
    enum Call {
        GET_ERROR_CODE(1),
        GET_ERROR_MESSAGE(2),
        RUN(9),
        CREATE_TENSOR(48),
        GET_TENSOR_DATA(51),
        FILL_STRING_TENSOR(52),
        GET_STRING_TENSOR_DATA_LENGTH(53),
        GET_STRING_TENSOR_CONTENT(54),
        GET_TENSOR_ELEMENT_TYPE(60),
        GET_DIMENSIONS_COUNT(61),
        GET_DIMENSIONS(62),
        GET_TENSOR_TYPE_AND_SHAPE(65),
        GET_VALUE_TYPE(67),
        GET_ALLOCATOR(78),
        GET_VALUE(80),
        GET_VALUE_COUNT(81),
        CREATE_VALUE(82),
        RELEASE_STATUS(93),
        RELEASE_VALUE(96),
        RELEASE_TENSOR_TYPE_AND_SHAPE(99),
        HAS_VALUE(192);

        private final int place;

        Call(int place) {
            this.place = place;
        }
    }

    private final Function[] functions = new Function[Call.values().length];
    private final Pointer allocator;

    private OrtApi(Pointer table) throws OrtException {
        for (Call call : Call.values()) {
            functions[call.ordinal()] = Function.getFunction(table.getPointer((long) call.place * Native.POINTER_SIZE));
        }
        allocator = pointer(Call.GET_ALLOCATOR);
    }

    /**
     * The interface of the library that the environment has loaded.
     *
     * @throws RefusedException when the binding keeps its handles elsewhere than this version does
     */
    static OrtApi of(OrtEnvironment environment) throws RefusedException {
        try {
            Class<?> holder = Class.forName(OrtEnvironment.class.getPackageName() + ".OnnxRuntime");
            return new OrtApi(new Pointer(handle(holder, "ortApiHandle", environment)));
        } catch (ReflectiveOperationException | OrtException | RuntimeException e) {
            throw RefusedException.of(e);
        }
    }

    /** The session behind the binding's. */
    static Pointer session(OrtSession session) throws RefusedException {
        return behind(OrtSession.class, session);
    }

    /** The options behind the binding's. */
    static Pointer options(OrtSession.RunOptions options) throws RefusedException {
        return behind(OrtSession.RunOptions.class, options);
    }

    /** The options behind the binding's. */
    static Pointer options(OrtSession.SessionOptions options) throws RefusedException {
        return behind(OrtSession.SessionOptions.class, options);
    }

    private static Pointer behind(Class<?> holder, Object owner) throws RefusedException {
        try {
            return new Pointer(handle(holder, "nativeHandle", owner));
        } catch (ReflectiveOperationException e) {
            throw RefusedException.of(e);
        }
    }

    private static long handle(Class<?> holder, String name, Object owner) throws ReflectiveOperationException {
        Field field = holder.getDeclaredField(name);
        field.setAccessible(true);
        return field.getLong(owner);
    }

    /** The CPU's allocator, which lives as long as the library. */
    Pointer allocator() {
        return allocator;
    }

    /** Calls a function that answers with a status. */
    void invoke(Call call, Object... arguments) throws OrtException {
        check(functions[call.ordinal()].invokePointer(arguments));
    }

    /** Turns a status that is not OK into an exception, and frees it. */
    void check(@Nullable Pointer status) throws OrtException {
        if (status == null) {
            return;
        }
        int code = functions[Call.GET_ERROR_CODE.ordinal()].invokeInt(new Object[] {status});
        Pointer words = functions[Call.GET_ERROR_MESSAGE.ordinal()].invokePointer(new Object[] {status});
        String message = words.getString(0, StandardCharsets.UTF_8.name());
        release(Call.RELEASE_STATUS, status);
        throw new OrtException(OrtErrorCode.mapFromInt(code), message);
    }

    /** Calls a function whose last argument takes a pointer out. */
    Pointer pointer(Call call, Object... arguments) throws OrtException {
        return out(call, arguments).getPointer(0);
    }

    /** Calls a function whose last argument takes a 64-bit number out. */
    long size(Call call, Object... arguments) throws OrtException {
        return out(call, arguments).getLong(0);
    }

    /** Calls a function whose last argument takes a 32-bit number out. */
    int number(Call call, Object... arguments) throws OrtException {
        return out(call, arguments).getInt(0);
    }

    private Memory out(Call call, Object... arguments) throws OrtException {
        Memory out = new Memory(Long.BYTES);
        out.clear();
        List<Object> all = new ArrayList<>(List.of(arguments));
        all.add(out);
        invoke(call, all.toArray());
        return out;
    }

    void release(Call call, Pointer owned) {
        functions[call.ordinal()].invokeVoid(new Object[] {owned});
    }
}
