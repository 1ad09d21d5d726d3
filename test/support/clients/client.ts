import { expect } from 'chai';
import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';
import { operations, type OperationId } from '../../../generated/operations.ts';
import { pathOf } from '../expect/contract.ts';
import type { Server } from '../world/program.ts';
import type { CallOptions } from '../world/world.ts';

export type ClientRequest = Pick<CallOptions, 'params' | 'query' | 'body'>;

export type Answer = Pick<IncomingMessage, 'statusCode' | 'headers'>;

/** Calls the operations of a running server over HTTP. */
export class Client {
  readonly #server: Pick<Server, 'url'>;
  readonly #token: string | undefined;

  constructor(server: Pick<Server, 'url'>, token?: string) {
    this.#server = server;
    this.#token = token;
  }

  /** Opens connections, a hundred at a time because the server's accept queue is limited. */
  async connect(count: number): Promise<Socket[]> {
    const { hostname, port } = new URL(this.#server.url);
    const open = async (): Promise<Socket> => {
      const socket = connect({ host: hostname, port: Number(port) });
      await once(socket, 'connect');
      return socket;
    };
    const sockets: Socket[] = [];
    while (sockets.length < count)
      sockets.push(...(await Promise.all(Array.from({ length: Math.min(100, count - sockets.length) }, open))));
    return sockets;
  }

  /**
   * Sends a request on this socket and returns its status and headers; the body is discarded. Fails if the connection
   * is closed.
   */
  async sendOn(socket: Socket, id: OperationId, asked: ClientRequest): Promise<Answer> {
    const { url, method, headers, body = '' } = this.#requestOf(id, asked);
    const sent = request(url, {
      method,
      headers: { ...headers, 'content-length': Buffer.byteLength(body) },
      createConnection: () => socket,
    });
    sent.end(body);
    const [answer] = (await once(sent, 'response')) as [IncomingMessage];
    answer.on('error', () => undefined).resume();
    return answer;
  }

  /** Returns the body of the response; fails unless the status is 200. */
  async call(id: OperationId, asked: ClientRequest = {}): Promise<any> {
    const { url, ...options } = this.#requestOf(id, asked);
    const response = await fetch(url, options);
    const answer: unknown = await response.json();
    expect(response.status, `${id}: ${JSON.stringify(answer).slice(0, 500)}`).to.equal(200);
    return answer;
  }

  #requestOf(id: OperationId, { params, query, body }: ClientRequest) {
    const url = `${this.#server.url}${pathOf(operations[id], params)}?${new URLSearchParams(query).toString()}`;
    const headers = {
      'content-type': 'application/json',
      ...(this.#token && { authorization: `Bearer ${this.#token}` }),
    };
    return { url, method: operations[id].method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) };
  }
}
