import type { ProjectAccess } from '../../../../access/project-access.ts';
import type { AuditEvent } from '../../../../audit/audit.ts';
import { conditional, type CacheKey, type ConditionalReply, type Tag } from '../../../../contract.ts';
import { hashText } from '../../../../platform/crypto/digest.ts';
import { MissingDataKey } from '../../../../platform/crypto/data-keys.ts';
import { isTimeUp, yieldToEventLoop } from '../../../../platform/event-loop.ts';
import type { Scope } from '../../../../scope.ts';
import { decryptAll, type EncryptedAnswer } from './decryption.ts';
import type { ReadElsewhere } from './other-projects.ts';
import type { FoundSecret } from './readable-secret.ts';
import type { ReadExtent } from './reader.ts';
import type { DecryptedSecret } from '../view.ts';

type Deps = Pick<Scope, 'stores' | 'dataKeys' | 'audit' | 'config'>;

/** An answer before anything in it is opened. */
export interface AnswerDraft extends EncryptedAnswer {
  /** What was asked for, and what besides secrets the answer depends on. */
  readonly question: unknown;
  /** What of it is read in other projects; undefined if it does not depend on any. */
  readonly elsewhere: readonly ReadElsewhere[] | undefined;
}

/** Changes when answers are made in another way from the same secrets. */
const format = 3;

/**
 * Of a secret, those that its answer depends on. In one row with those of all others, for a list of lists takes twice
 * the time.
 */
const addFacts = (facts: unknown[], { row, folder: { place }, tags, isReadable }: FoundSecret): void => {
  // A personal secret is renamed with its shared one, without a version or a time of its own for that.
  facts.push(
    row.versionId,
    row.key,
    row.updatedAt,
    row.redactedAt,
    place.environment,
    place.path,
    isReadable,
    tags.length,
  );
  for (const { id, slug, color } of tags) facts.push(id, slug, color);
};

/** So many facts are written and hashed at once; of a longer row, the hashes of its parts are hashed. */
const maxFacts = 10_000;

/** Of everything that the answer is made of; nothing has to be opened for it. */
const etagOf = async ({ question, seen, graph, showsValues }: AnswerDraft): Promise<string> => {
  let facts: unknown[] = [format, showsValues, question, seen.length];
  const shorten = async (): Promise<void> => {
    facts = [hashText(JSON.stringify(facts))];
    if (isTimeUp()) await yieldToEventLoop();
  };
  for (const { found, context } of seen) {
    facts.push(context.id);
    addFacts(facts, found);
    if (facts.length > maxFacts) await shorten();
  }
  for (const found of graph?.used ?? []) {
    addFacts(facts, found);
    if (facts.length > maxFacts) await shorten();
  }
  for (const missing of graph?.missing ?? []) {
    facts.push(missing);
    if (facts.length > maxFacts) await shorten();
  }
  return `"${hashText(JSON.stringify(facts))}"`;
};

/**
 * An answer that depends on other projects is never cached: what the reader may do there, and until when, is read anew
 * each time.
 */
const tagOf = async (draft: AnswerDraft): Promise<Tag> => ({
  etag: await etagOf(draft),
  isCacheable: draft.elsewhere === undefined,
});

/** The key of a cached answer about secrets of that project. */
export const cacheKey = (question: unknown, { ability, project }: ProjectAccess): CacheKey => ({
  ability,
  question: JSON.stringify(question),
  revision: project.dataRevision,
});

/** What is shown, and what is recorded of it. */
export interface Shown<T> {
  readonly body: T;
  /** Undefined unless a value was shown. */
  readonly event: AuditEvent | undefined;
}

interface Question<T> {
  /** Undefined if the answer is never cached. */
  readonly key: CacheKey | undefined;
  readonly draft: (extent: ReadExtent) => Promise<AnswerDraft>;
  readonly show: (opened: readonly DecryptedSecret[]) => Shown<T> | Promise<Shown<T>>;
  readonly limited?: <R>(work: () => Promise<R>) => Promise<R>;
}

export const recordRead = ({ audit }: Deps, { project }: ProjectAccess, event: AuditEvent | undefined): void => {
  if (event) audit.recordRead({ project, ...event });
};

/** The audit log of each project says what was read of it, through whichever project it was. */
export const recordElsewhere = (
  { audit }: Pick<Deps, 'audit'>,
  { elsewhere = [], showsValues }: Pick<AnswerDraft, 'elsewhere' | 'showsValues'>,
): void => {
  for (const {
    project,
    place: { environment, path },
    count,
  } of showsValues ? elsewhere : []) {
    audit.recordRead({
      project,
      type: 'get-secrets',
      metadata: { environment, secretPath: path, numberOfSecrets: count },
    });
  }
};

/** Computing the tag alone reads no encrypted columns and decrypts nothing. */
export const conditionalAnswer = <T>(
  deps: Deps,
  project: ProjectAccess,
  { key, draft, show, limited }: Question<T>,
): ConditionalReply<T> =>
  conditional({
    key,
    tag: async () => tagOf(await draft('mark')),
    body: async () => {
      const { whole, opened } = await orAgain(async () => {
        const read = await draft('whole');
        return { whole: read, opened: await decryptAll(deps, read) };
      });
      const tag = await tagOf(whole);
      const { body, event } = await show(opened);
      recordRead(deps, project, event);
      recordElsewhere(deps, whole);
      return { ...tag, body, event };
    },
    recordAgain: (event) => recordRead(deps, project, event),
    ...(limited && { limited }),
  });

/** Once more, if keys were rotated between reading and opening. */
const orAgain = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    if (error instanceof MissingDataKey) return work();
    throw error;
  }
};
