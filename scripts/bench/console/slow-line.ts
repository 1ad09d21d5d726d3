import type { Page } from 'playwright-core';

export interface SlowLine {
  /** Start, end (0 if it has not ended), size and address of every request so far. */
  readonly requests: () => (readonly [from: number, to: number, bytes: number, what: string])[];
}

/** A line as with "Slow 3G" of Chromium's tools: 400 ms for each request, 50 kB/s. */
export const slowDown = async (page: Page): Promise<SlowLine> => {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 400,
    downloadThroughput: 50_000,
    uploadThroughput: 50_000,
  });
  const found = new Map<string, { from: number; to: number; bytes: number; what: string }>();
  let start: number | undefined;
  const at = (timestamp: number): number => (timestamp - (start ??= timestamp)) * 1000;
  session.on('Network.requestWillBeSent', ({ requestId, timestamp, request: { method, url } }) => {
    found.set(requestId, { from: at(timestamp), to: 0, bytes: 0, what: `${method} ${new URL(url).pathname}` });
  });
  session.on('Network.dataReceived', ({ requestId, encodedDataLength }) => {
    const request = found.get(requestId);
    if (request) request.bytes += encodedDataLength;
  });
  session.on('Network.loadingFinished', ({ requestId, timestamp, encodedDataLength }) => {
    const request = found.get(requestId);
    if (request) Object.assign(request, { to: at(timestamp), bytes: encodedDataLength });
  });
  return { requests: () => [...found.values()].map(({ from, to, bytes, what }) => [from, to, bytes, what] as const) };
};
