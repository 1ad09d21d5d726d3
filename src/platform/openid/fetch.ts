import { request as requestHttp, type IncomingMessage, type RequestOptions } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { ProviderHosts } from './hosts.ts';
import { Refused } from './refused.ts';

export interface Limits {
  /** For everything that is asked with one signal. */
  readonly timeoutMs: number;
  readonly maxBytes: number;
  readonly maxRedirects: number;
}

export const usualLimits: Limits = { timeoutMs: 5_000, maxBytes: 262_144, maxRedirects: 3 };

interface Means {
  readonly hosts: ProviderHosts;
  readonly limits: Limits;
  /** In PEM: who must have signed the certificate, instead of the usual authorities. Empty for those. */
  readonly caCert: string;
  readonly signal: AbortSignal;
}

const unreachable = (detail: string) =>
  new Refused('provider_unreachable', `The provider could not be asked: ${detail}.`);
const invalid = (detail: string) =>
  new Refused('provider_answer_invalid', `The provider's answer is of no use: ${detail}.`);

/**
 * Node's own client, because its `lookup` decides on the very address that is connected to; a new connection each time,
 * so that none was judged for somebody else.
 */
const ask = (url: URL, { hosts, caCert, signal }: Means): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    const problem = hosts.problemOf(url);
    if (problem) return reject(new Refused('provider_not_allowed', `The provider's URL ${problem}.`));
    const options: RequestOptions = {
      agent: false,
      signal,
      headers: { Accept: 'application/json', 'Accept-Encoding': 'identity' },
      ...hosts.lookupFor(url),
    };
    const request =
      url.protocol === 'https:'
        ? requestHttps(url, { ...options, ...(caCert !== '' && { ca: caCert }) })
        : requestHttp(url, options);
    request.once('response', resolve).once('error', reject).end();
  });

const read = async (response: IncomingMessage, maxBytes: number): Promise<unknown> => {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBytes) throw invalid(`it is longer than ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8'));
  } catch {
    throw invalid('it is not JSON');
  }
};

const follow = async (url: URL, means: Means): Promise<unknown> => {
  let place = url;
  for (let redirects = 0; redirects <= means.limits.maxRedirects; redirects += 1) {
    const response = await ask(place, means);
    try {
      const { statusCode = 0, headers } = response;
      if (statusCode === 200) return await read(response, means.limits.maxBytes);
      if (![301, 302, 303, 307, 308].includes(statusCode)) throw invalid(`it has the status ${statusCode}`);
      if (!headers.location || !URL.canParse(headers.location, place.href)) throw invalid('it redirects to nowhere');
      place = new URL(headers.location, place);
    } finally {
      response.destroy();
    }
  }
  throw invalid(`it redirects more than ${means.limits.maxRedirects} times`);
};

/** The JSON that is there, within the limits; wherever it redirects to is judged anew. */
export const fetchJson = async (url: URL, means: Means): Promise<unknown> => {
  try {
    return await follow(url, means);
  } catch (error) {
    if (error instanceof Refused) throw error;
    if (means.signal.aborted) throw unreachable(`it took longer than ${means.limits.timeoutMs} ms`);
    throw unreachable((error as NodeJS.ErrnoException).code ?? 'the connection failed');
  }
};
