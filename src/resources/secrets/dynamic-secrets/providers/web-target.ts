import { httpProtocol, type HttpRequest, type HttpResponse } from '../../../../platform/targets/http.ts';
import { TargetError } from '../../../../platform/targets/errors.ts';
import type { ProviderDeps } from './provider.ts';
import { inSession, type SessionOptions, type Target, type TlsInputs } from './target.ts';

/** A system with an HTTP interface: how errors call it, and where it is. */
export interface WebTarget {
  readonly who: string;
  readonly url: URL;
  readonly tls: Pick<TlsInputs, 'ca' | 'sslRejectUnauthorized'>;
}

/** The URL of a text that names a host with https or http and nothing else than a port or a path; undefined for others. */
export const webUrl = (text: string): URL | undefined => {
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  const isPlain = url.username === '' && url.password === '' && url.search === '' && url.hash === '';
  return isPlain && /^https?:$/.test(url.protocol) ? url : undefined;
};

const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '');

export const targetOf = ({ url }: Pick<WebTarget, 'url'>): Target => ({
  address: { host: hostOf(url), port: Number(url.port) || (url.protocol === 'https:' ? 443 : 80) },
  isEncrypted: url.protocol === 'https:',
});

/** What the system says about an error, in the field in which it says it. */
const reasonIn = (body: unknown): string => {
  const { message, reason } = (body ?? {}) as { message?: unknown; reason?: unknown };
  const text = [message, reason].find((each) => typeof each === 'string');
  return text === undefined ? '' : `: ${text}`;
};

export interface WebCall extends HttpRequest {
  /** The statuses that are no error, beside those from 200 to 299, if the response is JSON: others come from a proxy. */
  readonly accepted?: readonly number[];
  /** For statuses, what they mean. */
  readonly meanings?: Readonly<Record<number, string>>;
}

/** Sends a request; throws a `ProviderError` in words for a status that is an error. */
export const callWeb = (
  { who, url, tls: { ca, sslRejectUnauthorized } }: WebTarget,
  deps: ProviderDeps,
  options: SessionOptions,
  { accepted = [], meanings = {}, ...request }: WebCall,
): Promise<HttpResponse> => {
  const tls = url.protocol === 'https:' ? { ca, verifiesCertificate: sslRejectUnauthorized } : undefined;
  const path = `${url.pathname.replace(/\/+$/, '')}${request.path}`;
  const protocol = httpProtocol(url, hostOf(url), tls);
  return inSession(targetOf({ url }), protocol, deps, options, async (session) => {
    const response = await session.request({ ...request, path });
    const { status, body } = response;
    if ((status >= 200 && status < 300) || (accepted.includes(status) && body !== undefined)) return response;
    const meaning = meanings[status] ?? `${who} responded with the status ${status}`;
    // It may have done it although it failed; what it refused, it did not do.
    throw new TargetError(status >= 500 ? 'unreachable' : 'refused', `${meaning}${reasonIn(body)}.`);
  });
};
