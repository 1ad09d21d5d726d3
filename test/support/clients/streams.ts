import { expect } from 'chai';
import { request, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import type { World } from '../world/world.ts';

export interface Frame {
  readonly id?: string;
  readonly event?: string;
  readonly data?: any;
}

const readFrame = (lines: string): Frame =>
  Object.fromEntries(
    lines.split('\n').map((line) => {
      const [name, value] = [line.slice(0, line.indexOf(': ')), line.slice(line.indexOf(': ') + 2)];
      return [name, name === 'data' ? (JSON.parse(value) as unknown) : value];
    }),
  );

interface SecretEventPayload {
  readonly environment: string;
  readonly secretPath: string;
  readonly secretKey?: string;
}

/** Summarizes a frame as `kind environment:path KEYS`, or as `error` and its message. */
export const summarize = ({ event, data }: Frame): string => {
  if (event === 'error') return `error ${data.message}`;
  const { payload } = data.data as { payload: SecretEventPayload | readonly SecretEventPayload[] };
  const all: readonly SecretEventPayload[] = 'secretPath' in payload ? [payload] : payload;
  const { environment, secretPath } = all[0]!;
  return [
    event,
    `${environment}:${secretPath}`,
    ...(all === payload ? [all.map(({ secretKey }) => secretKey).join(',')] : []),
  ].join(' ');
};

/** An event stream with the frames that a test has received. */
export class TestStream {
  readonly response: IncomingMessage;
  readonly #world: World;
  readonly #frames: Frame[] = [];
  #text = '';
  #isOver = false;
  #wake: () => void = () => undefined;

  constructor(world: World, response: IncomingMessage) {
    this.#world = world;
    this.response = response;
    response.setEncoding('utf8');
    response.on('data', (chunk: string) => {
      const pieces = (this.#text + chunk).split('\n\n');
      this.#text = pieces.pop()!;
      this.#frames.push(...pieces.map(readFrame));
      this.#wake();
    });
    const over = (): void => {
      this.#isOver = true;
      this.#wake();
    };
    response.on('end', over);
    response.on('error', over);
    response.on('close', over);
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  get #pings(): number {
    return this.#frames.filter(({ event }) => event === 'ping').length;
  }

  /** Waits for this many more frames, not counting pings. */
  async next(count: number): Promise<Frame[]> {
    const arrived = (): Frame[] => this.#frames.filter(({ event }) => event !== 'ping');
    await this.#until(() => this.#isOver || arrived().length >= count);
    const found = arrived().slice(0, count);
    this.#frames.splice(0, Number.MAX_SAFE_INTEGER, ...arrived().slice(count));
    return found;
  }

  /** The frames received so far without pings, after everything committed has been delivered. */
  async frames(): Promise<Frame[]> {
    const { eventStreams } = this.#world.server.parts;
    await eventStreams.settled();
    const pings = this.#pings;
    await eventStreams.hub.ping();
    await this.#until(() => this.#isOver || this.#pings > pings);
    return this.#frames.splice(0).filter(({ event }) => event !== 'ping');
  }

  /** The frames that have arrived, pings excluded, as `kind environment:path KEYS`. */
  async received(): Promise<string[]> {
    return (await this.frames()).map(summarize);
  }

  /** Waits for the end of the stream and returns the message of its error event. */
  async reason(): Promise<string> {
    await this.#until(() => this.#isOver);
    const last = this.#frames.at(-1);
    expect(last?.event).to.equal('error');
    return last!.data.message as string;
  }

  /** Waits for the event with this number or a later one. */
  async upTo(number: number): Promise<void> {
    await this.#until(
      () => this.#isOver || Number(this.#frames.findLast(({ id }) => id !== undefined)?.id ?? 0) >= number,
    );
  }

  /** All frames without pings, once the server has ended the stream. */
  async all(): Promise<Frame[]> {
    await this.#until(() => this.#isOver);
    return this.#frames.splice(0).filter(({ event }) => event !== 'ping');
  }

  close(): void {
    this.response.destroy();
  }

  async #until(isDone: () => boolean): Promise<void> {
    while (!isDone()) await new Promise<void>((resolve) => (this.#wake = resolve));
  }
}

export interface Registration {
  readonly event: string;
  readonly conditions?: { readonly environmentSlug?: string; readonly secretPath?: string };
}

export const allEventKinds: readonly Registration[] = [
  'secret:create',
  'secret:update',
  'secret:delete',
  'secret:import-mutation',
].map((event) => ({ event }));

/** Requests a stream; the response may be an error. */
export const subscribe = (
  world: World,
  as: { token: string },
  body: unknown,
  more: Readonly<Record<string, string>> = {},
): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    const url = new URL('/api/v1/events/subscribe/project-events', world.server.url);
    const call = request(
      url,
      { method: 'POST', headers: { Authorization: `Bearer ${as.token}`, 'Content-Type': 'application/json', ...more } },
      resolve,
    );
    call.on('error', reject);
    call.end(JSON.stringify(body));
  });

/** Opens a stream of the project's events; fails unless the server accepts it. */
export const listen = async (
  world: World,
  as: { token: string },
  projectId: string,
  register: readonly Registration[] = allEventKinds,
): Promise<TestStream> => {
  const response = await subscribe(world, as, { projectId, register });
  if (response.statusCode !== 200) throw new Error(`${response.statusCode} ${await text(response)}`);
  return new TestStream(world, response);
};

/** Resolves when this number of streams of the project is open on the server. */
export const untilOpen = async ({ server }: World, projectId: string, count: number): Promise<void> => {
  while (server.parts.eventStreams.hub.countOf(projectId) !== count)
    await new Promise((resolve) => setImmediate(resolve));
  await server.parts.eventStreams.settled();
};
