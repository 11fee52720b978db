package dev.bascule.fallback.backend;

/** The kind of device that a backend executes on, or is asked to. */
public enum DeviceType {
    CPU,
    GPU,
    NPU
}
