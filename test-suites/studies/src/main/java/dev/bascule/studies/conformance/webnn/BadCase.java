package dev.bascule.studies.conformance.webnn;

/** A case that is not what it should be. Caught where its file is known; never leaves this package. */
final class BadCase extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final String remedy;

    /**
     * @param where the key, as {@code graph.inputs.a.data}
     * @param what is wrong there
     * @param remedy what to write instead
     */
    BadCase(String where, String what, String remedy) {
        super(where + ": " + what, null, false, false);
        this.remedy = remedy;
    }

    String remedy() {
        return remedy;
    }
}
