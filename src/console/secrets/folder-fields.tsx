import { Select } from '@mantine/core';
import type { ReactNode } from 'react';
import { api } from '../api/client.ts';
import type { Project } from '../layout/project.tsx';

export interface ChosenFolder {
  /** The slug. */
  readonly environment: string;
  readonly path: string;
}

interface Props {
  readonly project: Project;
  readonly value: ChosenFolder;
  readonly onChange: (folder: ChosenFolder) => void;
  /** Why this folder cannot be chosen. */
  readonly error?: ReactNode;
}

/** Chooses a folder of the project. */
export const FolderFields = ({ project, value: { environment, path }, onChange, error }: Props) => {
  const folders = api.useQuery('get', '/api/v2/folders', {
    params: { query: { projectId: project.id, environment, path: '/', recursive: 'true' } },
  });
  const paths = ['/', ...(folders.data?.folders.map(({ relativePath, name }) => relativePath ?? `/${name}`) ?? [])];
  // A folder that the other environment does not have stays chosen; what cannot be done there the server says.
  const data = paths.includes(path) ? paths : [...paths, path];
  return (
    <>
      <Select
        label="Environment"
        data={project.environments.map(({ slug, name }) => ({ value: slug, label: name }))}
        allowDeselect={false}
        data-autofocus
        value={environment}
        onChange={(slug) => onChange({ environment: slug ?? environment, path })}
      />
      <Select
        label="Folder"
        data={data}
        searchable
        allowDeselect={false}
        value={path}
        onChange={(chosen) => onChange({ environment, path: chosen ?? path })}
        error={error}
      />
    </>
  );
};
