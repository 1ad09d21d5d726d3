import { Badge, Group, List, Text } from '@mantine/core';
import { api } from '../../api/client.ts';
import { failureOf } from '../../api/errors.ts';
import { durationText } from '../../components/duration.ts';
import { ListSkeleton } from '../../components/page.tsx';
import { Section } from '../../components/section.tsx';
import { Time } from '../../components/time.tsx';

const checkEveryMs = 15_000;

/** Whether the server is ready for traffic, as load balancers ask, and what it has been set up with. */
export const Health = () => {
  const refetchInterval = checkEveryMs;
  const ready = api.useQuery('get', '/readyz', {}, { refetchInterval, retry: false });
  const status = api.useQuery('get', '/api/status', {}, { refetchInterval, retry: false });
  if (ready.isPending || status.isPending)
    return (
      <Section title="Health">
        <ListSkeleton rows={2} />
      </Section>
    );
  return (
    <Section
      title="Health"
      description="Checked every 15 seconds: the database answers, the disk is not full, and no damaged data was read."
    >
      <Group gap="xs" role="status">
        <Badge variant={ready.error ? 'filled' : 'light'} color={ready.error ? 'red.9' : 'pine'} autoContrast>
          {ready.error ? 'Not ready' : 'Ready'}
        </Badge>
        {ready.error && <Text size="sm">{failureOf(ready.error).message}</Text>}
      </Group>
      {status.data && (
        <List size="sm">
          <List.Item>
            The clock of the server says <Time value={status.data.date} />.
          </List.Item>
          <List.Item>
            {status.data.emailConfigured
              ? 'Invitations, reminders and notices are mailed.'
              : 'No mail is sent: set SMTP_URL and MAIL_FROM to change that. Invitations are passed on as links.'}
          </List.Item>
          <List.Item>
            Tokens of machine identities work for {durationText(status.data.maxIdentityAccessTokenTTL)} at most.
          </List.Item>
        </List>
      )}
    </Section>
  );
};
