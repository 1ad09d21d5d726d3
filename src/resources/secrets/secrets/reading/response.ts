import type { ProjectAccess } from '../../../../access/project-access.ts';
import type { AuditEvent } from '../../../../audit/audit.ts';
import { conditional, type CacheKey, type ConditionalReply, type Tag } from '../../../../contract.ts';
import { hashText } from '../../../../platform/crypto/digest.ts';
import { isTimeUp, yieldToEventLoop } from '../../../../platform/event-loop.ts';
import type { Scope } from '../../../../scope.ts';
import { decryptAll, type EncryptedResponse } from './decryption.ts';
import type { OtherProjectReads } from './other-projects.ts';
import type { FoundSecret } from './readable-secret.ts';
import type { ReadExtent } from './reader.ts';
import type { DecryptedSecret } from '../view.ts';

type Deps = Pick<Scope, 'stores' | 'dataKeys' | 'audit' | 'config'>;

/** A response before anything in it is decrypted. */
export interface ResponseDraft extends EncryptedResponse {
  /** The query, and everything but secrets that the response depends on. */
  readonly query: unknown;
  /** What is read from other projects; undefined if the response does not depend on any. */
  readonly otherProjectReads: readonly OtherProjectReads[] | undefined;
}

/** Increase it when the same secrets lead to another response, so that clients' ETags no longer match. */
const format = 3;

/** Adds what the ETag depends on for one secret. A flat list takes half the time that a list of lists would. */
const addEtagInputs = (inputs: unknown[], { row, folder: { folderRef }, tags, isReadable }: FoundSecret): void => {
  // Includes the key: a personal secret is renamed with its shared one, without a new version or `updatedAt`.
  inputs.push(
    row.versionId,
    row.key,
    row.updatedAt,
    row.redactedAt,
    folderRef.environment,
    folderRef.path,
    isReadable,
    tags.length,
  );
  for (const { id, slug, color } of tags) inputs.push(id, slug, color);
};

/** The most inputs that are hashed at once; for a longer list, the hashes of its parts are hashed. */
const maxInputs = 10_000;

/** Computes the ETag from everything that the response depends on, without decrypting anything. */
const etagOf = async ({ query, toShow, graph, showsValues }: ResponseDraft): Promise<string> => {
  let inputs: unknown[] = [format, showsValues, query, toShow.length];
  const shorten = async (): Promise<void> => {
    inputs = [hashText(JSON.stringify(inputs))];
    if (isTimeUp()) await yieldToEventLoop();
  };
  for (const { secret, context } of toShow) {
    inputs.push(context.id);
    addEtagInputs(inputs, secret);
    if (inputs.length > maxInputs) await shorten();
  }
  for (const secret of graph?.used ?? []) {
    addEtagInputs(inputs, secret);
    if (inputs.length > maxInputs) await shorten();
  }
  for (const missing of graph?.missing ?? []) {
    inputs.push(missing);
    if (inputs.length > maxInputs) await shorten();
  }
  return `"${hashText(JSON.stringify(inputs))}"`;
};

/**
 * A response that depends on other projects is never cached, because its key does not include the reader's permissions
 * there.
 */
const tagOf = async (draft: ResponseDraft): Promise<Tag> => ({
  etag: await etagOf(draft),
  isCacheable: draft.otherProjectReads === undefined,
});

/** The key of a cached response about secrets of the project. */
export const cacheKey = (query: unknown, { ability, dataRevision }: ProjectAccess): CacheKey => ({
  ability,
  query: JSON.stringify(query),
  revision: dataRevision,
});

/** The body of a response, and the audit event that records it. */
export interface ShownResponse<T> {
  readonly body: T;
  /** Undefined if no value was shown. */
  readonly event: AuditEvent | undefined;
}

interface ResponseSource<T> {
  /** Undefined if the response is never cached. */
  readonly key: CacheKey | undefined;
  readonly draft: (extent: ReadExtent) => Promise<ResponseDraft>;
  readonly show: (secrets: readonly DecryptedSecret[]) => ShownResponse<T> | Promise<ShownResponse<T>>;
  readonly limited?: <R>(work: () => Promise<R>) => Promise<R>;
}

export const recordRead = ({ audit }: Deps, { row: project }: ProjectAccess, event: AuditEvent | undefined): void => {
  if (event) audit.recordRead({ project, ...event });
};

/** Records reads from other projects in the audit logs of those projects. */
export const recordOtherProjectReads = (
  { audit }: Pick<Deps, 'audit'>,
  { otherProjectReads = [], showsValues }: Pick<ResponseDraft, 'otherProjectReads' | 'showsValues'>,
): void => {
  for (const {
    project,
    folderRef: { environment, path },
    count,
  } of showsValues ? otherProjectReads : []) {
    audit.recordRead({
      project,
      type: 'get-secrets',
      metadata: { environment, secretPath: path, numberOfSecrets: count },
    });
  }
};

/** Computing the tag alone reads no encrypted columns and decrypts nothing. */
export const conditionalResponse = <T>(
  deps: Deps,
  project: ProjectAccess,
  { key, draft, show, limited }: ResponseSource<T>,
): ConditionalReply<T> =>
  conditional({
    key,
    tag: async () => tagOf(await draft('etag-inputs')),
    body: async () => {
      const drafted = await draft('all');
      const secrets = await decryptAll(deps, drafted);
      const tag = await tagOf(drafted);
      const { body, event } = await show(secrets);
      recordRead(deps, project, event);
      recordOtherProjectReads(deps, drafted);
      return { ...tag, body, event };
    },
    recordAgain: (event) => recordRead(deps, project, event),
    ...(limited && { limited }),
  });
