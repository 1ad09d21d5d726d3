import type { components } from '../../../../../generated/api.d.ts';
import type { FolderRef } from '../../../secrets/use-secrets.ts';
import type { Draft, Drafts } from '../drafts.ts';

type Batch = components['schemas']['CommitBatchRequest'];
type Update = NonNullable<Batch['changes']['secrets']['update']>[number];

/** The most changes of one kind that one request may have. */
export const maxChanges = 1000;

const updateOf = ({ original, name, value }: Draft): Update => ({
  secretKey: original!.secretKey,
  expectedVersion: original!.version,
  // Without it the comment would be removed.
  secretComment: original!.secretComment,
  ...(name !== original!.secretKey && { newSecretName: name }),
  ...(value !== undefined && { secretValue: value }),
});

/** One request for all drafts. */
export const batchOf = ({ projectId, environment, path }: FolderRef, drafts: Drafts, message: string): Batch => {
  const all = [...drafts.values()];
  const isUpdate = ({ original, isDeleted }: Draft): boolean => original !== undefined && !isDeleted;
  return {
    projectId,
    environment,
    secretPath: path,
    ...(message !== '' && { message }),
    changes: {
      secrets: {
        create: all
          .filter(({ original }) => !original)
          .map(({ name, value = '' }) => ({ secretKey: name, secretValue: value, expectedVersion: 0 as const })),
        update: all.filter(isUpdate).map(updateOf),
        delete: all
          .filter(({ isDeleted }) => isDeleted)
          .map(({ original }) => ({ secretKey: original!.secretKey, expectedVersion: original!.version })),
      },
      folders: {},
    },
  };
};
