import { Checkbox, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Project } from '../../layout/project.tsx';

interface Props {
  /** Those in which the person may do it. */
  readonly environments: Project['environments'];
  readonly value: string[];
  readonly onChange: (value: string[]) => void;
  readonly error?: ReactNode;
}

/** Chooses environments. */
export const EnvironmentsField = ({ environments, ...field }: Props) => (
  <Checkbox.Group label="Environments" {...field}>
    <Group gap="md" mt={6}>
      {environments.map(({ slug, name }) => (
        <Checkbox key={slug} value={slug} label={name} />
      ))}
    </Group>
  </Checkbox.Group>
);

export const environmentsError = (chosen: readonly string[]): string | null =>
  chosen.length === 0 ? 'Choose at least one environment.' : null;
