import { Button } from '@mantine/core';
import { api } from '../../api/client.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { useProject } from '../../layout/project.tsx';
import { changeIn } from '../../secrets/protection.tsx';
import { splitPath } from '../../secrets/addresses.ts';
import type { FolderRef } from '../../secrets/use-secrets.ts';
import type { Rights } from './rights.ts';

interface Props {
  readonly folder: FolderRef;
  /** The name of the environment. */
  readonly environment: string;
  readonly rights: Rights;
}

/** Takes the place of a folder that this environment does not have. */
export const MissingFolder = ({ folder: { path, ...folder }, environment, rights }: Props) => {
  const project = useProject();
  const create = api.useMutation('post', '/api/v2/folders', { meta: { showsError: true } });
  const { parent, name } = splitPath(path);
  const reason = rights.folder.uncreatable;
  return (
    <EmptyState
      title={`${environment} has no folder ${path}`}
      action={
        <Button
          loading={create.isPending}
          disabled={reason !== undefined}
          title={reason}
          onClick={() =>
            changeIn(
              project,
              folder.environment,
              {
                title: `Create the folder ${path}?`,
                message: `${environment} is protected.`,
                action: 'Create this folder',
              },
              () => create.mutateAsync({ body: { ...folder, path: parent, name } }),
            )
          }
        >
          Create this folder
        </Button>
      }
    >
      It may have been renamed or deleted, or it exists in another environment only.
    </EmptyState>
  );
};
