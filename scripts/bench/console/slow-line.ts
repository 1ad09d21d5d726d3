import type { Page } from 'playwright-core';

export interface LineRequest {
  /** Milliseconds from the first request; `to` is 0 if it has not ended. */
  readonly from: number;
  readonly to: number;
  readonly bytes: number;
  /** The method and the path. */
  readonly what: string;
}

/** A line as with "Slow 3G" of Chromium's tools: 400 ms for each request, and 50 kB/s. */
export const slowDown = async (page: Page): Promise<{ readonly requests: () => LineRequest[] }> => {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 400,
    downloadThroughput: 50_000,
    uploadThroughput: 50_000,
  });
  const found = new Map<string, LineRequest>();
  const change = (id: string, changed: Partial<LineRequest>): void => {
    const request = found.get(id);
    if (request) found.set(id, { ...request, ...changed });
  };
  let start: number | undefined;
  const at = (timestamp: number): number => (timestamp - (start ??= timestamp)) * 1000;
  session.on('Network.requestWillBeSent', ({ requestId, timestamp, request: { method, url } }) => {
    found.set(requestId, { from: at(timestamp), to: 0, bytes: 0, what: `${method} ${new URL(url).pathname}` });
  });
  session.on('Network.dataReceived', ({ requestId, encodedDataLength }) => {
    change(requestId, { bytes: (found.get(requestId)?.bytes ?? 0) + encodedDataLength });
  });
  session.on('Network.loadingFinished', ({ requestId, timestamp, encodedDataLength }) => {
    change(requestId, { to: at(timestamp), bytes: encodedDataLength });
  });
  return { requests: () => [...found.values()] };
};
