package dev.bascule.fallback.job;

import java.util.Arrays;
import java.util.List;

/** A way by which sound or pictures come to a page. */
public enum MediaWay {
    /** Played into a stream, recorded as whatever the browser offers, and decoded again. */
    RECORDER("recorder", Medium.SOUND, false),
    WEBCODECS_OPUS("webcodecs-opus", Medium.SOUND, false),
    WEBCODECS_AAC("webcodecs-aac", Medium.SOUND, false),
    /** {@code getUserMedia}: of a device that the host stands in for. */
    MICROPHONE("microphone", Medium.SOUND, true),
    /** A canvas's stream, recorded, and shown by a video element. */
    VIDEO_RECORDER("video-recorder", Medium.PICTURE, false),
    WEBCODECS_VP8("webcodecs-vp8", Medium.PICTURE, false),
    WEBCODECS_VP9("webcodecs-vp9", Medium.PICTURE, false),
    WEBCODECS_H264("webcodecs-h264", Medium.PICTURE, false),
    WEBCODECS_AV1("webcodecs-av1", Medium.PICTURE, false),
    /** {@code getUserMedia}: of a device that the host stands in for. */
    CAMERA("camera", Medium.PICTURE, true),
    /** A video frame as a texture of WebGPU, which a shader reads. */
    EXTERNAL_TEXTURE("external-texture", Medium.PICTURE, false);

    /** What is brought. */
    public enum Medium {
        SOUND,
        PICTURE
    }

    private final String id;
    private final Medium medium;
    private final boolean ofDevice;

    MediaWay(String id, Medium medium, boolean ofDevice) {
        this.id = id;
        this.medium = medium;
        this.ofDevice = ofDevice;
    }

    /** Its word in the protocol and in results. */
    public String id() {
        return id;
    }

    /** Whether it needs a microphone or a camera. */
    public boolean isOfDevice() {
        return ofDevice;
    }

    public static List<MediaWay> of(Medium medium) {
        return Arrays.stream(values()).filter(way -> way.medium == medium).toList();
    }
}
