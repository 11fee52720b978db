package dev.bascule.quantization.method;

import dev.bascule.quantization.ComputedIn;
import java.util.Map;

/** What engines do with which form. Stateless. */
final class Claims {
    static final ComputedIn NONE = new ComputedIn(Map.of());
    static final ComputedIn HALF = NONE;
    static final ComputedIn WEIGHTS8 = NONE;
    static final ComputedIn WEIGHTS4 = NONE;
    static final ComputedIn NBITS = NONE;
    static final ComputedIn DYNAMIC = NONE;
    static final ComputedIn QDQ = NONE;
    static final ComputedIn PALETTE = NONE;
    static final ComputedIn FLOATS = NONE;

    private Claims() {}
}
