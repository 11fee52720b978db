import type { Facts } from '../protocol/generated';
import { infoFacts } from './adapter';

/**
 * Watches the WebGPU devices that a library asks for: which adapter they came from, and their loss. A device that the
 * library destroys as it lets a session go is not lost; one destroyed while a session is open is, whoever did it.
 */
export class GpuDevices {
  readonly #onLost: (reason: string) => void;
  readonly #destroyed = new WeakSet<GPUDevice>();
  #adapter: Facts = {};
  #inUse = false;

  constructor(onLost: (reason: string) => void) {
    this.#onLost = onLost;
  }

  /** Wraps `GPUAdapter.requestDevice` and `GPUDevice.destroy`; does nothing in a browser without WebGPU. */
  install(): void {
    if (!('GPUAdapter' in globalThis)) {
      return;
    }
    const request = GPUAdapter.prototype.requestDevice;
    const watch = (adapter: GPUAdapter, device: GPUDevice): void => this.watch(adapter.info, device);
    GPUAdapter.prototype.requestDevice = async function (this: GPUAdapter, ...args) {
      const device = await request.apply(this, args);
      watch(this, device);
      return device;
    };
    const destroy = GPUDevice.prototype.destroy;
    const destroying = (device: GPUDevice): void => this.destroying(device);
    GPUDevice.prototype.destroy = function (this: GPUDevice) {
      destroying(this);
      return destroy.call(this);
    };
  }

  /** The adapter of the newest device, empty while there is none. */
  get adapter(): Facts {
    return this.#adapter;
  }

  /** Whether a session is open, so that nobody should destroy its device. */
  set inUse(inUse: boolean) {
    this.#inUse = inUse;
  }

  /** `device.destroy()` was called, by the engine or by anybody else. The engine calls it again as it lets go. */
  destroying(device: GPUDevice): void {
    if (this.#destroyed.has(device)) {
      return;
    }
    this.#destroyed.add(device);
    if (this.#inUse) {
      // At once: the engine's own complaint about its buffers comes before the event.
      this.#onLost('WebGPU device lost (destroyed): GPUDevice.destroy() was called while a session was open');
    }
  }

  watch(info: GPUAdapterInfo, device: GPUDevice): void {
    this.#adapter = infoFacts(info);
    void device.lost.then(({ reason, message }) => {
      if (!this.#destroyed.has(device)) {
        this.#onLost(`WebGPU device lost (${reason}): ${message}`);
      }
    });
    device.addEventListener('uncapturederror', ({ error }) => {
      // A validation error spoils one result, which the host compares; memory that is gone spoils the device.
      if (error.constructor.name === 'GPUOutOfMemoryError') {
        this.#onLost(`WebGPU out of memory: ${error.message}`);
      }
    });
  }
}
