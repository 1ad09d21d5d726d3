import { Badge, Button, Group, Stack, Text } from '@mantine/core';
import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import type { components } from '../../../../generated/api.d.ts';
import { api } from '../../api/client.ts';
import { Section } from '../../components/section.tsx';
import { Ago } from '../../components/time.tsx';
import { ImportProgress } from '../../transfer/import-progress.tsx';
import { ItemList } from '../../components/item-list.tsx';

type ImportRun = components['schemas']['ImportRun'];

const firstShown = 5;
const maxShown = 100;
const refreshEveryMs = 1_000;

/** New imports begin without a word to this page. */
const lookEveryMs = 10_000;

const statusLabels: Readonly<Record<ImportRun['status'], string>> = {
  running: 'Running',
  done: 'Done',
  failed: 'Refused',
  interrupted: 'Interrupted',
};

const Run = ({ run }: { run: ImportRun }) => {
  const { projectName, organizationName, actor, status, secrets, startedAt, finishedAt } = run;
  const hasFailed = status === 'failed' || status === 'interrupted';
  return (
    <Stack component="li" gap={4}>
      <Group justify="space-between" gap="xs" wrap="nowrap" align="flex-start">
        <Text size="sm" fw={500} style={{ overflowWrap: 'anywhere' }}>
          {secrets} secrets into {projectName} of {organizationName}
        </Text>
        <Badge size="sm" variant={hasFailed ? 'default' : 'light'} color="pine" flex="none">
          {statusLabels[status]}
        </Badge>
      </Group>
      {status === 'running' && <ImportProgress run={run} />}
      <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        By {actor.name}, {finishedAt === null ? 'begun' : 'ended'} <Ago value={finishedAt ?? startedAt} />
        {hasFailed && '. Nothing was imported'}.
      </Text>
    </Stack>
  );
};

/** The large imports that run on any node, and the last ones. */
export const Imports = () => {
  const [limit, setLimit] = useState(firstShown);
  const { data, error, refetch } = api.useQuery(
    'get',
    '/api/v1/admin/imports',
    { params: { query: { offset: 0, limit } } },
    {
      placeholderData: keepPreviousData,
      refetchInterval: ({ state }) =>
        state.data?.imports.some(({ status }) => status === 'running') ? refreshEveryMs : lookEveryMs,
    },
  );
  return (
    <Section
      title="Imports"
      description="Of 500 secrets or more, into any project. Each is done completely or not at all."
    >
      <ItemList
        label="imports"
        items={data?.imports}
        loading={{ error, refetch }}
        rows={1}
        empty="There have been none."
        gap="sm"
      >
        {(run) => <Run key={run.id} run={run} />}
      </ItemList>
      {data && data.total > limit && (
        <Group>
          <Button size="xs" variant="default" onClick={() => setLimit(maxShown)}>
            Show all {data.total}
          </Button>
        </Group>
      )}
    </Section>
  );
};
