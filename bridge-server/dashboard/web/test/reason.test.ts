import { describe, expect, it } from 'vitest';
import { plainReason } from '../src/words/reason';

describe('the plain reason', () => {
  it.each([
    [
      "in phase 'first': failed to call OrtRun(). ERROR_CODE: 1, ERROR_MESSAGE: Non-zero status code returned while running MatMul node. Name:'matmul' Status Message: shader_helper.cc:401 GenerateSourceCode Program MatMul requires f16 but the device does not support it.",
      'Program MatMul requires f16 but the device does not support it.',
    ],
    ["in phase 'create': Can't create a session. ERROR_CODE: 9, ERROR_MESSAGE: Could not find an implementation for RandomUniformLike(22) node with name ''", "Could not find an implementation for RandomUniformLike(22) node with name ''"],
    [
      "in phase 'create': Error code - ORT_FAIL - message: Exception during initialization: /onnxruntime_src/onnxruntime/core/providers/cpu/text/string_normalizer.cc:235 onnxruntime::StringNormalizer::Locale::Locale(const std::string&)::<lambda()> Failed to construct locale with name:en_US.UTF-8",
      'Failed to construct locale with name:en_US.UTF-8',
    ],
    ["transformer_memcpy.cc:254 bool onnxruntime::f(const onnxruntime::Node &) const !x.empty() was false. Provider type for Cast node with name '' is not set. ", "Provider type for Cast node with name '' is not set."],
    ["in phase 'create': unreachable", 'unreachable'],
  ])('of %s', (message, plain) => expect(plainReason(message)).toBe(plain));

  it.each(['this browser has no navigator.gpu', "Failed to execute 'createContext' on 'ML': WebNN is not supported on this platform. (this build has no WebNN backend)", 'no such file: /models/a.onnx', ''])('is the message itself where nothing is wrapped around it: %s', (message) => expect(plainReason(message)).toBe(message));
});
