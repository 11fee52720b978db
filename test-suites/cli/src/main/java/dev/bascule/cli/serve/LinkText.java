package dev.bascule.cli.serve;

import dev.bascule.app.local.ServeService.Link;
import dev.bascule.app.local.ServeService.Serving;
import dev.bascule.cli.output.Console;
import dev.bascule.cli.output.QrText;
import java.util.List;

/**
 * Shows the ways in: the links, which are data, on stdout; the code and what to know on stderr.
 *
 * @param console where
 * @param qr whether a code is wanted
 * @param json whether stdout is kept for a document
 */
record LinkText(Console console, boolean qr, boolean json) {

    void show(Serving serving) {
        List<Link> links = serving.links();
        boolean here = links.size() == 1 && isLocal(links.get(0));
        console.say("open %s %s%s:"
                .formatted(
                        links.size() == 1 ? "this link" : "one of these links",
                        here ? "in any browser of this machine" : "on any device, in any browser",
                        drawn() && !here ? ", or scan the code" : ""));
        links.forEach(link -> {
            if (json) {
                console.say(link.url().toString());
            } else {
                console.print(link.url().toString());
            }
        });
        draw(links.get(0));
        serving.fingerprint()
                .ifPresent(fingerprint -> console.say(
                        "The certificate is self-made: the browser warns. Go on if it shows this SHA-256 fingerprint:\n"
                                + fingerprint));
        if (links.stream().anyMatch(link -> !link.secure())) {
            console.say(console.errStyle().warning("warning")
                    + ": by plain http, browsers allow WebGPU, WebNN and wasm threads on this machine only; other devices"
                    + " will have wasm on one thread.\n  remedy: --https");
        }
        if (here) {
            console.say("This machine only; --host 0.0.0.0 --https lets other devices of the network in.");
        }
    }

    private boolean drawn() {
        return qr && console.terminal().err();
    }

    private void draw(Link link) {
        if (!drawn()) {
            return;
        }
        String url = link.url().toString();
        if (QrText.width(url) > console.terminal().width()) {
            console.say("(the terminal is too narrow for a QR code of %d columns)".formatted(QrText.width(url)));
            return;
        }
        console.say(QrText.draw(url, console.errStyle().on()));
    }

    /** Whether a link leads here from this machine only. */
    static boolean isLocal(Link link) {
        String host = link.url().getHost();
        return host.startsWith("127.") || host.equals("localhost") || host.equals("[::1]");
    }
}
