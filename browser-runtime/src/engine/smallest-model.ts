/** A valid ONNX model of one Identity node over one float (IR 8, opset 13), 63 bytes: enough to start a runtime. */
export const SMALLEST_MODEL = new Uint8Array([
  8, 8, 58, 55, 10, 16, 10, 1, 120, 18, 1, 121, 34, 8, 73, 100, 101, 110, 116, 105, 116, 121, 18, 1, 103, 90, 15, 10, 1, 120, 18, 10,
  10, 8, 8, 1, 18, 4, 10, 2, 8, 1, 98, 15, 10, 1, 121, 18, 10, 10, 8, 8, 1, 18, 4, 10, 2, 8, 1, 66, 2, 16, 13,
]);
