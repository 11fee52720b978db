package dev.bascule.suites.setting;

/** Who makes the inputs of a model that has an input pipeline. */
public enum InputsMaker {
    /** In a browser the page itself, as a web application does; natively the host. */
    PAGE,
    /** The host for all, so that every target is fed the identical bytes. */
    HOST
}
