import { describe, expect, test } from 'vitest';
import { firstSupported, joinedSamples, opaque } from '../src/media/join';
import { mediaFailed } from '../src/media/media-command';
import { MediaUnavailable, pcm, StepTimes, supports, unavailable } from '../src/media/returned';
import { recordingType } from '../src/media/stream-recorder';
import { within } from '../src/media/within';
import type { Media } from '../src/protocol/generated';
import type { Outgoing } from '../src/protocol/messages';

test('blocks of samples become one sound', () => {
  expect([...joinedSamples([Float32Array.of(1, 2), new Float32Array(0), Float32Array.of(3)])]).toEqual([1, 2, 3]);
  expect(joinedSamples([])).toHaveLength(0);
});

test('pixels lose their alpha and nothing else', () => {
  expect([...opaque(Uint8ClampedArray.of(1, 2, 3, 255, 4, 5, 6, 0))]).toEqual([1, 2, 3, 4, 5, 6]);
});

test('the first type that the browser takes is recorded', () => {
  expect(firstSupported(['a', 'b', 'c'], (type) => type !== 'a')).toBe('b');
  expect(firstSupported(['a'], () => false)).toBeNull();
});

test('each repeat of a step keeps its time', () => {
  const times = new StepTimes();
  times.add('decode', 2);
  times.add('decode', 1);
  times.add('encode', 3);
  expect(times.ms).toEqual({ decode: [2, 1], encode: [3] });
});

test('samples are shipped as one row', () => {
  expect(pcm(Float32Array.of(1, 2))).toMatchObject({ name: 'pcm', dtype: 'float32', dims: [2] });
});

describe('what does not come in time', () => {
  test('is an error that says what it was', async () => {
    await expect(within(1, 'the encoder', new Promise(() => undefined))).rejects.toThrow('the encoder: nothing came within 0 s');
  });

  test('is none where it comes, or fails by itself', async () => {
    await expect(within(60_000, 'it', Promise.resolve(7))).resolves.toBe(7);
    await expect(within(60_000, 'it', Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  });
});

test('a page without a recorder says so', () => {
  expect(() => recordingType()).toThrow(MediaUnavailable);
});

test('a way that fails ends with its error, and its session lives on', () => {
  const sent: Outgoing[] = [];
  const command = { type: 'media', job: 'j', number: 3 } as Media;
  mediaFailed(command, new MediaUnavailable('there is no MediaRecorder'), { send: (message) => sent.push(message), sendBinary: () => undefined });
  expect(sent).toMatchObject([
    { type: 'mediaReturned', job: 'j', number: 3, timesMs: {}, error: { phase: 'media', name: 'MediaUnavailable', message: 'there is no MediaRecorder' } },
  ]);
});

describe('what is unavailable', () => {
  test('is an error of one of those names, and no other', () => {
    const none = new DOMException('no device', 'NotFoundError');
    expect(unavailable(none, ['NotFoundError'], 'getUserMedia')).toBeInstanceOf(MediaUnavailable);
    const broken = new TypeError('broken');
    expect(unavailable(broken, ['NotFoundError'], 'getUserMedia')).toBe(broken);
  });

  test('is a codec that is refused, and none that is asked for in the wrong way', async () => {
    await expect(supports(Promise.resolve({ supported: true }))).resolves.toBe(true);
    await expect(supports(Promise.resolve({ supported: false }))).resolves.toBe(false);
    await expect(supports(Promise.reject(new DOMException('no', 'NotSupportedError')))).resolves.toBe(false);
    await expect(supports(Promise.reject(new TypeError('broken')))).rejects.toThrow('broken');
  });
});
