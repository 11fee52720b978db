package dev.bascule.nativerunner.engine;

import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession.SessionOptions;
import com.sun.jna.NativeLibrary;
import com.sun.jna.Pointer;
import dev.bascule.fallback.driver.RefusedException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Map;

/**
 * Providers that ONNX Runtime's library was built with and its Java binding was not: Microsoft's builds of the binding leave
 * out what their own library lacks, whatever library is loaded under them. Stateless.
 */
public final class ExportedProvider {
    private ExportedProvider() {}

    /**
     * Asks for a provider by the name that {@code SessionOptionsAppendExecutionProvider} of onnxruntime_c_api.h knows.
     *
     * @throws RefusedException where the binding has no way to ask by name, or the engine says no
     */
    public static void append(SessionOptions options, String provider, Map<String, String> settings)
            throws RefusedException {
        try {
            // Public for some names only; the same call serves all.
            Method byName = SessionOptions.class.getDeclaredMethod("addExecutionProvider", String.class, Map.class);
            byName.setAccessible(true);
            byName.invoke(options, provider, settings);
        } catch (InvocationTargetException e) {
            throw RefusedException.of(e.getCause() == null ? e : e.getCause());
        } catch (ReflectiveOperationException e) {
            throw RefusedException.of(e);
        }
    }

    /**
     * Asks for a provider by the function that a library built with it exports,
     * {@code OrtSessionOptionsAppendExecutionProvider_NAME(options, device)}.
     *
     * @throws RefusedException where the library exports no such function, or the engine says no
     */
    public static void append(SessionOptions options, String provider, int device) throws RefusedException {
        String function = "OrtSessionOptionsAppendExecutionProvider_" + provider;
        try {
            String library = System.getProperty("onnxruntime.native.onnxruntime.path", "onnxruntime");
            Pointer status = NativeLibrary.getInstance(library)
                    .getFunction(function)
                    .invokePointer(new Object[] {OrtApi.options(options), device});
            OrtApi.of(ai.onnxruntime.OrtEnvironment.getEnvironment()).check(status);
        } catch (UnsatisfiedLinkError | OrtException e) {
            throw RefusedException.of(e);
        }
    }
}
