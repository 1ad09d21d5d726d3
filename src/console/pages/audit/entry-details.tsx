import { Anchor, Badge, Button, Code, Group, Stack, Table, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useProjects } from '../../api/projects.ts';
import { CopyButton } from '../../components/copy-button.tsx';
import { SideDrawer } from '../../components/side-drawer.tsx';
import { Ago, Time } from '../../components/time.tsx';
import { actorIdOf, actorKinds, actorName, eventName, isRefused, subjectOf, type Entry } from '../../audit/entry.ts';
import { auditAddress, type AuditFilters } from './filters.ts';
import { linksOf } from './links.ts';

const anywhere = { overflowWrap: 'anywhere' } as const;

const Row = ({ label, children }: { label: string; children: ReactNode }) => (
  <Table.Tr>
    <Table.Th scope="row" w={130} fw={500} style={{ verticalAlign: 'top' }}>
      {label}
    </Table.Th>
    <Table.Td style={anywhere}>{children}</Table.Td>
  </Table.Tr>
);

/** Other entries that somebody may want to see next. */
const relatedQuestions = (entry: Entry): { label: string; filters: Partial<AuditFilters> }[] => {
  const { secretId, secret } = subjectOf(entry);
  const [actor, actorType] = [actorIdOf(entry), entry.actor.type];
  const project = entry.projectId ?? undefined;
  return [
    ...(actor !== undefined && (actorType === 'user' || actorType === 'identity')
      ? [
          {
            label: `What ${actorName(entry)} did in the last hour`,
            filters: { actorType, actor, since: '1h' as const },
          },
          { label: `Everything of ${actorName(entry)}`, filters: { actorType, actor, since: '7d' as const } },
        ]
      : []),
    ...(secretId === undefined
      ? []
      : [{ label: `Who read or changed ${secret ?? 'this secret'}`, filters: { project, secret: secretId } }]),
    { label: `All of ${entry.event.type}`, filters: { project, event: entry.event.type, since: '7d' as const } },
  ];
};

/** Everything that is known about an entry, and where to go from it. */
export const EntryDetails = ({ entry, onClose }: { entry: Entry; onClose: () => void }) => {
  const { data } = useProjects();
  const links = linksOf(entry, data?.projects ?? []);
  const json = JSON.stringify(entry.event.metadata, undefined, 2);
  return (
    <SideDrawer title={eventName(entry.event.type)} subtitle={entry.event.type} onClose={onClose}>
      <Stack>
        {isRefused(entry) && (
          <Group gap="xs">
            <Badge color="red" variant="light">
              refused
            </Badge>
            {entry.repeats > 0 && (
              <Text size="sm">
                {entry.repeats + 1} times, the last one <Ago value={entry.updatedAt} />
              </Text>
            )}
          </Group>
        )}
        {links.length > 0 && (
          <Stack gap={4}>
            <Title order={3}>Go to</Title>
            {links.map(({ label, href }) => (
              <Anchor key={href} component={Link} href={href} size="sm" style={anywhere}>
                {label}
              </Anchor>
            ))}
          </Stack>
        )}
        <Table variant="vertical" layout="fixed" withRowBorders={false}>
          <Table.Tbody>
            <Row label="Time">
              <Time value={entry.createdAt} format="seconds" />
            </Row>
            <Row label={actorKinds[entry.actor.type]}>{actorName(entry)}</Row>
            <Row label="Project">{entry.projectName ?? 'None'}</Row>
            <Row label="Address">{entry.ipAddress}</Row>
            <Row label="Client">{entry.userAgent || 'Unknown'}</Row>
            <Row label="Operation">{entry.operation}</Row>
            <Row label="Request">{entry.requestId || 'None'}</Row>
            <Row label="Kept until">
              <Time value={entry.expiresAt} />
            </Row>
          </Table.Tbody>
        </Table>
        <Stack gap={4}>
          <Group justify="space-between">
            <Title order={3}>Details</Title>
            <CopyButton value={json} label="the details" />
          </Group>
          <Code block tabIndex={0} style={{ whiteSpace: 'pre-wrap', ...anywhere }}>
            {json}
          </Code>
        </Stack>
        <Stack gap={6} align="flex-start">
          <Title order={3}>Ask next</Title>
          {relatedQuestions(entry).map(({ label, filters }) => (
            <Button
              key={label}
              component={Link}
              href={auditAddress(filters)}
              variant="default"
              size="xs"
              h="auto"
              py={4}
              styles={{ label: { whiteSpace: 'normal', textAlign: 'left', lineHeight: 1.5, ...anywhere } }}
              onClick={onClose}
            >
              {label}
            </Button>
          ))}
        </Stack>
      </Stack>
    </SideDrawer>
  );
};
