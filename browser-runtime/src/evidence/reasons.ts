/** What of the page and its browser decides why something is not there. */
export interface PageEnvironment {
  readonly secureContext: boolean;
  readonly crossOriginIsolated: boolean;
  readonly sharedMemory: boolean;
  readonly userAgent: string;
}

export function pageEnvironment(): PageEnvironment {
  return {
    secureContext: globalThis.isSecureContext,
    crossOriginIsolated: globalThis.crossOriginIsolated === true,
    sharedMemory: typeof SharedArrayBuffer === 'function',
    userAgent: navigator.userAgent,
  };
}

export type BrowserFamily = 'chromium' | 'firefox' | 'safari' | 'webkitgtk' | 'other';

/** Of what family a browser says it is. The order matters: Chromium says Safari, too. */
export function family(userAgent: string): BrowserFamily {
  if (/Firefox\//.test(userAgent)) {
    return 'firefox';
  }
  // On iOS every browser is WebKit, whatever its name.
  if (/iPhone|iPad|iPod/.test(userAgent)) {
    return 'safari';
  }
  if (/Chrom(e|ium)\/|Edg\//.test(userAgent)) {
    return 'chromium';
  }
  if (/AppleWebKit\//.test(userAgent)) {
    return /Macintosh/.test(userAgent) ? 'safari' : 'webkitgtk';
  }
  return 'other';
}

/** Why something is not there, and what brings it. */
export interface Lack {
  readonly reason: string;
  readonly remedy?: string;
}

function lack(reason: string, remedy: string): Lack {
  return { reason: oneLine(reason), remedy };
}

function oneLine(words: string): string {
  return words.trim().replace(/\s+/g, ' ');
}

const SECURE = 'open the page over https or on localhost';

export function gpuAbsent({ secureContext, userAgent }: PageEnvironment): Lack {
  if (!secureContext) {
    return lack('WebGPU needs a secure context and this page is not in one', SECURE);
  }
  const reason = 'this browser has no navigator.gpu';
  switch (family(userAgent)) {
    case 'chromium':
      return lack(reason, 'start it with --enable-unsafe-webgpu, and see chrome://gpu for what blocks WebGPU');
    case 'firefox':
      return lack(reason, 'set dom.webgpu.enabled to true in about:config');
    case 'safari':
      return lack(reason, 'use Safari 26 or newer, or switch WebGPU on in its feature flags');
    case 'webkitgtk':
      return lack(reason, 'WebKitGTK is built without WebGPU: use Chrome, Edge or Firefox');
    case 'other':
      return lack(reason, 'use Chrome, Edge, Firefox or Safari 26');
  }
}

export function noAdapter({ userAgent }: PageEnvironment): Lack {
  const reason = 'requestAdapter() gave no adapter';
  switch (family(userAgent)) {
    case 'chromium':
      return lack(
        reason,
        "install the GPU's Vulkan driver (on Debian mesa-vulkan-drivers), or start it with --use-webgpu-adapter=swiftshader for a software adapter",
      );
    case 'firefox':
      return lack(reason, 'install a Vulkan driver (on Debian mesa-vulkan-drivers) and set gfx.webgpu.ignore-blocklist to true in about:config');
    case 'safari':
    case 'webkitgtk':
    case 'other':
      return lack(reason, "install or update the GPU's driver");
  }
}

export function mlAbsent({ secureContext, userAgent }: PageEnvironment): Lack {
  if (!secureContext) {
    return lack('WebNN needs a secure context and this page is not in one', SECURE);
  }
  const reason = 'this browser has no navigator.ml';
  return family(userAgent) === 'chromium'
    ? lack(reason, 'switch on chrome://flags/#web-machine-learning-neural-network, or start it with --enable-features=WebMachineLearningNeuralNetwork')
    : lack(reason, 'WebNN is in no release of this browser: use Chrome or Edge with #web-machine-learning-neural-network');
}

/** The browser refused every kind of context; its own words tell why. */
export function noMlContext(words: readonly string[]): Lack {
  const said = [...new Set(words.map(oneLine))].join(', ');
  return /not supported on this platform/i.test(said)
    ? lack(`${said} (this build has no WebNN backend)`, 'use Chrome, Edge or the bundled Chrome Headless Shell, which are built with one')
    : lack(said, 'see chrome://gpu and the browser log for what WebNN lacks');
}

export function evalForbidden(): Lack {
  return lack(
    "the page's policy forbids eval, which the engine's WebNN provider needs",
    "serve the page through Bascule's bridge, or add 'unsafe-eval' to script-src",
  );
}

/** Why WebAssembly has one thread only, or null where it may have more. */
export function singleThread({ secureContext, crossOriginIsolated, sharedMemory, userAgent }: PageEnvironment): Lack | null {
  if (crossOriginIsolated && sharedMemory) {
    return null;
  }
  if (crossOriginIsolated) {
    return lack(
      'no shared memory though the page is cross-origin isolated, so WebAssembly has one thread',
      family(userAgent) === 'webkitgtk' ? 'WebKitGTK is built without SharedArrayBuffer: use Chrome or Firefox' : 'switch SharedArrayBuffer on in this browser',
    );
  }
  return secureContext
    ? lack(
        'the page is not cross-origin isolated, so WebAssembly has one thread',
        'serve it with the headers Cross-Origin-Opener-Policy: same-origin and Cross-Origin-Embedder-Policy: require-corp',
      )
    : lack('the page is not in a secure context, so WebAssembly has one thread', SECURE);
}
