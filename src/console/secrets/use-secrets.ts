import { useQuery } from '@tanstack/react-query';
import type { components } from '../../../generated/api.d.ts';
import { secretList } from '../api/secret-list.ts';

export type { SecretList } from '../api/secret-list.ts';
export type ListedSecret = components['schemas']['FolderSecret'];

/** A folder of a project. */
export interface FolderRef {
  readonly projectId: string;
  readonly environment: string;
  readonly path: string;
}

/** Lists the secrets of a folder without values, the person's own beside the shared ones. */
export const useSecrets = (folder: FolderRef, options: { readonly enabled?: boolean } = {}) =>
  useQuery({ ...secretList(folder), ...options });
