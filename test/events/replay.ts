import { expect } from 'chai';
import type { Frame } from '../support/clients/streams.ts';
import { everyFolder, lastingSecrets, lastingShows, passingShows } from './playground.ts';
import type { Done } from './writers.ts';

/** An event as somebody was told of it. */
export interface Told {
  readonly number: number;
  readonly kind: string;
  /** As `environment:path`. */
  readonly folder: string;
  readonly keys: readonly string[];
}

export const toldIn = ({ id, event, data }: Frame): Told => {
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

export const textOf = ({ kind, folder, keys }: Pick<Told, 'kind' | 'folder' | 'keys'>): string =>
  keys.length > 0 ? `${kind} ${folder} ${keys.join(',')}` : `${kind} ${folder}`;

const isMutation = ({ kind }: Told): boolean => kind === 'secret:import-mutation';

const sameKeys = (one: readonly string[], other: readonly string[]): boolean =>
  [...one].sort().join() === [...other].sort().join();

/**
 * Does again, on plain sets, what the log says, in its order. Every step must be something that the server has said is
 * done, each of which happens once, and must be possible as things are then; and right after it comes what shows
 * through imports and references.
 */
export class Replay {
  readonly secrets = new Map<string, Set<string>>(everyFolder.map((folder) => [folder, new Set()]));
  /** As `folder`, of those that may show their one other folder or may not. */
  readonly #importing = new Set<string>();
  readonly #log: readonly Told[];
  /** By what may be told of it. */
  readonly #open = new Map<string, Set<Done>>();
  #at = 0;

  constructor(log: readonly Told[], done: readonly Done[]) {
    this.#log = log;
    for (const [folder, key] of lastingSecrets) this.secrets.get(folder)!.add(key);
    for (const one of done)
      for (const text of textsOf(one)) this.#open.set(text, (this.#open.get(text) ?? new Set()).add(one));
  }

  run(): void {
    this.#log.forEach(({ number }, index) =>
      expect(number, 'no number is missing, none is there twice').to.equal(this.#log[0]!.number + index),
    );
    while (this.#at < this.#log.length) {
      const changed = isMutation(this.#log[this.#at]!) ? this.#import() : (this.#secrets() ?? this.#folder());
      if (!changed) throw new Error(`nobody did that: ${this.#around()}`);
      this.#mutations(changed);
    }
    const left = [...this.#open.entries()].filter(([, open]) =>
      [...open].some(({ what }) => what === 'secrets' || what === 'import'),
    );
    expect(
      left.map(([text]) => text),
      'done, but never told',
    ).to.deep.equal([]);
  }

  /** Secrets were changed; the folders in which. */
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

  /** A folder was renamed or deleted with all that was in it. Nothing shows these, so there is nothing more to tell. */
  #folder(): string[] | undefined {
    const [gone, come] = [this.#log[this.#at]!, this.#log[this.#at + 1]];
    if (gone.kind !== 'secret:delete' || !sameKeys(gone.keys, [...this.secrets.get(gone.folder)!])) return undefined;
    const isRename =
      come?.kind === 'secret:create' &&
      sameKeys(come.keys, gone.keys) &&
      this.#take(`renamed ${come.folder}`) !== undefined;
    if (!isRename && !this.#take(`deleted ${gone.folder}`)) return undefined;
    for (const event of isRename ? [gone, come] : [gone]) this.#apply(event, false);
    this.#at += isRename ? 2 : 1;
    return [];
  }

  /** What is imported was changed; the folder itself is the first that is told of. */
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
    const shows = [...lastingShows, ...[...this.#importing].map((one) => [one, passingShows.get(one)!] as const)];
    const found = new Set([folder]);
    for (const one of found) for (const [showing, shown] of shows) if (shown === one) found.add(showing);
    found.delete(folder);
    return found;
  }

  #take(text: string): Done | undefined {
    const open = [...(this.#open.get(text) ?? [])];
    // Those of which only this can be told come first: the others may be something else.
    const done = open.find((one) => textsOf(one).length === 1) ?? open[0];
    if (!done) return undefined;
    for (const one of textsOf(done)) {
      const others = this.#open.get(one)!;
      others.delete(done);
      if (others.size === 0) this.#open.delete(one);
    }
    return done;
  }

  #apply({ kind, folder, keys }: Told, isRename: boolean): void {
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
    const gone = kind === 'secret:delete' ? keys : isRename ? [keys[0]!] : [];
    for (const key of keys) there.add(key);
    for (const key of gone) there.delete(key);
  }

  #around(): string {
    return this.#log
      .slice(Math.max(0, this.#at - 4), this.#at + 6)
      .map((event) => `\n  ${event.number} ${textOf(event)}`)
      .join('');
  }
}

const textsOf = (done: Done): string[] => {
  if (done.what === 'secrets') return done.told.map((texts) => texts.join('; '));
  if (done.what === 'folder-deletion') return [`deleted ${done.from}`];
  if (done.what === 'folder-renaming') return [`renamed ${done.to}`];
  return [`${done.isNew ? 'imported' : 'ceased'} ${done.folder}`];
};
