import type { IncomingMessage } from 'node:http';
import { readBody } from '../outgoing/read-body.ts';
import { sendRequest } from '../outgoing/request.ts';
import type { ProviderHosts } from './hosts.ts';
import { Refused, Unreachable } from '../refused.ts';

export interface Limits {
  /** For all requests that share one signal. */
  readonly timeoutMs: number;
  readonly maxBytes: number;
  readonly maxRedirects: number;
}

export const defaultLimits: Limits = { timeoutMs: 5_000, maxBytes: 262_144, maxRedirects: 3 };

/** A key set at a known address: nothing has to lead there. */
export const knownKeySetLimits = { maxBytes: 65_536, maxRedirects: 0 };

interface Deps {
  readonly hosts: ProviderHosts;
  readonly limits: Limits;
  /** Certificate authorities in PEM that replace the default ones; empty for the default. */
  readonly caCert: string;
  readonly signal: AbortSignal;
}

const unreachable = (detail: string) =>
  new Unreachable('provider_unreachable', `The provider could not be reached: ${detail}.`);
const invalid = (detail: string) =>
  new Unreachable('provider_answer_invalid', `The provider's response is not usable: ${detail}.`);

/** A form to post, with the headers that authenticate the sender. */
interface Form {
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** The API server of Kubernetes has its key set in the second form only, and otherwise responds with 406. */
const accepted = 'application/json, application/jwk-set+json';

const send = (url: URL, { hosts, caCert, signal }: Deps, form?: Form): Promise<IncomingMessage> => {
  const problem = hosts.problemOf(url);
  if (problem) throw new Unreachable('provider_not_allowed', `The provider's URL ${problem}.`);
  const headers = { Accept: accepted, 'Accept-Encoding': 'identity', ...form?.headers };
  return sendRequest(url, { hosts, caCert, signal, headers, ...(form && { body: form.body }) });
};

const read = async (response: IncomingMessage, maxBytes: number): Promise<unknown> => {
  const text = await readBody(response, maxBytes, () => invalid(`it is longer than ${maxBytes} bytes`));
  try {
    return JSON.parse(text);
  } catch {
    throw invalid('it is not JSON');
  }
};

const followRedirects = async (url: URL, deps: Deps): Promise<unknown> => {
  let location = url;
  for (let redirects = 0; redirects <= deps.limits.maxRedirects; redirects += 1) {
    const response = await send(location, deps);
    try {
      const { statusCode = 0, headers } = response;
      if (statusCode === 200) return await read(response, deps.limits.maxBytes);
      if (![301, 302, 303, 307, 308].includes(statusCode)) throw invalid(`it has the status ${statusCode}`);
      if (!headers.location || !URL.canParse(headers.location, location.href))
        throw invalid('it redirects without a valid location');
      location = new URL(headers.location, location);
    } finally {
      response.destroy();
    }
  }
  throw invalid(`it redirects more than ${deps.limits.maxRedirects} times`);
};

const withinLimits = async (deps: Deps, work: () => Promise<unknown>): Promise<unknown> => {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Refused) throw error;
    if (deps.signal.aborted) throw unreachable(`it took longer than ${deps.limits.timeoutMs} ms`);
    throw unreachable((error as NodeJS.ErrnoException).code ?? 'the connection failed');
  }
};

/** Fetches JSON within the limits; the target of each redirect is checked like the first URL. */
export const fetchJson = (url: URL, deps: Deps): Promise<unknown> =>
  withinLimits(deps, () => followRedirects(url, deps));

/** Posts a form within the limits, and returns the JSON of a 200. Follows no redirect: the form has credentials. */
export const postForm = (url: URL, form: Form, deps: Deps): Promise<unknown> =>
  withinLimits(deps, async () => {
    const headers = { ...form.headers, 'Content-Type': 'application/x-www-form-urlencoded' };
    const response = await send(url, deps, { ...form, headers });
    try {
      if (response.statusCode !== 200) throw invalid(`it has the status ${response.statusCode ?? 0}`);
      return await read(response, deps.limits.maxBytes);
    } finally {
      response.destroy();
    }
  });
