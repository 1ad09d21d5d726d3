import { StreamRefused } from '../api/stream-refused.ts';
import type { EventKind, ProjectEvent } from '../api/project-event.ts';
import { onOtherSession } from '../api/session.ts';

/** An event as this tab has received it. */
export interface ReceivedEvent extends ProjectEvent {
  /** Counts the events of this tab. */
  readonly number: number;
  /** When it arrived; events say nothing about their time. */
  readonly receivedAt: string;
  /** How many secrets it is about, of which `names` has some. */
  readonly count: number;
}

export interface FeedState {
  /** `off`: nobody listens, as in a hidden tab. */
  readonly status: 'off' | 'connecting' | 'live' | 'refused';
  /** Whether it has been live before, so that connecting is done again. */
  readonly wasLive: boolean;
  /** Why the server refuses the stream. */
  readonly refusal?: StreamRefused | undefined;
  /** The newest first. */
  readonly events: readonly ReceivedEvent[];
}

export interface FeedListener {
  readonly onEvent: (event: ProjectEvent) => void;
  /** The stream was opened: whatever was loaded before may lack changes that nobody was told of. */
  readonly onOpen: () => void;
}

const maxEvents = 500;
/** Names of an event that are kept; a change of a whole folder has thousands. */
const maxNames = 20;

const [firstDelayMs, maxDelayMs] = [1000, 60_000];

/** How long to wait before the next attempt; different for each tab, so that a server that starts is not flooded. */
const delayAfter = (failures: number): number =>
  Math.min(firstDelayMs * 2 ** (failures - 1), maxDelayMs) * (0.75 + Math.random() / 2);

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => (clearTimeout(timer), resolve()), { once: true });
  });

/** The events of one project: one stream for all that show them, and the last of them. */
export class EventFeed {
  readonly #projectId: string;
  readonly #watchers = new Set<() => void>();
  readonly #listeners = new Set<FeedListener>();
  #state: FeedState = { status: 'off', wasLive: false, events: [] };
  #received = 0;

  constructor(projectId: string) {
    this.#projectId = projectId;
  }

  get state(): FeedState {
    return this.#state;
  }

  /** Calls the function when the state has changed; returns one that ends this. */
  readonly watch = (watcher: () => void): (() => void) => {
    this.#watchers.add(watcher);
    return () => this.#watchers.delete(watcher);
  };

  listen(listener: FeedListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Opens the stream, again and again if it ends, unless the server has refused it; returns a function that closes it. */
  start(kinds: readonly EventKind[]): () => void {
    if (this.#state.status === 'refused') return () => undefined;
    const closing = new AbortController();
    void this.#run(kinds, closing.signal);
    return () => {
      closing.abort();
      if (this.#state.status !== 'refused') this.#change({ status: 'off' });
    };
  }

  /** Forgets that the server has refused the stream. */
  readonly retry = (): void => this.#change({ status: 'off', refusal: undefined });

  async #run(kinds: readonly EventKind[], signal: AbortSignal): Promise<void> {
    let failures = 0;
    const listener = {
      onOpen: () => {
        this.#change({ status: 'live', wasLive: true });
        for (const { onOpen } of this.#listeners) onOpen();
      },
      onAlive: () => {
        failures = 0;
      },
      onEvent: (event: ProjectEvent) => this.#receive(event),
    };
    const isClosed = (): boolean => signal.aborted;
    while (!isClosed()) {
      this.#change({ status: 'connecting' });
      // Loaded here, because the data of a page comes first.
      const error: unknown = await import('../api/events.ts')
        .then(({ listen }) => listen({ projectId: this.#projectId, kinds }, listener, signal))
        .catch((reason: unknown) => reason);
      if (isClosed()) return;
      if (error instanceof StreamRefused) return this.#refuse(error);
      this.#change({ status: 'connecting' });
      failures += 1;
      await pause(delayAfter(failures), signal);
    }
  }

  /** Without a session, the stream is opened again after the next login. */
  #refuse(refusal: StreamRefused): void {
    if (refusal.status === 401) this.#change({ status: 'off' });
    else this.#change({ status: 'refused', refusal });
  }

  #receive(event: ProjectEvent): void {
    this.#received += 1;
    const received: ReceivedEvent = {
      ...event,
      names: event.names.slice(0, maxNames),
      count: event.names.length,
      number: this.#received,
      receivedAt: new Date().toISOString(),
    };
    this.#change({ events: [received, ...this.#state.events].slice(0, maxEvents) });
    for (const { onEvent } of this.#listeners) onEvent(event);
  }

  #change(change: Partial<FeedState>): void {
    this.#state = { ...this.#state, ...change };
    for (const watcher of this.#watchers) watcher();
  }
}

const feeds = new Map<string, EventFeed>();

onOtherSession(() => feeds.clear());

/** The feed of a project in this tab. */
export const feedOf = (projectId: string): EventFeed => {
  const feed = feeds.get(projectId) ?? new EventFeed(projectId);
  feeds.set(projectId, feed);
  return feed;
};
