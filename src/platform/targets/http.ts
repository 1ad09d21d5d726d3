import { request as requestHttp } from 'node:http';
import type { Socket } from 'node:net';
import { readBody } from '../outgoing/read-body.ts';
import { connectionFailure, TargetError } from './errors.ts';
import type { Protocol } from './targets.ts';
import { encrypt, type TargetTls } from './tls.ts';

export interface HttpRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  readonly body?: object | undefined;
}

export interface HttpResponse {
  readonly status: number;
  /** The parsed JSON; undefined for anything else. */
  readonly body: unknown;
}

const maxBytes = 65_536;

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

const send = async (socket: Socket, host: string, { method, path, headers, body }: HttpRequest) => {
  const text = body === undefined ? undefined : JSON.stringify(body);
  const response = await new Promise<Parameters<typeof readBody>[0]>((resolve, reject) => {
    requestHttp({
      method,
      path,
      headers: {
        Host: host,
        Accept: 'application/json',
        'Accept-Encoding': 'identity',
        Connection: 'close',
        ...(text !== undefined && {
          'Content-Type': 'application/json',
          'Content-Length': String(Buffer.byteLength(text)),
        }),
        ...headers,
      },
      createConnection: () => socket,
    })
      .once('response', resolve)
      .once('error', reject)
      .end(text);
  });
  const tooLong = () => new TargetError('unreachable', `Its response is longer than ${maxBytes} bytes.`);
  return { status: response.statusCode ?? 0, body: parse(await readBody(response, maxBytes, tooLong)) };
};

/** A connection for one request. */
export interface HttpSession {
  /** Returns the response, whatever its status; redirects are not followed. */
  request(request: HttpRequest): Promise<HttpResponse>;
}

/** Sends a request to the host and port of a URL; the certificate has to name the host. */
export const httpProtocol = (url: URL, host: string, tls: TargetTls | undefined): Protocol<HttpSession> => {
  let connection: Socket | undefined;
  return {
    async open(socket) {
      const encrypted = (connection = await encrypt(socket, host, tls));
      return {
        request: (request) =>
          send(encrypted, url.host, request).catch((error: unknown) => {
            throw connectionFailure(error);
          }),
      };
    },
    close: () => Promise.resolve(void connection?.destroy()),
  };
};
