import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { operations, type OperationId } from '../../../generated/operations.ts';
import { assertDocumented, pathOf } from '../expect/contract.ts';
import type { CallOptions, World } from '../world/world.ts';

export interface LateResponse {
  readonly status: number;
  readonly type: string;
  readonly headers: Record<string, string>;
  readonly body: any;
}

/** A request whose headers the server has received, and whose body it is waiting for. */
export interface LateRequest {
  /** Sends the body; fails if the contract does not document the response. */
  finish(): Promise<LateResponse>;
}

const read = async (answer: IncomingMessage): Promise<LateResponse> => {
  let text = '';
  for await (const part of answer.setEncoding('utf8')) text += part;
  const headers = answer.headers as Record<string, string>;
  const type = headers['content-type']!.split(';', 1)[0]!;
  return { status: answer.statusCode!, type, headers, body: JSON.parse(text) };
};

/** Sends the headers of a request, on a connection of its own. */
export const sendHeaders = async (
  { server: { url } }: World,
  id: OperationId,
  { as, params, query, body, headers }: CallOptions,
): Promise<LateRequest> => {
  const { method } = operations[id];
  const text = JSON.stringify(body);
  const path = `${pathOf(operations[id], params)}?${new URLSearchParams(query).toString()}`;
  const sent = request(`${url}${path}`, {
    method,
    agent: false,
    headers: {
      ...(as && { Authorization: `Bearer ${as.token}` }),
      'Content-Type': 'application/json',
      ...(!headers?.['Transfer-Encoding'] && { 'Content-Length': Buffer.byteLength(text) }),
      // The server confirms the headers.
      Expect: '100-continue',
      ...headers,
    },
  });
  const answered = once(sent, 'response') as Promise<[IncomingMessage]>;
  sent.flushHeaders();
  await Promise.race([once(sent, 'continue'), answered]);
  return {
    finish: async () => {
      sent.end(text);
      const response = await read((await answered)[0]);
      assertDocumented(method, path, response);
      return response;
    },
  };
};
