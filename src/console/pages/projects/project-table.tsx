import { Anchor, Group, Stack, Text } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import { Link } from 'wouter';
import { Ago } from '../../components/time.tsx';
import type { components } from '../../../../generated/api.d.ts';
import { RowList } from '../../components/row-list.tsx';

export type ListedProject = components['schemas']['ProjectWithEnvironments'];

const mostNamed = 3;

/** The slugs of the first environments, and how many others there are. */
const environmentsText = (environments: ListedProject['environments']): string => {
  const named = environments.slice(0, mostNamed).map(({ slug }) => slug);
  const others = environments.length - named.length;
  return others > 0 ? `${named.join(', ')} +${others}` : named.join(', ');
};

const Row = ({
  project: { name, slug, description, environments, lastSecretModified },
}: {
  project: ListedProject;
}) => (
  <Anchor component={Link} href={`/p/${slug}`} underline="never" c="inherit" display="block">
    <Group px="md" py="xs" wrap="nowrap" justify="space-between">
      <Stack gap={0} miw={0}>
        <Text fw={500} truncate>
          {name}
        </Text>
        <Text size="sm" c="dimmed" truncate>
          {description === '' ? slug : (description ?? slug)}
        </Text>
      </Stack>
      <Group gap="md" wrap="nowrap">
        {typeof lastSecretModified === 'string' && (
          <Text size="sm" c="dimmed" visibleFrom="md">
            changed <Ago value={lastSecretModified} />
          </Text>
        )}
        <Text size="sm" c="dimmed" visibleFrom="sm" ff="monospace">
          {environmentsText(environments)}
        </Text>
        <IconChevronRight size={16} aria-hidden />
      </Group>
    </Group>
  </Anchor>
);

/** The projects as rows that open them. */
export const ProjectTable = ({ projects }: { projects: readonly ListedProject[] }) => (
  <RowList label="Projects" rows={projects} keyOf={({ id }) => id}>
    {(project) => <Row project={project} />}
  </RowList>
);
