import { expect } from 'chai';
import type { Frame } from '../support/clients/streams.ts';
import { everyFolder, optionalImports, permanentDependencies, permanentSecrets } from './model-project.ts';
import type { AcknowledgedChange } from './assumed-state.ts';

/** An event as a subscriber received it. */
export interface ReceivedEvent {
  readonly number: number;
  readonly kind: string;
  /** As `environment:path`. */
  readonly folder: string;
  readonly keys: readonly string[];
}

export const receivedEventIn = ({ id, event, data }: Frame): ReceivedEvent => {
  expect(Object.keys(data as object)).to.deep.equal(['projectType', 'data']);
  const { eventType, payload } = data.data as { eventType: string; payload: any };
  expect(eventType).to.equal(event);
  const entries = [payload].flat() as readonly { environment: string; secretPath: string; secretKey?: string }[];
  const folders = new Set(entries.map(({ environment, secretPath }) => `${environment}:${secretPath}`));
  expect(folders.size, 'an event is about one folder').to.equal(1);
  expect(Array.isArray(payload)).to.equal(event !== 'secret:import-mutation');
  return {
    number: Number(id),
    kind: event!,
    folder: [...folders][0]!,
    keys: entries.flatMap(({ secretKey }) => secretKey ?? []),
  };
};

export const textOf = ({ kind, folder, keys }: Pick<ReceivedEvent, 'kind' | 'folder' | 'keys'>): string =>
  keys.length > 0 ? `${kind} ${folder} ${keys.join(',')}` : `${kind} ${folder}`;

const isMutation = ({ kind }: ReceivedEvent): boolean => kind === 'secret:import-mutation';

const sameKeys = (one: readonly string[], other: readonly string[]): boolean =>
  [...one].sort().join() === [...other].sort().join();

/**
 * Replays the log on plain sets, in its order. Every event must belong to a change that the server acknowledged, each
 * change is used once and must be possible in the state at that point, and the events of dependent folders must follow
 * it directly.
 */
export class Replay {
  readonly secrets = new Map<string, Set<string>>(everyFolder.map((folder) => [folder, new Set()]));
  /** The folders whose optional import exists. */
  readonly #importing = new Set<string>();
  readonly #log: readonly ReceivedEvent[];
  /** Changes that have not been found in the log yet, by the texts of their possible events. */
  readonly #unmatched = new Map<string, Set<AcknowledgedChange>>();
  #at = 0;

  constructor(log: readonly ReceivedEvent[], done: readonly AcknowledgedChange[]) {
    this.#log = log;
    for (const [folder, key] of permanentSecrets) this.secrets.get(folder)!.add(key);
    for (const one of done)
      for (const text of textsOf(one)) this.#unmatched.set(text, (this.#unmatched.get(text) ?? new Set()).add(one));
  }

  run(): void {
    this.#log.forEach(({ number }, index) =>
      expect(number, 'event numbers are consecutive').to.equal(this.#log[0]!.number + index),
    );
    while (this.#at < this.#log.length) {
      const changed = isMutation(this.#log[this.#at]!) ? this.#import() : (this.#secrets() ?? this.#folder());
      if (!changed) throw new Error(`no acknowledged change has these events: ${this.#around()}`);
      this.#mutations(changed);
    }
    const left = [...this.#unmatched.entries()].filter(([, open]) =>
      [...open].some(({ what }) => what === 'secrets' || what === 'import'),
    );
    expect(
      left.map(([text]) => text),
      'acknowledged changes without events',
    ).to.deep.equal([]);
  }

  /** Matches a change of secrets, and returns their folders. */
  #secrets(): string[] | undefined {
    for (const length of [2, 1]) {
      const events = this.#log.slice(this.#at, this.#at + length);
      if (events.length < length || events.some(isMutation)) continue;
      const done = this.#take(events.map(textOf).join('; '));
      if (!done) continue;
      for (const event of events) this.#apply(event, 'isRename' in done && done.isRename);
      this.#at += length;
      return [...new Set(events.map(({ folder }) => folder))];
    }
    return undefined;
  }

