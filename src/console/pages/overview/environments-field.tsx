import { Checkbox, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Project } from '../../layout/project.tsx';
import { EnvironmentSign } from '../../secrets/environment-sign.tsx';

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
      {environments.map((environment) => (
        <Checkbox
          key={environment.slug}
          value={environment.slug}
          label={
            <Group gap={6} component="span">
              {environment.name}
              <EnvironmentSign environment={environment} />
            </Group>
          }
        />
      ))}
    </Group>
  </Checkbox.Group>
);

export const environmentsError = (chosen: readonly string[]): string | null =>
  chosen.length === 0 ? 'Choose at least one environment.' : null;
