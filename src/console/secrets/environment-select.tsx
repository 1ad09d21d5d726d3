import { Select } from '@mantine/core';
import type { Project } from '../layout/project.tsx';
import { EnvironmentSign } from './environment-sign.tsx';

export interface EnvironmentSelectProps {
  readonly environments: Project['environments'];
  /** The slug of the environment that is shown. */
  readonly current: string | undefined;
  readonly onChoose: (environment: string) => void;
}

/** Leads to one of many environments. */
export const EnvironmentSelect = ({ environments, current, onChoose }: EnvironmentSelectProps) => {
  const shown = environments.find(({ slug }) => slug === current);
  return (
    <Select
      aria-label="Go to an environment"
      placeholder={`Search ${environments.length} environments`}
      searchable
      allowDeselect={false}
      limit={100}
      size="xs"
      leftSection={shown && <EnvironmentSign environment={shown} />}
      data={environments.map(({ slug: value, name }) => ({ value, label: name }))}
      value={current ?? null}
      onChange={(environment) => environment !== null && onChoose(environment)}
    />
  );
};