  /**
   * Matches the renaming or deletion of a folder with all of its secrets. No folder depends on these, so no further
   * events follow.
   */
  #folder(): string[] | undefined {
    const [deleted, created] = [this.#log[this.#at]!, this.#log[this.#at + 1]];
    if (deleted.kind !== 'secret:delete' || !sameKeys(deleted.keys, [...this.secrets.get(deleted.folder)!]))
      return undefined;
    const isRename =
      created?.kind === 'secret:create' &&
      sameKeys(created.keys, deleted.keys) &&
      this.#take(`renamed ${created.folder}`) !== undefined;
    if (!isRename && !this.#take(`deleted ${deleted.folder}`)) return undefined;
    for (const event of isRename ? [deleted, created] : [deleted]) this.#apply(event, false);
    this.#at += isRename ? 2 : 1;
    return [];
  }

  /** Matches a change of imports; its first event is that of the importing folder itself. */
  #import(): string[] | undefined {
    const { folder } = this.#log[this.#at]!;
    const isNew = !this.#importing.has(folder);
    if (!this.#take(`${isNew ? 'imported' : 'ceased'} ${folder}`)) return undefined;
    if (isNew) this.#importing.add(folder);
    else this.#importing.delete(folder);
    this.#at += 1;
    return [folder];
  }

  #mutations(changed: readonly string[]): void {
    const wanted = new Set(changed.flatMap((folder) => [...this.#dependentsOf(folder)]));
    const events = this.#log.slice(this.#at, this.#at + wanted.size);
    const text = (folders: Iterable<string>): string => [...folders].sort().join(' ');
    if (!events.every(isMutation) || text(events.map(({ folder }) => folder)) !== text(wanted))
      throw new Error(`${changed.join(' ')} shows in ${text(wanted)}: ${this.#around()}`);
    this.#at += wanted.size;
  }

  #dependentsOf(folder: string): Set<string> {
    const shows = [
      ...permanentDependencies,
      ...[...this.#importing].map((one) => [one, optionalImports.get(one)!] as const),
    ];
    const found = new Set([folder]);
    for (const one of found) for (const [showing, shown] of shows) if (shown === one) found.add(showing);
    found.delete(folder);
    return found;
  }

  #take(text: string): AcknowledgedChange | undefined {
    const open = [...(this.#unmatched.get(text) ?? [])];
    // Changes with a single possible text come first: the others may match another text.
    const done = open.find((one) => textsOf(one).length === 1) ?? open[0];
    if (!done) return undefined;
    for (const one of textsOf(done)) {
      const others = this.#unmatched.get(one)!;
      others.delete(done);
      if (others.size === 0) this.#unmatched.delete(one);
    }
    return done;
  }

  #apply({ kind, folder, keys }: ReceivedEvent, isRename: boolean): void {
    const there = this.secrets.get(folder)!;
    const areThere = keys.map((key) => there.has(key));
    const possible = {
      'secret:create': [false],
      'secret:delete': [true],
      'secret:update': isRename ? [true, false] : [true],
    }[kind]!;
    areThere.forEach((isThere, index) => {
      if (isThere !== possible[index % possible.length])
        throw new Error(`${keys[index]} ${isThere ? 'is there' : 'is not there'}: ${this.#around()}`);
    });
    const deleted = kind === 'secret:delete' ? keys : isRename ? [keys[0]!] : [];
    for (const key of keys) there.add(key);
    for (const key of deleted) there.delete(key);
  }

  #around(): string {
    return this.#log
      .slice(Math.max(0, this.#at - 4), this.#at + 6)
      .map((event) => `\n  ${event.number} ${textOf(event)}`)
      .join('');
  }
}

const textsOf = (done: AcknowledgedChange): string[] => {
  if (done.what === 'secrets') return done.events.map((texts) => texts.join('; '));
  if (done.what === 'folder-deletion') return [`deleted ${done.from}`];
  if (done.what === 'folder-renaming') return [`renamed ${done.to}`];
  return [`${done.isNew ? 'imported' : 'ceased'} ${done.folder}`];
};
