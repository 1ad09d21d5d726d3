import { request as requestHttp, type IncomingMessage, type RequestOptions } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP } from 'node:net';
import { isTimeUp, yieldToEventLoop } from '../event-loop.ts';
import { hostOf, type OutgoingHosts } from './hosts.ts';

export interface OutgoingRequest {
  readonly hosts: OutgoingHosts;
  readonly signal: AbortSignal;
  /** Certificate authorities in PEM that replace the default ones; empty for the default. */
  readonly caCert?: string;
  /** False for a server whose certificate is not checked; true by default. */
  readonly verifiesCertificate?: boolean;
  /** Sends a POST with this body; without it, a GET is sent. */
  readonly body?: string;
  readonly headers: Readonly<Record<string, string>>;
}

const send = (
  url: URL,
  { hosts, signal, caCert = '', verifiesCertificate = true, body, headers }: OutgoingRequest,
): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    const options: RequestOptions = {
      agent: false,
      signal,
      method: body === undefined ? 'GET' : 'POST',
      headers: { ...headers, ...(body !== undefined && { 'Content-Length': String(Buffer.byteLength(body)) }) },
      ...hosts.lookupFor(url),
    };
    const request =
      url.protocol === 'https:'
        ? requestHttps(url, {
            ...options,
            ...(caCert !== '' && { ca: caCert }),
            rejectUnauthorized: verifiesCertificate,
            // The host that is connected to, also if a signed request names another one in its header.
            servername: isIP(hostOf(url)) === 0 ? hostOf(url) : '',
          })
        : requestHttp(url, options);
    request.once('response', resolve).once('error', reject).end(body);
  });

/**
 * Sends a request whose URL was checked with `problemOf`; does not follow redirects. Uses Node's own client, because its
 * `lookup` checks the very address that is connected to; with a new connection each time, so that none is reused that
 * was checked for another purpose. Beginning many connections at once takes several event-loop turns, because each has
 * to read its certificate authorities.
 */
export const sendRequest = async (url: URL, request: OutgoingRequest): Promise<IncomingMessage> => {
  if (isTimeUp()) await yieldToEventLoop();
  return send(url, request);
};
