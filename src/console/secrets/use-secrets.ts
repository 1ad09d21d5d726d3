import { useQuery } from '@tanstack/react-query';
import type { components } from '../../../generated/api.d.ts';
import { secretList } from '../api/secret-list.ts';

export type { SecretList } from '../api/secret-list.ts';
export type ListedSecret = components['schemas']['Secret'];

/** A folder of a project. */
export interface FolderRef {
  readonly projectId: string;
  readonly environment: string;
  readonly path: string;
}

/** Lists the secrets of a folder without values. */
export const useSecrets = (
  folder: FolderRef,
  { withPersonal, isEnabled = true }: { withPersonal: boolean; isEnabled?: boolean },
) => useQuery({ ...secretList(folder, withPersonal), enabled: isEnabled });
