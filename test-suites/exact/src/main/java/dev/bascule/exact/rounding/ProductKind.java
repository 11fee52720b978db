package dev.bascule.exact.rounding;

/** The operators whose products engines compute by kernels of one kind each, and in a format of one kind each. */
public enum ProductKind {
    /** MatMul, Einsum and attention. */
    MATMUL("MatMul"),
    /** Gemm, LSTM, GRU and RNN. */
    GEMM("Gemm"),
    /** Conv, ConvTranspose and DeformConv. */
    CONV("Conv");

    private final String operator;

    ProductKind(String operator) {
        this.operator = operator;
    }

    /** The operator that stands for the kind where a backend is asked. */
    public String operator() {
        return operator;
    }
}
