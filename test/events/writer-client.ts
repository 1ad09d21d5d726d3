import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';
import type { Random } from './random.ts';

export type Body = Readonly<Record<string, unknown>>;

export interface Answer {
  readonly status: number;
  readonly body: any;
}

const expected = [200, 400, 403, 404];

/** Sends the requests of one writer, each to a random node. */
export class WriterClient {
  readonly #random: Random;
  readonly #urls: readonly string[];
  readonly #agent = new Agent({ keepAlive: true });

  constructor(random: Random, urls: readonly string[]) {
    this.#random = random;
    this.#urls = urls;
  }

  stop(): void {
    this.#agent.destroy();
  }

  async call(method: string, path: string, body: Body, token: string): Promise<Answer> {
    const url = new URL(path, this.#random.pick(this.#urls));
    const sent = JSON.stringify(body);
    const answer = await new Promise<Answer>((resolve, reject) => {
      // Set explicitly, because Node.js sends no length with the body of a DELETE request.
      const headers = {
        Authorization: `Bearer ${token}`,
        'Content-Type': 'application/json',
        'Content-Length': Buffer.byteLength(sent),
      };
      const call = request(url, { method, agent: this.#agent, headers }, (response) => {
        void text(response).then(
          (json) => resolve({ status: response.statusCode!, body: JSON.parse(json) as unknown }),
          reject,
        );
      });
      call.on('error', reject);
      call.end(sent);
    });
    if (!expected.includes(answer.status))
      throw new Error(`${method} ${path} ${JSON.stringify(body)}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer;
  }
}
