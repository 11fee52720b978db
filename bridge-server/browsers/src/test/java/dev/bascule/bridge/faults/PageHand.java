package dev.bascule.bridge.faults;

/** A hand in the runner's page that is not the launcher's, to do harm with. */
interface PageHand extends AutoCloseable {

    /** Runs a script in the page and waits for its end. */
    void run(String script) throws Exception;

    /** Starts a script in the page, which may never end. */
    void start(String script) throws Exception;

    /** Whether this expression is true in the page. */
    boolean tell(String expression) throws Exception;

    @Override
    void close();
}
