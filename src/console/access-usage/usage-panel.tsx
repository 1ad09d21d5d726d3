import { Alert, SegmentedControl, SimpleGrid, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { api } from '../api/client.ts';
import { EmptyState } from '../components/empty-state.tsx';
import { NotLoaded } from '../components/not-loaded.tsx';
import { Time } from '../components/time.tsx';
import { RuleUsageList } from './rule-usage-list.tsx';
import { Suggestion } from './suggestion.tsx';
import { usageQuery, type AccessUsage, type UsageOf, type UsageStatus } from './usage.ts';

interface Props {
  readonly project: { readonly id: string };
  /** A machine identity, a user or a role of the project. */
  readonly of: UsageOf;
}

const cutTexts: Readonly<Record<AccessUsage['cut'][number], string>> = {
  entries: 'There are more requests than were compared; older ones are not counted, and nothing is called unused.',
  rules: 'There are more rules than were compared; the rest is not shown.',
  comparisons: 'Comparing took too long; what was not compared is called unknown.',
};

const Summary = ({ usage }: { usage: AccessUsage }) => (
  <>
    <Text size="sm">
      {new Intl.NumberFormat('en').format(usage.numberOfEntries)}{' '}
      {usage.numberOfEntries === 1 ? 'recorded request' : 'recorded requests'} of{' '}
      {usage.of.type === 'role' ? `those who have the role ${usage.of.name}` : usage.of.name} from{' '}
      <Time value={usage.from} /> to <Time value={usage.to} /> {usage.numberOfEntries === 1 ? 'was' : 'were'} compared
      with the rules.
    </Text>
    {usage.cut.length > 0 && (
      <Alert color="yellow" variant="light">
        {usage.cut.map((limit) => cutTexts[limit]).join(' ')}
      </Alert>
    )}
  </>
);

type Shown = UsageStatus | 'all';

const Content = ({ usage }: { usage: AccessUsage }) => {
  const [shown, setShown] = useState<Shown>('all');
  const countOf = (status: UsageStatus): number => usage.rules.filter((rule) => rule.status === status).length;
  const rules = usage.rules.filter(({ status }) => shown === 'all' || status === shown);
  return (
    <Stack>
      <Summary usage={usage} />
      {usage.rules.length === 0 ? (
        <EmptyState title="No rules">There is nothing to compare: no rule allows anything.</EmptyState>
      ) : (
        <>
          <Suggestion {...usage.suggestion} />
          <SegmentedControl
            aria-label="Rules to show"
            transitionDuration={0}
            style={{ alignSelf: 'flex-start' }}
            data={[
              { value: 'all', label: `All ${usage.rules.length}` },
              ...(['used', 'unused', 'unknown'] as const).map((status) => ({
                value: status,
                label: `${status[0]!.toUpperCase()}${status.slice(1)} ${countOf(status)}`,
              })),
            ]}
            value={shown}
            onChange={setShown}
          />
          {rules.length === 0 && <Text size="sm">None of the rules.</Text>}
          <SimpleGrid cols={1} spacing="sm">
            <RuleUsageList rules={rules} />
          </SimpleGrid>
        </>
      )}
    </Stack>
  );
};

/**
 * Which rules recent requests needed, and what would have been enough. It needs `audit-logs: read`, and to read the
 * member or the role: link to it only for those who may.
 */
export const UsagePanel = ({ project, of }: Props) => {
  const { data, error, refetch } = api.useQuery(
    'get',
    '/api/v1/projects/{projectId}/access/usage',
    { params: { path: { projectId: project.id }, query: usageQuery(of) } },
    // Each time is recorded, and takes longer than other requests.
    { staleTime: 300_000, refetchOnWindowFocus: false, retry: false },
  );
  if (data) return <Content usage={data} />;
  return <NotLoaded error={error} onRetry={refetch} />;
};
