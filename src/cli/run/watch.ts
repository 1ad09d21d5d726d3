import { setTimeout } from 'node:timers/promises';
import { delayMs } from '../backoff.ts';
import { listen, type Subscription } from '../events-stream.ts';
import { note } from '../terminal.ts';

/** How long to wait for further changes after the first, because several are often made one after the other. */
const quietMs = 300;
/** How often to ask while events arrive: not all changes of what is imported and referred to are events. */
const rareMs = 300_000;

/** Waits for changes: for events where the server streams them, otherwise for the next time to ask. */
export class ChangeHints {
  readonly #everyMs: number;
  readonly #signal: AbortSignal;
  #isStreaming = false;
  #wake = new AbortController();

  constructor(everyMs: number, signal: AbortSignal) {
    this.#everyMs = everyMs;
    this.#signal = signal;
  }

  /** Resolves when it is time to ask again; rejects when the signal is aborted. */
  async wait(): Promise<void> {
    const woken = this.#wake.signal;
    const pause = this.#isStreaming ? rareMs : this.#everyMs;
    await setTimeout(pause, undefined, { signal: AbortSignal.any([woken, this.#signal]) }).catch(() => undefined);
    this.#signal.throwIfAborted();
    if (woken.aborted) await setTimeout(quietMs, undefined, { signal: this.#signal });
    this.#wake = new AbortController();
  }

  /** Follows the events of the folder until the signal, or until the server refuses to stream them. */
  async follow(subscription: Subscription): Promise<void> {
    const hint = (): void => this.#wake.abort();
    const onOpen = (): void => {
      this.#isStreaming = true;
      hint();
    };
    for (let failures = 0; !this.#signal.aborted; failures += 1) {
      const reason = await listen(subscription, { onOpen, onEvent: hint }, this.#signal).catch(() => undefined);
      const wasStreaming = this.#isStreaming;
      this.#isStreaming = false;
      if (wasStreaming) failures = 0;
      hint();
      if (reason === undefined) return;
      await setTimeout(delayMs(failures), undefined, { signal: this.#signal }).catch(() => undefined);
    }
  }
}

/** Asks again and again until the signal; a failure is reported once, and does not end what runs. */
export const askRepeatedly = async (
  hints: ChangeHints,
  ask: () => Promise<void>,
  signal: AbortSignal,
): Promise<void> => {
  let problem = '';
  const askOnce = async (): Promise<string> => {
    try {
      await hints.wait();
      await ask();
      if (problem !== '') note('The server responds again.');
      return '';
    } catch (error) {
      const { message } = error as Error;
      if (message !== problem && !signal.aborted) note(`${message} The program keeps the secrets that it has.`);
      return message;
    }
  };
  while (!signal.aborted) problem = await askOnce();
};
