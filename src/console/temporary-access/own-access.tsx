import { Alert, CloseButton, Group, Stack, Text } from '@mantine/core';
import { IconClock, IconClockOff } from '@tabler/icons-react';
import { useState } from 'react';
import { Time } from '../components/time.tsx';
import { Countdown } from './countdown.tsx';
import { day } from './period.ts';
import { askSentence, useOwnAccess } from './use-own-access.ts';

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
