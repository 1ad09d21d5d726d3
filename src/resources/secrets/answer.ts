import { Tagged, type IsKnown } from '../../contract.ts';
import { hashText } from '../../platform/crypto/digest.ts';
import { MissingDataKey } from '../../platform/crypto/data-keys.ts';
import type { DataKey } from '../../platform/crypto/sealing.ts';
import { badRequest } from '../../platform/errors.ts';
import type { Scope } from '../../scope.ts';
import { keyOf } from '../data-keys/sealing.ts';
import { Expansion } from './expand.ts';
import type { ReferenceGraph, Seen } from './graph.ts';
import type { FoundSecret, ReadExtent } from './reader.ts';
import { openComment, openMetadata, openValue } from './sealing.ts';
import type { WholeSecret } from './store.ts';
import type { OpenedSecret } from './view.ts';

type Means = Pick<Scope, 'stores' | 'dataKeys'>;

/** An answer before anything in it is opened. */
export interface Draft {
  /** What was asked for, and what besides secrets the answer depends on. */
  readonly question: unknown;
  readonly seen: readonly Seen[];
  /** Only if references are to be replaced. */
  readonly graph: ReferenceGraph | undefined;
  /** Without it no value is shown, whatever the reader may do. */
  readonly showsValues: boolean;
}

/** Changes when answers are made in another way from the same secrets. */
const format = 2;

/** Of a secret, those that its answer depends on. In one row with those of all others, for a list of lists takes twice the time. */
const addFacts = (facts: unknown[], { row, folder: { place }, tags, isReadable }: FoundSecret): void => {
  // A personal secret is renamed with its shared one, without a version or a time of its own for that.
  facts.push(row.versionId, row.key, row.updatedAt, row.redactedAt, place.environment, place.path, isReadable, tags.length);
  for (const { id, slug, color } of tags) facts.push(id, slug, color);
};

/** Of everything that the answer is made of; nothing has to be opened for it. */
const etagOf = ({ question, seen, graph, showsValues }: Draft): string => {
  const facts: unknown[] = [format, showsValues, question, seen.length];
  for (const { found, context } of seen) {
    facts.push(context.id);
    addFacts(facts, found);
  }
  for (const found of graph?.used ?? []) addFacts(facts, found);
  return `"${hashText(JSON.stringify([...facts, graph?.missing]))}"`;
};

/** How many are opened before others get their turn. */
const atOnce = 200;

/** The keys that these were sealed with. */
const keysOf = async (means: Means, secrets: readonly FoundSecret[]): Promise<(row: WholeSecret) => DataKey> => {
  const keys = new Map<string, DataKey>();
  for (const { row: { dataKeyId } } of secrets) if (!keys.has(dataKeyId)) keys.set(dataKeyId, await keyOf(means, dataKeyId));
  return ({ dataKeyId }) => keys.get(dataKeyId)!;
};

/** Far below what one text can hold at all. */
const maxCharacters = 128 * 1024 * 1024;

/** 400 once there is more than one answer holds: a secret may be imported any number of times. */
const sizeCheck = () => {
  let total = 0;
  return ({ value = '', comment, metadata }: OpenedSecret): void => {
    total += value.length + comment.length + metadata.reduce((sum, entry) => sum + entry.value.length, 0);
    if (total > maxCharacters) throw badRequest('The answer is larger than 128 MiB. Ask for less at once.');
  };
};

/** Opens what the reader may see, each value once. */
export const openAll = async (means: Means, { seen, graph, showsValues }: Omit<Draft, 'question'>): Promise<OpenedSecret[]> => {
  const keyFor = await keysOf(means, seen.map(({ found }) => found).concat(graph?.used ?? []));
  const values = new Map<WholeSecret, string>();
  const valueOf = ({ row }: FoundSecret): string => {
    let value = values.get(row);
    if (value === undefined) values.set(row, (value = openValue(keyFor(row), { secretId: row.id, version: row.version }, row)));
    return value;
  };
  const expansion = graph && new Expansion(graph, ({ found }) => valueOf(found));
  const shownValue = (one: Seen): string | undefined => {
    if (!showsValues || !one.found.isReadable) return undefined;
    const node = graph?.nodeOf(one);
    return node ? expansion!.expand(node) : valueOf(one.found);
  };

  const opened: OpenedSecret[] = [];
  const check = sizeCheck();
  for (const [index, one] of seen.entries()) {
    if (index % atOnce === atOnce - 1) await new Promise(setImmediate);
    const { row, folder, tags } = one.found;
    const of = { secretId: row.id, version: row.version };
    const value = shownValue(one);
    const metadata = value === undefined ? row.metadata : openMetadata(keyFor(row), of, row.metadata);
    const shown = { row, place: folder.place, tags, value, comment: openComment(keyFor(row), of, row), metadata };
    check(shown);
    opened.push(shown);
  }
  return opened;
};

/**
 * The answer with its tag. For whoever has an earlier one, unless `tagNow` knows the tag already, what the answer would be made of is read without what is sealed first:
 * if that is still the same, nothing is opened at all.
 */
export const taggedAnswer = async <T>(
  means: Means,
  isKnown: IsKnown | undefined,
  tagNow: (work: () => Promise<string>) => Promise<string>,
  draft: (extent: ReadExtent) => Promise<Draft>,
  show: (opened: readonly OpenedSecret[]) => T,
): Promise<Tagged<T>> => {
  if (isKnown) {
    const etag = await tagNow(async () => etagOf(await draft('mark')));
    if (isKnown(etag)) return new Tagged<T>(etag, undefined);
  }
  const { whole, opened } = await orAgain(async () => {
    const read = await draft('whole');
    return { whole: read, opened: await openAll(means, read) };
  });
  return new Tagged(etagOf(whole), show(opened));
};

/** Once more, if keys were rotated between reading and opening. */
const orAgain = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    if (error instanceof MissingDataKey) return work();
    throw error;
  }
};
