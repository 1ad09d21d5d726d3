// One or a few keep-alive connections to a server. They retry nothing, so that the caller knows which requests were
// answered and which have an unknown outcome.
import { Agent, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';

/** The request never reached the server. */
export class NotSent extends Error {}

/** The request was sent without a response: it may or may not have been executed. */
export class NoAnswer extends Error {}

const neverSent = ['ECONNREFUSED', 'EADDRNOTAVAIL'];

export class Connection {
  #agent;

  constructor(sockets = 1) {
    this.#agent = new Agent({ keepAlive: true, maxSockets: sockets });
  }

  send(url, token, method, path, body) {
    const text = body === undefined ? undefined : JSON.stringify(body);
    const headers = {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(text && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
    };
    return new Promise((resolve, reject) => {
      const fail = (error) =>
        reject(neverSent.includes(error.code) ? new NotSent(error.message) : new NoAnswer(error.message));
      const sent = request(url + path, { method, headers, agent: this.#agent, timeout: 60_000 }, (response) => {
        const chunks = [];
        response.on('data', (chunk) => chunks.push(chunk));
        response.once('error', fail);
        response.once('end', () => {
          const answer = Buffer.concat(chunks).toString();
          const isJson = response.headers['content-type']?.includes('json');
          resolve({
            status: response.statusCode,
            body: isJson ? JSON.parse(answer) : answer,
            requestId: response.headers['x-request-id'],
            at: Date.now(),
          });
        });
      });
      sent.once('timeout', () => sent.destroy(new Error('no response within a minute')));
      sent.once('error', fail);
      sent.end(text);
    });
  }

  close() {
    this.#agent.destroy();
  }
}

const patienceMs = 30_000;

/** Calls that must succeed, for set-up and for checking the result. Reads that get a 503 are retried for a while. */
export const callerOf = (url, token) => {
  const connection = new Connection(10);
  const send = async (method, path, body, accepted) => {
    for (const end = Date.now() + patienceMs; ; await pause(100)) {
      const answer = await connection.send(url, token, method, path, body);
      if (accepted.includes(answer.status)) return answer;
      if (method === 'GET' && answer.status === 503 && Date.now() < end) continue;
      throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body).slice(0, 300)}`);
    }
  };
  return Object.assign(async (method, path, body) => (await send(method, path, body, [200])).body, {
    /** Undefined for a 404. */
    find: async (path) => {
      const { status, body } = await send('GET', path, undefined, [200, 404]);
      return status === 200 ? body : undefined;
    },
    close: () => connection.close(),
  });
};
