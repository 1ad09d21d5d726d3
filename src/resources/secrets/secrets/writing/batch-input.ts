import { refuseIssues } from '../../../../platform/errors.ts';
import { inBody, readPath, type FolderRef } from '../../folders/rules.ts';
import { readContent, type ContentInput } from './input.ts';
import type { IfMissing, SecretChange } from './change.ts';
import type { NewSecret } from './create.ts';
import type { SecretKind } from './find.ts';
import type { SecretToDelete } from './remove.ts';

interface NamedInput {
  readonly secretKey: string;
}

interface ChangeInput extends NamedInput, ContentInput {
  readonly newSecretName?: string | undefined;
  readonly secretPath?: string | undefined;
}

/** The position of the list in the body of most operations. */
const usualPosition = ['secrets'];

/** 422 for each name that occurs earlier in the list, which is at `position` in the body. */
const refuseRepeated = (names: readonly string[], field: string, position: readonly string[]): void => {
  const seen = new Set<string>();
  const repeated = names.flatMap((name, index) => (seen.size === seen.add(name).size ? [index] : []));
  refuseIssues(
    repeated.map((index) => ({
      code: 'invalid',
      in: 'body',
      path: [...position, String(index), field],
      message: 'must not be repeated in this list',
    })),
  );
};

export const readNewSecrets = (
  items: readonly (NamedInput & ContentInput)[],
  position: readonly string[] = usualPosition,
): NewSecret[] => {
  refuseRepeated(
    items.map(({ secretKey }) => secretKey),
    'secretKey',
    position,
  );
  return items.map(({ secretKey, ...input }, index) => ({
    key: secretKey,
    content: readContent(input, inBody(...position, index)),
  }));
};

/** Reads the changes of a batch; `folderRef` is the folder of items without a path of their own. */
export const readChanges = (
  items: readonly ChangeInput[],
  folderRef: FolderRef,
  position: readonly string[] = usualPosition,
): SecretChange[] => {
  const changes = items.map(({ secretKey, newSecretName, secretPath, ...input }, index) => ({
    folderRef:
      secretPath === undefined
        ? folderRef
        : { ...folderRef, path: readPath(secretPath, inBody(...position, index, 'secretPath')) },
    key: secretKey,
    newKey: newSecretName,
    content: readContent(input, inBody(...position, index)),
  }));
  refuseRepeated(
    changes.map(({ folderRef: { path }, key }) => `${path}:${key}`),
    'secretKey',
    position,
  );
  refuseRepeated(
    changes.map(({ folderRef: { path }, key, newKey = key }) => `${path}:${newKey}`),
    'newSecretName',
    position,
  );
  return changes;
};

export const readSecretsToDelete = (
  items: readonly (NamedInput & { readonly type?: SecretKind | undefined })[],
  position: readonly string[] = usualPosition,
): SecretToDelete[] => {
  const toDelete = items.map(({ secretKey, type = 'shared' }) => ({ key: secretKey, kind: type }));
  refuseRepeated(
    toDelete.map(({ key, kind }) => `${kind}:${key}`),
    'secretKey',
    position,
  );
  return toDelete;
};

/** The values of `mode` in requests. */
export const modes: Readonly<Record<'failOnNotFound' | 'ignore' | 'upsert', IfMissing>> = {
  failOnNotFound: 'fail',
  ignore: 'ignore',
  upsert: 'create',
};
