import { Select } from '@mantine/core';

export interface EnvironmentSelectProps {
  readonly environments: readonly { readonly slug: string; readonly name: string }[];
  /** The slug of the environment that is shown. */
  readonly current: string | undefined;
  readonly onChoose: (environment: string) => void;
}

/** Leads to one of many environments. */
export const EnvironmentSelect = ({ environments, current, onChoose }: EnvironmentSelectProps) => (
  <Select
    aria-label="Go to an environment"
    placeholder={`Search ${environments.length} environments`}
    searchable
    allowDeselect={false}
    limit={100}
    size="xs"
    data={environments.map(({ slug: value, name }) => ({ value, label: name }))}
    value={current ?? null}
    onChange={(environment) => environment !== null && onChoose(environment)}
  />
);
