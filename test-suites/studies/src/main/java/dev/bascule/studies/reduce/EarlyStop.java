package dev.bascule.studies.reduce;

/**
 * Why a reduction ended before nothing gave any more.
 *
 * @param why for people, without a period
 * @param byUser whether somebody stopped it, so that nothing more is tried
 */
public record EarlyStop(String why, boolean byUser) {
    static final EarlyStop INTERRUPTED = new EarlyStop("interrupted", true);

    static EarlyStop because(String why) {
        return new EarlyStop(why, false);
    }
}
