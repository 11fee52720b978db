import { describe, expect, test } from 'vitest';
import { GpuDevices } from '../src/evidence/gpu-devices';
import { isFatal, PoisonedError, EngineHealth } from '../src/job/engine-health';

/** Words as Chromium 153, Firefox 153 and WebKitGTK 2.50 put them, and as ONNX Runtime Web wraps them. */
const FATAL = [
  new WebAssembly.RuntimeError('unreachable'),
  new WebAssembly.RuntimeError('Unreachable code should not be executed (evaluating \'wasm[12]()\')'),
  new WebAssembly.RuntimeError('index out of bounds'),
  new Error('no available backend found. ERR: [wasm] RuntimeError: Aborted(). Build with -sASSERTIONS for more info.'),
  new RangeError('Maximum call stack size exceeded'),
  new Error('WebGPU device lost (unknown): the GPU process died'),
  new Error('WebGPU device lost (destroyed): Device was destroyed.'),
  new Error('WebGPU out of memory: Out of memory'),
  new Error('ERROR_CODE: 1, Failed to download data from buffer. wgpu::MapAsyncStatus value: 4, message: Buffer unmapped'),
  5_312_008,
];

const ORDINARY = [
  new Error('ERROR_CODE: 9, NOT_IMPLEMENTED: Could not find an implementation for NoSuchOperator'),
  new Error("Failed to execute 'createContext' on 'ML': WebNN is not supported on this platform."),
  new TypeError('Failed to fetch'),
  new Error('the device type npu is not supported'),
  'a string',
  undefined,
];

describe('an error', () => {
  test.each(FATAL)('that ends the page: %s', (error) => {
    expect(isFatal(error)).toBe(true);
  });

  test.each(ORDINARY)('that leaves it sound: %s', (error) => {
    expect(isFatal(error)).toBe(false);
  });
});

describe('a page', () => {
  test('stays poisoned for the first reason', () => {
    const health = new EngineHealth();
    health.check();
    health.note(FATAL[0]);
    health.note(FATAL[5]);
    health.note(ORDINARY[0]);
    expect(health.reason).toBe('RuntimeError: unreachable');
    expect(() => health.check()).toThrow(PoisonedError);
  });
});

describe('a device', () => {
  const watched = () => {
    const reports: string[] = [];
    const devices = new GpuDevices((reason) => reports.push(reason));
    let lose: (info: { reason: string; message: string }) => void = () => undefined;
    const events = new EventTarget();
    const device = Object.assign(events, { lost: new Promise((resolve) => (lose = resolve)) }) as unknown as GPUDevice;
    devices.watch({} as GPUAdapterInfo, device);
    const settle = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));
    const uncaptured = (error: object): void => void events.dispatchEvent(Object.assign(new Event('uncapturederror'), { error }));
    return { reports, devices, device, lose: (reason: string) => (lose({ reason, message: 'm' }), settle()), uncaptured };
  };

  test('destroyed by the engine as it lets the session go is not lost', async () => {
    const { reports, devices, device, lose } = watched();
    devices.inUse = true;
    devices.inUse = false;
    devices.destroying(device);
    devices.inUse = true;
    await lose('destroyed');
    expect(reports).toEqual([]);
  });

  test('destroyed while a session is open is lost, at once and once', async () => {
    const { reports, devices, device, lose } = watched();
    devices.inUse = true;
    devices.destroying(device);
    expect(reports).toEqual([expect.stringContaining('WebGPU device lost (destroyed)')]);
    devices.inUse = false;
    devices.destroying(device);
    await lose('destroyed');
    expect(reports).toHaveLength(1);
  });

  test('lost for any other reason is lost', async () => {
    const { reports, lose } = watched();
    await lose('unknown');
    expect(reports).toEqual(['WebGPU device lost (unknown): m']);
  });

  test('without memory is reported; a validation error is not', () => {
    class GPUOutOfMemoryError {
      readonly message = 'too much';
    }
    class GPUValidationError {
      readonly message = 'wrong';
    }
    const { reports, uncaptured } = watched();
    uncaptured(new GPUValidationError());
    uncaptured(new GPUOutOfMemoryError());
    expect(reports).toEqual(['WebGPU out of memory: too much']);
  });
});
