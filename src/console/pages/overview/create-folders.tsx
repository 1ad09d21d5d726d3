import { useState } from 'react';
import type { Project } from '../../layout/project.tsx';
import { FolderDialog, type FolderFields } from '../../secrets/folder-form.tsx';
import { EnvironmentsField, environmentsError } from './environments-field.tsx';
import { createFolder, failedIn, useInEnvironments } from './in-environments.ts';

interface Props {
  readonly project: Project;
  readonly path: string;
  /** Those in which the person may do it. */
  readonly environments: Project['environments'];
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** Creates a folder in several environments. */
export const CreateFolders = ({ project, path, environments: possible, isOpen, onClose }: Props) => {
  const [chosen, setChosen] = useState<string[]>();
  const environments = chosen ?? possible.map(({ slug }) => slug);
  const error = environmentsError(environments);
  const create = useInEnvironments(
    { projectId: project.id, path },
    (fields: FolderFields & { environments: string[] }, environment) =>
      createFolder({ projectId: project.id, path }, environment, fields),
  );
  return (
    <FolderDialog
      isOpen={isOpen}
      title={`Create a folder in ${path}`}
      action="Create folder"
      initial={{ name: '', description: '' }}
      isPending={create.isPending}
      error={create.error}
      onClose={onClose}
      onSubmit={(fields) =>
        error === null &&
        create.mutate(
          { ...fields, environments },
          { onSuccess: onClose, onError: (failure) => setChosen(failedIn(failure, environments)) },
        )
      }
    >
      <EnvironmentsField environments={possible} value={environments} onChange={setChosen} error={error} />
    </FolderDialog>
  );
};
