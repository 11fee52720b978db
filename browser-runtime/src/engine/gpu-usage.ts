// Of GPUBufferUsage and GPUMapMode (WebGPU, sections 5.1.2 and 5.2), which TypeScript's library has no values for.
export const MAP_READ = 0x1;
export const COPY_SRC = 0x4;
export const COPY_DST = 0x8;
export const UNIFORM = 0x40;
export const STORAGE = 0x80;
export const READ_MODE = 0x1;
