import { createParser, type EventSourceMessage } from 'eventsource-parser';
import { StartError } from '../platform/errors.ts';
import { describeErrorResponse } from './refusal.ts';
import { addressAdvice, isTemporary, uuid } from './server/client.ts';

export const eventKinds = ['secret:create', 'secret:update', 'secret:delete', 'secret:import-mutation'] as const;
export type EventKind = (typeof eventKinds)[number];

export interface Subscription {
  readonly url: string;
  readonly token: () => Promise<string>;
  /** The id or the slug of the project. */
  readonly project: string;
  readonly kinds: readonly EventKind[];
  readonly environment?: string;
  readonly path?: string;
}

/** A change of secrets in one folder. */
export interface ProjectEvent {
  readonly kind: EventKind;
  readonly environment: string;
  readonly path: string;
  /** Empty for changes that show through imports and references. */
  readonly keys: readonly string[];
  /** The event as received, as a line of JSON. */
  readonly received: string;
}

export interface Listener {
  readonly onOpen: () => void;
  readonly onEvent: (event: ProjectEvent) => void;
}

/** The server pings every 15 seconds; after three missed pings the connection counts as lost. */
const silenceLimitMs = 45_000;

const connectionLost = 'The connection was lost.';

/** A failure that a later attempt may not have. */
class Interruption extends Error {}

const isWorthRetrying = (status: number): boolean => status === 408 || status === 429 || status >= 500;

const call = async (
  { url, token }: Subscription,
  path: string,
  signal: AbortSignal,
  body?: object,
): Promise<Response> => {
  const bearer = await token().catch((error: unknown) => {
    throw isTemporary(error) ? new Interruption((error as Error).message, { cause: error }) : error;
  });
  const headers = { authorization: `Bearer ${bearer}`, ...(body && { 'content-type': 'application/json' }) };
  const response = await fetch(new URL(path, url), {
    method: body ? 'POST' : 'GET',
    headers,
    body: JSON.stringify(body),
    redirect: 'manual',
    signal,
  }).catch((cause: unknown) => {
    throw new Interruption(`No server responds at ${new URL(url).origin}.${addressAdvice}`, { cause });
  });
  if (response.ok) return response;
  const { message = 'no reason given.' } = (await response.json().catch(() => ({}))) as { message?: unknown };
  const refusal = describeErrorResponse(response.status, message);
  throw isWorthRetrying(response.status) ? new Interruption(refusal) : new StartError(refusal);
};

const idOf = async (subscription: Subscription, signal: AbortSignal): Promise<string> => {
  if (uuid.test(subscription.project)) return subscription.project;
  const response = await call(
    subscription,
    `/api/v1/projects/slug/${encodeURIComponent(subscription.project)}`,
    signal,
  );
  const { id } = (await response.json().catch((cause: unknown) => {
    throw new Interruption(connectionLost, { cause });
  })) as { id: string };
  return id;
};

interface FolderReference {
  readonly environment: string;
  readonly secretPath: string;
}

const readEvent = ({ event, data }: EventSourceMessage): ProjectEvent | undefined => {
  const kind = eventKinds.find((name) => name === event);
  if (!kind) return undefined;
  const { payload } = (
    JSON.parse(data) as { data: { payload: FolderReference | (FolderReference & { secretKey: string })[] } }
  ).data;
  const keys = Array.isArray(payload) ? payload.map(({ secretKey }) => secretKey) : [];
  const { environment, secretPath: path } = Array.isArray(payload) ? payload[0]! : payload;
  return { kind, environment, path, keys, received: data };
};

const subscribe = async (subscription: Subscription, signal: AbortSignal): Promise<ReadableStream<Uint8Array>> => {
  const { kinds, environment: environmentSlug, path: secretPath } = subscription;
  const register = kinds.map((event) => ({ event, conditions: { environmentSlug, secretPath } }));
  const response = await call(subscription, '/api/v1/events/subscribe/project-events', signal, {
    projectId: await idOf(subscription, signal),
    register,
  });
  if (!response.headers.get('content-type')?.startsWith('text/event-stream'))
    throw new StartError(`The server at ${new URL(subscription.url).origin} does not stream events.`);
  return response.body!;
};

const read = async (
  stream: ReadableStream<Uint8Array>,
  onEvent: Listener['onEvent'],
  onData: () => void,
): Promise<never> => {
  const parser = createParser({
    onEvent: (message) => {
      if (message.event === 'error')
        throw new Interruption(
          `The server ended the stream: ${(JSON.parse(message.data) as { message: string }).message}`,
        );
      const event = readEvent(message);
      if (event) onEvent(event);
    },
  });
  const reader = stream.pipeThrough(new TextDecoderStream()).getReader();
  for (;;) {
    const { done, value } = await reader.read().catch((cause: unknown) => {
      throw new Interruption(connectionLost, { cause });
    });
    if (done) throw new Interruption(connectionLost);
    // The parser does not report pings, but any data shows that the server is alive.
    onData();
    parser.feed(value);
  }
};

/**
 * Listens until the stream ends, and returns the reason if it is temporary. Throws the message of the server if a retry
 * is of no use.
 */
export const listen = async (
  subscription: Subscription,
  { onOpen, onEvent }: Listener,
  signal: AbortSignal,
  limitMs = silenceLimitMs,
): Promise<string> => {
  const silence = new AbortController();
  const watch = setTimeout(() => silence.abort(), limitMs);
  const over = new AbortController();
  try {
    const stream = await subscribe(subscription, AbortSignal.any([signal, silence.signal, over.signal]));
    onOpen();
    return await read(stream, onEvent, () => watch.refresh());
  } catch (error) {
    if (!(error instanceof Interruption)) throw error;
    return silence.signal.aborted ? `The server has not sent anything for ${limitMs / 1000} s.` : error.message;
  } finally {
    clearTimeout(watch);
    over.abort();
  }
};
