import { badRequest, ValidationFailure } from '../../../platform/errors.ts';
import type { FolderRef } from '../folders/rules.ts';
import type { TrashItem } from './store.ts';

/** Returns where the item was: the environment has its present slug, the path is that of the time. */
export const formerFolder = ({ environment, path }: Pick<TrashItem, 'environment' | 'path'>): FolderRef => ({
  environment,
  path,
});

interface Tagged {
  readonly tags: readonly { readonly slug: string }[];
}

const slugsOf = ({ tags }: Tagged): string =>
  tags
    .map(({ slug }) => slug)
    .sort()
    .join();

/** Whether two secrets have the same tags. */
export const haveSameTags = (one: Tagged, other: Tagged): boolean => slugsOf(one) === slugsOf(other);

export const isSameFolder = (one: FolderRef, other: FolderRef): boolean =>
  one.environment === other.environment && one.path === other.path;

const folderName = /^[A-Za-z0-9_-]+$/;

/** 422 for a name that no folder can have. */
export const checkFolderName = (newName: string | undefined): void => {
  if (newName === undefined || folderName.test(newName)) return;
  throw new ValidationFailure([
    {
      code: 'pattern',
      in: 'body',
      path: ['newName'],
      message: 'must have only letters, digits, hyphens and underscores, because it is the name of a folder',
    },
  ]);
};

/** 400 for another name of a personal secret, which always has the name of the secret that it overrides. */
export const checkPersonalName = (newName: string | undefined, name: string): void => {
  if (newName !== undefined && newName !== name)
    throw badRequest(`A personal secret has the name of the secret that it overrides, '${name}'.`);
};

/** 422 for a path without an environment. */
export const checkFilter = ({ environment, secretPath }: { environment?: string; secretPath?: string }): void => {
  if (secretPath === undefined || environment !== undefined) return;
  throw new ValidationFailure([
    { code: 'required', in: 'query', path: ['environment'], message: 'is needed together with secretPath' },
  ]);
};
