package dev.bascule.bridge.dashboard.device;

import java.net.URI;
import java.util.List;
import java.util.Optional;

/** The links that make a runner of whichever browser opens them. Thread-safe. */
public interface DeviceLinks {

    /** As they are now; no links before the server listens. */
    Ways ways();

    /**
     * The ways in.
     *
     * @param links the most likely to work first; they hold a secret
     * @param runs what a device runs, in the command line's words
     * @param fingerprint SHA-256 of a certificate that the server made itself, to be compared with what a browser shows
     * @param reason why there are no links, where there are none
     */
    record Ways(List<Way> links, List<String> runs, Optional<String> fingerprint, Optional<String> reason) {
        public Ways {
            links = List.copyOf(links);
            runs = List.copyOf(runs);
        }
    }

    /**
     * A link.
     *
     * @param url to be opened on the device
     * @param local whether it leads here from this machine only
     * @param secure whether a browser that opened it allows WebGPU, WebNN and wasm threads
     * @param code the link as a QR code without its margin: rows of {@code #} (dark) and {@code .} (light)
     */
    record Way(URI url, boolean local, boolean secure, List<String> code) {
        public Way {
            code = List.copyOf(code);
        }
    }
}
