// The load generator process: runs autocannon with the given connections and requests. Any other status than the
// expected one fails the run.
import autocannon from 'autocannon';
import { loadResultOf, type LoadResult } from './load-result.ts';
import type { LoadRequest, Load } from './load.ts';

let number = 0;

/** `{n}` is a different number in every request, `{n%100}` cycles through a hundred numbers. */
const fill = (template: string): string =>
  template.replace(/\{n(?:%(\d+))?\}/g, (_, modulus?: string) => String(modulus ? number % Number(modulus) : number));

const toRequest = (
  { method = 'GET', path, headers, body }: LoadRequest,
  common: Load['headers'],
): autocannon.Request => {
  const text = body === undefined ? undefined : JSON.stringify(body);
  const request = {
    method,
    path,
    headers: { ...common, ...headers, ...(text !== undefined && { 'content-type': 'application/json' }) },
    ...(text !== undefined && { body: text }),
  };
  if (!`${path}${text}`.includes('{n')) return request;
  const setupRequest = (previous: autocannon.Request): autocannon.Request => {
    number += 1;
    return { ...previous, path: fill(path), ...(text !== undefined && { body: fill(text) }) };
  };
  return { ...request, setupRequest };
};

const run = async ({ urls, requests, headers, expects, connections, amount }: Load): Promise<LoadResult> => {
  const latencies: number[] = [];
  const unexpected = new Map<number, number>();
  const startedAt = performance.now();
  let lastAt = startedAt;
  const onResponse = (_client: unknown, status: number, _bytes: number, milliseconds: number): void => {
    latencies.push(milliseconds);
    lastAt = performance.now();
    if (status !== expects) unexpected.set(status, (unexpected.get(status) ?? 0) + 1);
  };
  const { errors, timeouts } = await new Promise<autocannon.Result>((resolve, reject) => {
    // The types of autocannon do not allow several URLs.
    const options = {
      url: [...urls] as unknown as string,
      requests: requests.map((request) => toRequest(request, headers)),
      connections,
      amount,
      timeout: 60,
      bailout: 1,
      sampleInt: 50,
    };
    // Records each latency, because the percentiles of autocannon are whole milliseconds.
    autocannon(options, (error: Error | null, result) => (error ? reject(error) : resolve(result))).on(
      'response',
      onResponse,
    );
  });
  if (unexpected.size > 0)
    throw new Error(
      `expected ${expects}, got ${[...unexpected].map(([status, count]) => `${count} times ${status}`).join(', ')}`,
    );
  if (errors > 0 || latencies.length !== amount)
    throw new Error(`${latencies.length} of ${amount} responses, ${errors} errors, ${timeouts} of them timeouts`);
  return loadResultOf(latencies, lastAt - startedAt);
};

process.on('message', (load: Load) => {
  run(load).then(
    (done) => process.send!({ done }),
    (error: unknown) => process.send!({ failed: (error as Error).message }),
  );
});
