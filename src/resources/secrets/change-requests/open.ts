import { isDeepStrictEqual } from 'node:util';
import { userOf } from '../../../access/actor.ts';
import { changeRequested } from '../../../audit/events.ts';
import { folderSubjectFields } from '../../../access/secret-fields.ts';
import type { HeldBack, HeldWrite, StoredVersion, WrittenContent } from '../../../change-control/held-back.ts';
import { timestamp } from '../../../platform/clock.ts';
import { badRequest, changedMeanwhile } from '../../../platform/errors.ts';
import { mapYielding } from '../../../platform/yielding.ts';
import type { Scope } from '../../../scope.ts';
import { ofProject } from '../../../transaction-keys.ts';
import { findDataKey, findEncryptionKey } from '../../project/data-keys/encryption.ts';
import { decryptContent } from '../secrets/encryption.ts';
import { sealRequestedContent, type RequestedContent } from './content.ts';
import type { ChangeRequestRow, CommitRow } from './store.ts';
import { announceRequest } from './mail.ts';
import { changeRequestView } from './view.ts';

const maxOpen = 1_000;

/** Finds what a version of a secret says; 409 if it was removed in the meantime. */
const contentOf = async (tx: Scope, { secretId, version }: StoredVersion): Promise<RequestedContent> => {
  const row = await tx.stores.secretVersions.find(secretId, version);
  if (!row) throw changedMeanwhile('this secret');
  const { value, comment, metadata } = decryptContent(await findDataKey(tx, row.dataKeyId), row, row);
  const { tagIds, references, skipMultilineEncoding } = row;
  return { value, references, comment, metadata, tagIds, skipMultilineEncoding };
};

const isStored = (content: WrittenContent | StoredVersion): content is StoredVersion => 'secretId' in content;

const requested = ({ value, references, comment, metadata, tags, skipMultilineEncoding }: WrittenContent) => ({
  value,
  references,
  comment,
  metadata,
  tagIds: tags.map(({ id }) => id),
  skipMultilineEncoding,
});

/** What differs; the value if nothing does. */
const difference = (before: RequestedContent, { references, ...after }: RequestedContent): RequestedContent => {
  const changed = Object.entries(after).filter(
    ([name, value]) => !isDeepStrictEqual(value, before[name as keyof RequestedContent]),
  );
  const content: RequestedContent = Object.fromEntries(changed.length > 0 ? changed : [['value', after.value]]);
  return 'value' in content ? { ...content, references } : content;
};

const contentToStore = async (tx: Scope, write: HeldWrite): Promise<RequestedContent> => {
  if (write.op === 'delete') return {};
  if (write.op === 'update') return difference(await contentOf(tx, write), requested(write.content));
  return isStored(write.content) ? contentOf(tx, write.content) : requested(write.content);
};

/** The fields of a change that its kind decides. */
const targetOf = (write: HeldWrite): Pick<CommitRow, 'secretId' | 'baseVersion' | 'keyBefore'> =>
  write.op === 'create'
    ? { secretId: null, baseVersion: null, keyBefore: null }
    : {
        secretId: write.secretId,
        baseVersion: write.version,
        keyBefore: write.op === 'update' ? write.keyBefore : null,
      };

/** What the audit log says about the request: all of its kinds of changes, and their names. */
const audited = (request: ChangeRequestRow, writes: readonly HeldWrite[]) => {
  const [first] = writes as [HeldWrite];
  const kinds = new Set(writes.map(({ op }) => op));
  const suffix = writes.length === 1 ? '' : '-many';
  return {
    ...folderSubjectFields(first.folder),
    committedBy: request.committerUserId,
    secretApprovalRequestId: request.id,
    secretApprovalRequestSlug: request.slug,
    eventType: [...kinds].map((op) => `${op}${suffix}`).join(','),
    ...(writes.length === 1
      ? { secretKey: first.key }
      : { secrets: writes.map(({ key: secretKey }) => ({ secretKey })) }),
  };
};

/** Stores the changes that a policy has held back as a request of the caller. */
export const openChangeRequest = async (
  scope: Scope,
  held: HeldBack,
): Promise<ReturnType<typeof changeRequestView>> => {
  const project = await scope.access.inProject(held.projectId);
  return scope.transaction(ofProject(project.row), async (tx) => {
    const { clock, ids, stores, access } = tx;
    const { id: committerUserId } = userOf(tx);
    const policy = await stores.approvalPolicies.findById(access.organization.id, 'change', held.policyId);
    if (policy?.deletedAt !== null) throw changedMeanwhile('the policies of changes');
    if ((await stores.changeRequests.countOpen(project.row.id)) >= maxOpen)
      throw badRequest(`This project has ${maxOpen} open change requests, which is the limit. Merge or close some.`);

    const now = timestamp(clock.now());
    const [first] = held.writes as [HeldWrite];
    const folder = await stores.folders.findById(project.row.id, first.folder.id);
    if (!folder) throw changedMeanwhile('this folder');
    const request: ChangeRequestRow = {
      id: ids.uuid(),
      projectId: project.row.id,
      policyId: policy.id,
      slug: Array.from({ length: 3 }, () => ids.slugSuffix())
        .join('')
        .slice(0, 10),
      environmentId: folder.environmentId,
      folderId: folder.id,
      secretPath: first.folder.path,
      status: 'open',
      hasMerged: false,
      committerUserId,
      statusChangedByUserId: null,
      commitMessage: held.commitMessage,
      bypassReason: null,
      createdAt: now,
      updatedAt: now,
    };
    const key = await findEncryptionKey(tx, project.row.id);
    const contents = await Promise.all(held.writes.map((write) => contentToStore(tx, write)));
    const commits = await mapYielding([...held.writes.entries()], ([position, write]): CommitRow => {
      const id = ids.uuid();
      return {
        id,
        requestId: request.id,
        position,
        op: write.op,
        folderId: write.folder.id,
        key: write.key,
        projectId: project.row.id,
        ...targetOf(write),
        ...sealRequestedContent(key, id, contents[position]!),
      };
    });
    await stores.changeRequests.insert(request, commits);
    await tx.audit.record({
      type: changeRequested,
      metadata: audited(request, held.writes),
      project: project.row,
    });
    await announceRequest(tx, project.row, policy, request, held.writes);
    return changeRequestView(request);
  });
};
