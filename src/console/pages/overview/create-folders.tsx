import { useState } from 'react';
import type { Project } from '../../layout/project.tsx';
import { createFolder } from '../../secrets/create-folder.ts';
import { FolderDialog } from '../../secrets/folder-form.tsx';
import { EnvironmentsField, environmentsError } from './environments-field.tsx';
import { createInEnvironments } from './in-environments.ts';

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
  const environments = chosen ?? possible.filter(({ isProtected }) => !isProtected).map(({ slug }) => slug);
  const error = environmentsError(environments);
  const target = { projectId: project.id, path };
  return (
    <FolderDialog
      isOpen={isOpen}
      title={`Create a folder in ${path}`}
      action="Create folder"
      initial={{ name: '', description: '' }}
      environments={environments}
      isDisabled={error !== null}
      onClose={onClose}
      onSave={(fields) =>
        createInEnvironments({ ...target, name: fields.name, environments, onFailed: setChosen }, (environment) =>
          createFolder(target, environment, fields),
        )
      }
    >
      <EnvironmentsField environments={possible} value={environments} onChange={setChosen} error={error} />
    </FolderDialog>
  );
};
