package dev.bascule.studies.reduce;

/**
 * Why a reduction ended before nothing gave any more.
 *
 * @param why for people, without a period
 * @param byUser whether somebody stopped it, so that nothing more is tried
 */
public record CutShort(String why, boolean byUser) {
    static final CutShort INTERRUPTED = new CutShort("interrupted", true);

    static CutShort because(String why) {
        return new CutShort(why, false);
    }
}
