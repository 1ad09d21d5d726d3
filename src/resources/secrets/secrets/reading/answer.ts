import type { ProjectAccess } from '../../../../access/project-access.ts';
import type { AuditEvent } from '../../../../audit/audit.ts';
import { Tagged, Written, type IsKnown } from '../../../../contract.ts';
import { hashText } from '../../../../platform/crypto/digest.ts';
import { MissingDataKey } from '../../../../platform/crypto/data-keys.ts';
import { isTimeUp, yieldToEventLoop } from '../../../../platform/event-loop.ts';
import type { Scope } from '../../../../scope.ts';
import type { CachedAnswer } from './cached-answers.ts';
import { decryptAll, type EncryptedAnswer } from './decryption.ts';
import type { ReadElsewhere } from './other-projects.ts';
import type { FoundSecret } from './readable-secret.ts';
import type { ReadExtent } from './reader.ts';
import type { DecryptedSecret } from '../view.ts';

type Means = Pick<Scope, 'stores' | 'dataKeys' | 'audit' | 'config'>;

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
 * The tag, cached unless the answer depends on other projects: what the reader may do there, and until when, is read
 * anew each time.
 */
const tagOf = async (draft: AnswerDraft, known: CachedAnswer | undefined): Promise<string> => {
  const etag = await etagOf(draft);
  if (!draft.elsewhere) known?.keepTag(etag);
  return etag;
};

/** What is shown, and what is recorded of it. */
export interface Shown<T> {
  readonly body: T;
  /** Undefined unless a value was shown. */
  readonly event: AuditEvent | undefined;
}

interface Question<T> {
  readonly isKnown: IsKnown | undefined;
  /** What was answered before; undefined where nothing is kept. */
  readonly known: CachedAnswer | undefined;
  readonly draft: (extent: ReadExtent) => Promise<AnswerDraft>;
  readonly show: (opened: readonly DecryptedSecret[]) => Shown<T> | Promise<Shown<T>>;
}

export const recordRead = ({ audit }: Means, { project }: ProjectAccess, event: AuditEvent | undefined): void => {
  if (event) audit.recordRead({ project, ...event });
};

/** The audit log of each project says what was read of it, through whichever project it was. */
export const recordElsewhere = (
  { audit }: Pick<Means, 'audit'>,
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

/**
 * The answer with its tag: if it is known, without reading anything. For whoever has an earlier one, what the answer
 * would be made of is read without what is sealed first: if that is still the same, nothing is opened at all.
 */
export const taggedAnswer = async <T>(
  means: Means,
  project: ProjectAccess,
  { isKnown, known, draft, show }: Question<T>,
): Promise<Tagged<T>> => {
  if (isKnown) {
    const etag = known?.etag ?? (await tagOf(await draft('mark'), known));
    if (isKnown(etag)) return new Tagged<T>(etag, undefined);
  }
  if (known?.isLong && isTimeUp()) await yieldToEventLoop();
  const kept = known?.open<T>();
  if (kept) {
    recordRead(means, project, kept.event);
    return new Tagged(kept.etag, kept.written);
  }
  const { whole, opened } = await orAgain(async () => {
    const read = await draft('whole');
    return { whole: read, opened: await decryptAll(means, read) };
  });
  const etag = await tagOf(whole, known);
  const { body, event } = await show(opened);
  recordRead(means, project, event);
  recordElsewhere(means, whole);
  if (known?.etag === undefined || whole.elsewhere) return new Tagged(etag, await Written.ifLong(body));
  // Sealing it costs something: only for whoever asks again.
  const long = await Written.ifLong(body);
  const written = long instanceof Written ? long : Written.of(body);
  known.keep(etag, written.json, event);
  return new Tagged(etag, written);
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
