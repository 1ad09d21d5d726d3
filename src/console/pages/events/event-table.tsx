import { Table } from '@mantine/core';
import { IconLink, IconPencil, IconPlus, IconTrash, type Icon } from '@tabler/icons-react';
import { memo } from 'react';
import { Link } from 'wouter';
import type { EventKind } from '../../api/project-event.ts';
import { LightCell, LightHeading, LightLine, LightRow, monospace } from '../../components/light.tsx';
import { Time } from '../../components/time.tsx';
import type { RowPlace } from '../../components/rows.ts';
import { VirtualTable } from '../../components/virtual-table.tsx';
import { environmentAddress } from '../../layout/addresses.ts';
import type { Project } from '../../layout/project.tsx';
import type { ReceivedEvent } from '../../live/feed.ts';

export const kindLabels: Readonly<Record<EventKind, string>> = {
  'secret:create': 'Created',
  'secret:update': 'Changed',
  'secret:delete': 'Deleted',
  'secret:import-mutation': 'Changed through imports',
};

const kindIcons: Readonly<Record<EventKind, Icon>> = {
  'secret:create': IconPlus,
  'secret:update': IconPencil,
  'secret:delete': IconTrash,
  'secret:import-mutation': IconLink,
};

/** Names of an event that are shown; the folder has the others. */
const maxNames = 5;

const link = {
  display: 'inline-block',
  minHeight: 24,
  minWidth: 24,
  color: 'inherit',
  overflowWrap: 'anywhere',
} as const;
const list = { display: 'flex', flexWrap: 'wrap', gap: '0 12px', margin: 0, padding: 0, listStyle: 'none' } as const;

interface Props {
  readonly project: Project;
  readonly event: ReceivedEvent;
}

const Kind = ({ kind }: { kind: EventKind }) => {
  const Sign = kindIcons[kind];
  return (
    <LightLine gap={6}>
      <Sign size={16} stroke={1.6} aria-hidden style={{ flexShrink: 0, marginTop: 3 }} />
      {kindLabels[kind]}
    </LightLine>
  );
};

const Folder = ({ project: { slug, environments }, event: { environment, path } }: Props) => (
  <Link href={environmentAddress({ slug, environment, path })} style={link}>
    {environments.find((each) => each.slug === environment)?.name ?? environment} <span style={monospace}>{path}</span>
  </Link>
);

/** The secrets of an event; what was deleted has no page to link to. */
const Names = ({ project: { slug }, event: { kind, environment, path, names, count } }: Props) => {
  const shown = names.slice(0, maxNames);
  return (
    <ul style={list}>
      {shown.map((secret) => (
        <li key={secret} style={monospace}>
          {kind === 'secret:delete' ? (
            secret
          ) : (
            <Link href={environmentAddress({ slug, environment, path, secret })} style={link}>
              {secret}
            </Link>
          )}
        </li>
      ))}
      {count > shown.length && <li>and {count - shown.length} more</li>}
    </ul>
  );
};

interface RowProps extends Props, RowPlace {
  readonly isNarrow: boolean;
}

const EventRow = memo(({ index, measure, isNarrow, ...props }: RowProps) => {
  const { kind, receivedAt } = props.event;
  if (isNarrow)
    return (
      <LightRow index={index} measure={measure}>
        <LightHeading>
          <Kind kind={kind} />
          <Time value={receivedAt} format="clock" />
        </LightHeading>
        <LightCell>
          <Folder {...props} />
          <Names {...props} />
        </LightCell>
      </LightRow>
    );
  return (
    <LightRow index={index} measure={measure}>
      <LightHeading>
        <Time value={receivedAt} format="seconds" />
      </LightHeading>
      <LightCell>
        <Kind kind={kind} />
      </LightCell>
      <LightCell>
        <Folder {...props} />
      </LightCell>
      <LightCell>
        <Names {...props} />
      </LightCell>
    </LightRow>
  );
});
EventRow.displayName = 'EventRow';

interface TableProps {
  readonly project: Project;
  readonly events: readonly ReceivedEvent[];
  readonly isNarrow: boolean;
}

/** Events, the newest first. */
export const EventTable = ({ project, events, isNarrow }: TableProps) => (
  <VirtualTable
    label="Events"
    count={events.length}
    keyOf={(index) => String(events[index]!.number)}
    rowHeight={isNarrow ? 56 : 33}
    head={
      isNarrow ? (
        <>
          <Table.Th w="42%">Event</Table.Th>
          <Table.Th>Where</Table.Th>
        </>
      ) : (
        <>
          <Table.Th w={215}>Received</Table.Th>
          <Table.Th w={210}>Event</Table.Th>
          <Table.Th w="28%">Folder</Table.Th>
          <Table.Th>Secrets</Table.Th>
        </>
      )
    }
  >
    {({ index, measure }) => {
      const event = events[index]!;
      return (
        <EventRow
          key={event.number}
          index={index}
          measure={measure}
          project={project}
          event={event}
          isNarrow={isNarrow}
        />
      );
    }}
  </VirtualTable>
);
