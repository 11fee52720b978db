import type { MemoryReport } from '../protocol/generated';

type Report = Omit<MemoryReport, 'type' | 'seq' | 'ack' | 'job'>;

interface Measurement {
  readonly bytes: number;
  readonly breakdown: readonly { readonly bytes: number; readonly types: readonly string[] }[];
}

export type Measure = () => Promise<Measurement>;

const SOURCE = 'performance.measureUserAgentSpecificMemory(): the page with its workers and frames; memory of the GPU process is not in it';

/** The browser's own account of the page's memory. It waits for a garbage collection, so takes seconds. */
export async function pageMemory(timeoutMs: number, measure: Measure | null = measurer()): Promise<Report> {
  if (measure === null) {
    return none(
      globalThis.crossOriginIsolated === true
        ? 'this browser has no performance.measureUserAgentSpecificMemory'
        : 'performance.measureUserAgentSpecificMemory is not here: it needs Chromium and a cross-origin isolated page',
    );
  }
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<null>((resolve) => (timer = setTimeout(resolve, timeoutMs, null)));
  try {
    const measured = await Promise.race([measure(), late]);
    return measured === null ? none(`the browser did not measure it within ${timeoutMs} ms`) : report(measured);
  } catch (error) {
    return none(String(error));
  } finally {
    clearTimeout(timer);
  }
}

function report({ bytes, breakdown }: Measurement): Report {
  const byType: Record<string, number> = {};
  for (const entry of breakdown) {
    if (entry.bytes > 0) {
      const name = entry.types.join('+') || 'other';
      byType[name] = (byType[name] ?? 0) + entry.bytes;
    }
  }
  return { bytes, breakdown: byType, source: SOURCE, reason: null };
}

function none(reason: string): Report {
  return { bytes: null, breakdown: {}, source: 'none', reason };
}

function measurer(): Measure | null {
  const native = (performance as Performance & { measureUserAgentSpecificMemory?: Measure }).measureUserAgentSpecificMemory;
  return native === undefined ? null : () => native.call(performance);
}
