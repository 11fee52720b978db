package dev.bascule.bridge.page;

/** Hears of a page. Called from any thread; must return soon. */
public interface PageListener {

    /** The page, or the browser with it, is gone. */
    void lost(String reason);

    /** The page complained on its console. */
    void complained(String line);
}
