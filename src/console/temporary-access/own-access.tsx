import { Alert, CloseButton, Group, Stack, Text } from '@mantine/core';
import { IconClock, IconClockOff } from '@tabler/icons-react';
import { useState } from 'react';
import type { components } from '../../../generated/api.d.ts';
import { api } from '../api/client.ts';
import { statusOf } from '../api/errors.ts';
import { EmptyState } from '../components/empty-state.tsx';
import { FailureMessage } from '../components/failure.tsx';
import { Time } from '../components/time.tsx';
import { useProject } from '../layout/project.tsx';
import { grantName } from '../members/role-names.ts';
import { Countdown } from './countdown.tsx';
import { useNow, useReloadAt } from './now.ts';
import { day, stateOf, type Span } from './period.ts';

type Origin = components['schemas']['RuleOrigin'];

interface OwnGrant extends Span {
  readonly id: string;
  /** "Privilege read-prod". */
  readonly name: string;
}

const ownGrant = ({ id, startsAt, endsAt, group, ...grant }: Origin): OwnGrant => ({
  id,
  name: `${grant.type === 'role' ? 'the role' : 'the privilege'} ${grantName(grant)}${group ? ` through ${group.name}` : ''}`,
  startsAt: startsAt === null ? 0 : Date.parse(startsAt),
  endsAt: endsAt === null ? Infinity : Date.parse(endsAt),
});

/** What the user has for a time in the project, or had recently, and whom to ask after it has ended. */
const useOwnAccess = () => {
  const { id } = useProject();
  const { data } = api.useQuery('get', '/api/v1/projects/{projectId}/permissions', {
    params: { path: { projectId: id } },
  });
  const now = useNow(id);
  const grants = (data?.data.temporary ?? []).map(ownGrant);
  useReloadAt(
    id,
    grants.flatMap(({ startsAt, endsAt }) => [startsAt, endsAt]),
  );
  return {
    current: grants.filter((span) => stateOf(span, now) !== 'ended'),
    ended: grants.filter((span) => stateOf(span, now) === 'ended'),
    administrators: data?.data.administrators ?? [],
    now,
  };
};

/** "Ask ada@example.com or bob@example.com." */
const askSentence = (administrators: readonly string[]): string =>
  administrators.length === 0
    ? 'Ask somebody who administers the project for it.'
    : `Ask ${administrators.join(' or ')} if you still need it.`;

const maxShown = 3;

/** Counts down what the user has for a time, and says for a day what has ended; nothing if there is nothing. */
export const OwnAccess = () => {
  const { current, ended, administrators, now } = useOwnAccess();
  const [closed, setClosed] = useState<readonly string[]>([]);
  const recent = ended.filter(({ id, endsAt }) => now - endsAt < day && !closed.includes(id));
  if (current.length === 0 && recent.length === 0) return null;
  return (
    <Stack gap="xs" mb="md" component="section" aria-label="Your access for a time">
      {current.length > 0 && (
        <Alert variant="light" color="pine" icon={<IconClock size={18} aria-hidden />} py="xs">
          {current.slice(0, maxShown).map((grant) => (
            <Text key={grant.id} size="sm" style={{ overflowWrap: 'anywhere' }}>
              You have {grant.name}: <Countdown span={grant} />
            </Text>
          ))}
          {current.length > maxShown && <Text size="sm">and {current.length - maxShown} more.</Text>}
        </Alert>
      )}
      {recent.length > 0 && (
        <Alert variant="light" color="gray" icon={<IconClockOff size={18} aria-hidden />} py="xs">
          <Group wrap="nowrap" justify="space-between" align="flex-start">
            <div>
              {recent.slice(0, maxShown).map((grant) => (
                <Text key={grant.id} size="sm" style={{ overflowWrap: 'anywhere' }}>
                  You no longer have {grant.name}: it ended <Time value={new Date(grant.endsAt).toISOString()} />.
                </Text>
              ))}
              <Text size="sm">{askSentence(administrators)}</Text>
            </div>
            <CloseButton
              size="sm"
              aria-label="Close the note about access that ended"
              onClick={() => setClosed([...closed, ...recent.map(({ id }) => id)])}
            />
          </Group>
        </Alert>
      )}
    </Stack>
  );
};

interface Props {
  readonly error: unknown;
  readonly onRetry: () => unknown;
  /** What cannot be seen: "the secrets of this folder". */
  readonly what: string;
}

/** What went wrong; a refusal says what has ended, and whom to ask. */
export const Refusal = ({ error, onRetry, what }: Props) => {
  const { ended, administrators } = useOwnAccess();
  if (statusOf(error) !== 403) return <FailureMessage error={error} onRetry={onRetry} />;
  const last = ended[0];
  return (
    <EmptyState title={`You may not see ${what}`}>
      {last && (
        <>
          You had {last.name} until <Time value={new Date(last.endsAt).toISOString()} />.{' '}
        </>
      )}
      {askSentence(administrators)}
    </EmptyState>
  );
};
