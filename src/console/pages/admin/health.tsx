import { Alert, Badge, Group, List, Stack, Text } from '@mantine/core';
import type { components } from '../../../../generated/api.d.ts';
import { api } from '../../api/client.ts';
import { failureOf } from '../../api/errors.ts';
import { durationText } from '../../components/duration.ts';
import { Fact } from '../../components/facts.tsx';
import { FailureMessage } from '../../components/failure.tsx';
import { ListSkeleton } from '../../components/page.tsx';
import { Section } from '../../components/section.tsx';
import { sizeText } from '../../components/size-text.ts';
import { Ago, Time } from '../../components/time.tsx';

type InstanceHealth = components['schemas']['InstanceHealth'];
type Status = components['schemas']['Status'];

const checkEveryMs = 15_000;

/** Below this, an operator should make room. */
const littleSpace = 1024 ** 3;
/** The audit log is written within a second, unless something is wrong. */
const longWaitSeconds = 5;

const databaseNames = { sqlite: 'SQLite', postgres: 'PostgreSQL' } as const;

/** What somebody should look at, as sentences. */
const warningsOf = ({ node, database }: InstanceHealth): string[] => [
  ...(database.freeBytes !== null && database.freeBytes < littleSpace
    ? [`Only ${sizeText(database.freeBytes)} are free on the disk of the database.`]
    : []),
  ...(node.auditOldestSeconds > longWaitSeconds
    ? [`The audit log is behind: ${node.auditEntriesWaiting} entries wait to be written.`]
    : []),
];

/** Whether a newer version exists, if the operator allows asking. */
const NewestVersion = () => {
  const { data } = api.useQuery('get', '/api/v1/admin/newest-version', {}, { retry: false });
  if (!data?.isAllowed) return null;
  if (data.problem !== null) return <>; the newest version is not known: {data.problem}</>;
  return data.isNewer ? <b>; version {data.newest} is available</b> : <>, the newest version</>;
};

const Facts = ({ health: { version, node, database, webhookDeliveriesWaiting } }: { health: InstanceHealth }) => (
  <Stack component="dl" gap={4} m={0}>
    <Fact label="Version">
      {version}, {node.runtime}
      <NewestVersion />
    </Fact>
    <Fact label="This node">
      {node.host}, started <Ago value={node.startedAt} />, {sizeText(node.memoryBytes)} of memory, {node.eventStreams}{' '}
      event {node.eventStreams === 1 ? 'stream' : 'streams'}
    </Fact>
    <Fact label="Database">
      {databaseNames[database.kind]} {database.version}, {sizeText(database.bytes)}
      {database.freeBytes !== null && `, ${sizeText(database.freeBytes)} free`}; answers in {database.answerMs} ms
    </Fact>
    <Fact label="Audit log">
      {node.auditEntriesWaiting === 0 ? 'Nothing waits to be written' : `${node.auditEntriesWaiting} entries wait`}
    </Fact>
    <Fact label="Webhooks">
      {webhookDeliveriesWaiting === 0 ? 'Nothing waits to be sent' : `${webhookDeliveriesWaiting} deliveries wait`}
    </Fact>
  </Stack>
);

const Settings = ({ status }: { status: Status }) => (
  <List size="sm">
    <List.Item>
      The clock of the server says <Time value={status.date} format="seconds" />.
    </List.Item>
    <List.Item>
      {status.emailConfigured
        ? 'Invitations, reminders and notices are mailed.'
        : 'No mail is sent: set SMTP_URL and MAIL_FROM to change that. Invitations are passed on as links.'}
    </List.Item>
    <List.Item>
      Tokens of machine identities work for {durationText(status.maxIdentityAccessTokenTTL)} at most.
    </List.Item>
  </List>
);

/** Whether the server is ready for traffic, as load balancers ask, how it is, and what it has been set up with. */
export const Health = () => {
  const options = { refetchInterval: checkEveryMs, retry: false };
  const ready = api.useQuery('get', '/readyz', {}, options);
  const health = api.useQuery('get', '/api/v1/admin/health', {}, options);
  const status = api.useQuery('get', '/api/status', {}, options);
  if (ready.isPending || health.isPending || status.isPending)
    return (
      <Section title="Health">
        <ListSkeleton rows={4} />
      </Section>
    );
  const warnings = health.data ? warningsOf(health.data) : [];
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
      {warnings.map((warning) => (
        <Alert key={warning} color="yellow" variant="light">
          {warning}
        </Alert>
      ))}
      {health.data ? <Facts health={health.data} /> : <FailureMessage error={health.error} onRetry={health.refetch} />}
      {status.data && <Settings status={status.data} />}
    </Section>
  );
};
