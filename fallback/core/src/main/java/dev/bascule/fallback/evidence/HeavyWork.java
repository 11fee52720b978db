package dev.bascule.fallback.evidence;

import java.util.Map;
import java.util.regex.Pattern;

/**
 * Work that no engine saves: what an input feeds and an output needs is done by a node, whatever else that node took in. A
 * node of another name than these patterns know has no room for it.
 */
public enum HeavyWork {
    CONVOLUTION("convolutions", 1, "conv"),
    POOLING("poolings", 1, "pool"),
    RECURRENCE("recurrent layers", 1, "lstm|gru|rnn"),
    /** Attention takes in five products, and the products of a block of experts or of a gate go together. */
    PRODUCT("products of matrices", 8, "matmul|gemm|einsum|attention|moe|mlp|qkv|dense|linear|delta");

    private final String words;
    private final int inOneNode;
    private final Pattern operators;

    HeavyWork(String words, int inOneNode, String operators) {
        this.words = words;
        this.inOneNode = inOneNode;
        this.operators = Pattern.compile(operators, Pattern.CASE_INSENSITIVE);
    }

    /** As sentences name it. */
    String words() {
        return words;
    }

    /** How much of it at most can be in a node of an operator. */
    int roomIn(String operator) {
        return operators.matcher(operator).find() ? inOneNode : 0;
    }

    /** The nodes that so much of it takes at least. */
    public int nodesOf(int amount) {
        return (amount + inOneNode - 1) / inOneNode;
    }

    /** The nodes that all of this takes at least. */
    public static int nodesOf(Map<HeavyWork, Integer> work) {
        return work.entrySet().stream()
                .mapToInt(entry -> entry.getKey().nodesOf(entry.getValue()))
                .sum();
    }
}
