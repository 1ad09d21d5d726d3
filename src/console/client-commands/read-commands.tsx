import { Group, Select, Text } from '@mantine/core';
import { useState } from 'react';
import { useProjects } from '../api/projects.ts';
import { LocalAddressNote } from '../components/local-address.tsx';
import { ExampleTabs } from './example-tabs.tsx';
import type { SignIn } from './place.ts';

interface Props {
  readonly signIn: SignIn;
  /** The projects that the identity is a member of. */
  readonly projectIds: readonly string[];
}

/** Commands that read the secrets of an environment, which can be chosen. */
export const ReadCommands = ({ signIn, projectIds }: Props) => {
  const { data } = useProjects();
  const [chosen, setChosen] = useState<{ projectId?: string; environment?: string }>({});
  const projects = (data?.projects ?? []).filter(({ id, environments }) => projectIds.includes(id) && environments[0]);
  const project = projects.find(({ id }) => id === chosen.projectId) ?? projects[0];
  if (!data) return null;
  if (!project)
    return (
      <Text size="sm" c="dimmed">
        Add it to a project that you are a member of, to see the commands that read its secrets.
      </Text>
    );
  const environment = project.environments.find(({ slug }) => slug === chosen.environment) ?? project.environments[0]!;
  const place = {
    site: location.origin,
    projectId: project.id,
    projectSlug: project.slug,
    environment: environment.slug,
  };
  return (
    <>
      <Group>
        <Select
          label="Project"
          allowDeselect={false}
          data={projects.map(({ id, name }) => ({ value: id, label: name }))}
          value={project.id}
          onChange={(projectId) => projectId !== null && setChosen({ projectId })}
        />
        <Select
          label="Environment"
          allowDeselect={false}
          data={project.environments.map(({ slug, name }) => ({ value: slug, label: name }))}
          value={environment.slug}
          onChange={(slug) => slug !== null && setChosen({ projectId: project.id, environment: slug })}
        />
      </Group>
      <LocalAddressNote address={place.site} />
      <ExampleTabs place={place} signIn={signIn} />
    </>
  );
};
