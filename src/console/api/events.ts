import { createParser, type EventSourceMessage } from 'eventsource-parser';
import type { components } from '../../../generated/api.d.ts';
import type { EventKind, ProjectEvent } from './project-event.ts';
import { bearer, currentToken, publicRequests, renewFromCookie } from './session.ts';
import { StreamRefused } from './stream-refused.ts';

export interface Subscription {
  readonly projectId: string;
  readonly kinds: readonly EventKind[];
}

export interface Listener {
  readonly onOpen: () => void;
  /** Called for all that the server sends, also for what is no event. */
  readonly onAlive: () => void;
  readonly onEvent: (event: ProjectEvent) => void;
}

/** The server pings every 15 seconds; after three missed pings the connection counts as lost. */
const silenceMs = 45_000;

const isTemporary = (status: number): boolean => status === 408 || status === 429 || status >= 500;

const subscribe = ({ projectId, kinds }: Subscription, signal: AbortSignal) =>
  publicRequests.POST('/api/v1/events/subscribe/project-events', {
    body: { projectId, register: kinds.map((event) => ({ event })) },
    headers: bearer(),
    parseAs: 'stream',
    signal,
  });

/** Opens the stream; unlike other requests, it never asks the person to log in again. */
const openStream = async (
  subscription: Subscription,
  signal: AbortSignal,
): Promise<ReadableStream<Uint8Array<ArrayBuffer>>> => {
  const token = currentToken();
  let { data, error, response } = await subscribe(subscription, signal);
  if (response.status === 401 && (await renewFromCookie(token)))
    ({ data, error, response } = await subscribe(subscription, signal));
  if (response.ok && data) return data;
  if (isTemporary(response.status)) throw new Error('The server cannot open the stream now.');
  throw new StreamRefused(response.status, error);
};

const eventOf = ({ data }: EventSourceMessage): ProjectEvent => {
  const { eventType: kind, payload } = (JSON.parse(data) as components['schemas']['EventNotification']).data;
  const [first, names] = Array.isArray(payload)
    ? [payload[0]!, payload.map(({ secretKey }) => secretKey)]
    : [payload, []];
  return { kind, environment: first.environment, path: first.secretPath, names };
};

const read = async (stream: ReadableStream<Uint8Array<ArrayBuffer>>, { onAlive, onEvent }: Listener): Promise<void> => {
  const parser = createParser({
    onEvent: (message) => {
      if (message.event === 'error') throw new Error('The server has ended the stream.');
      onEvent(eventOf(message));
    },
  });
  const reader = stream.pipeThrough(new TextDecoderStream()).getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    parser.feed(value);
    onAlive();
  }
};

/**
 * Listens until the stream ends. Throws `StreamRefused` if another attempt is of no use, and something else if it may
 * help.
 */
export const listen = async (subscription: Subscription, listener: Listener, signal: AbortSignal): Promise<void> => {
  const over = new AbortController();
  const end = (): void => over.abort();
  signal.addEventListener('abort', end);
  let silence = setTimeout(end, silenceMs);
  const onAlive = (): void => {
    clearTimeout(silence);
    silence = setTimeout(end, silenceMs);
    listener.onAlive();
  };
  try {
    const stream = await openStream(subscription, over.signal);
    listener.onOpen();
    await read(stream, { ...listener, onAlive });
  } finally {
    clearTimeout(silence);
    signal.removeEventListener('abort', end);
    end();
  }
};
