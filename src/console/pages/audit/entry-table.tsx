import { Anchor, Badge, Group, Stack, Table, Text } from '@mantine/core';
import { Time } from '../../components/time.tsx';
import { actorKinds, actorName, eventName, isRefused, subjectText, type Entry } from '../../audit/entry.ts';

const anywhere = { overflowWrap: 'anywhere' } as const;

interface Props {
  readonly entries: readonly Entry[];
  readonly onOpen: (entry: Entry) => void;
}

const What = ({ entry, onOpen }: { entry: Entry; onOpen: Props['onOpen'] }) => (
  <Group gap={6}>
    <Anchor component="button" type="button" size="sm" ta="left" onClick={() => onOpen(entry)}>
      {eventName(entry.event.type)}
    </Anchor>
    {isRefused(entry) && (
      <Badge color="red" variant="light" size="sm">
        {entry.repeats > 0 ? `refused ${entry.repeats + 1} times` : 'refused'}
      </Badge>
    )}
  </Group>
);

/** The entries, a line each; on narrow screens a few lines. */
export const EntryTable = ({ entries, onOpen }: Props) => (
  <Table aria-label="Audit log" layout="fixed" verticalSpacing={4}>
    <Table.Thead>
      <Table.Tr>
        <Table.Th w={190} visibleFrom="sm">
          Time
        </Table.Th>
        <Table.Th>What</Table.Th>
        <Table.Th visibleFrom="sm">Who</Table.Th>
        <Table.Th visibleFrom="sm">About</Table.Th>
        <Table.Th w={160} visibleFrom="md">
          Project
        </Table.Th>
        <Table.Th w={140} visibleFrom="lg">
          Address
        </Table.Th>
      </Table.Tr>
    </Table.Thead>
    <Table.Tbody>
      {entries.map((entry) => (
        <Table.Tr key={entry.id}>
          <Table.Td visibleFrom="sm">
            <Time value={entry.createdAt} format="seconds" />
          </Table.Td>
          <Table.Td>
            <What entry={entry} onOpen={onOpen} />
            <Stack gap={0} hiddenFrom="sm">
              <Text size="sm" style={anywhere}>
                {actorName(entry)}
              </Text>
              <Text size="sm" c="dimmed" style={anywhere}>
                {subjectText(entry)}
              </Text>
              <Text size="xs" c="dimmed">
                <Time value={entry.createdAt} format="seconds" />
              </Text>
            </Stack>
          </Table.Td>
          <Table.Td visibleFrom="sm" style={anywhere} title={actorKinds[entry.actor.type]}>
            {actorName(entry)}
          </Table.Td>
          <Table.Td visibleFrom="sm" style={anywhere}>
            {subjectText(entry)}
          </Table.Td>
          <Table.Td visibleFrom="md" style={anywhere}>
            {entry.projectName}
          </Table.Td>
          <Table.Td visibleFrom="lg" style={anywhere}>
            {entry.ipAddress}
          </Table.Td>
        </Table.Tr>
      ))}
    </Table.Tbody>
  </Table>
);
