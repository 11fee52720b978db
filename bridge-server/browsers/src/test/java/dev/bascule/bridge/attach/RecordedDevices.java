package dev.bascule.bridge.attach;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** Remembers what a handler told. */
final class RecordedDevices implements AttachListener {
    final BlockingQueue<AttachedDevice> attached = new LinkedBlockingQueue<>();
    final BlockingQueue<String> events = new LinkedBlockingQueue<>();

    @Override
    public void attached(AttachedDevice device) {
        attached.add(device);
    }

    @Override
    public void away(AttachedDevice device) {
        events.add(device + " is away");
    }

    @Override
    public void back(AttachedDevice device) {
        events.add(device + " is back");
    }

    @Override
    public void renamed(AttachedDevice device, String before) {
        events.add(before + " is called " + device);
    }

    @Override
    public void left(AttachedDevice device, String reason) {
        events.add(device + " left: " + reason);
    }

    @Override
    public void refused(String address, String why) {
        events.add("refused: " + why);
    }

    AttachedDevice device() throws InterruptedException {
        AttachedDevice device = attached.poll(30, TimeUnit.SECONDS);
        assertThat(device).as("a device within 30 s").isNotNull();
        return device;
    }

    String event() throws InterruptedException {
        String event = events.poll(30, TimeUnit.SECONDS);
        assertThat(event).as("an event within 30 s").isNotNull();
        return event;
    }
}
