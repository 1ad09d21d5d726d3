import { ActionIcon, Button, Group, Menu } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconChevronDown } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useCan } from '../access/use-can.ts';
import { parseLength } from '../components/duration.ts';
import { Guarded } from '../components/guarded.tsx';
import { timeText } from '../components/time.tsx';
import { notifyUndoable } from '../components/undo.tsx';
import { useProject } from '../layout/project.tsx';
import { endGrant, extendedEnd, extendGrant } from './changes.ts';
import { useServerTime } from './now.ts';
import type { TemporaryGrant } from './use-temporary-access.ts';

const others = ['15 minutes', '8 hours', '1 day', '1 week', '30 days'];

const subjects = { user: 'member', identity: 'identity', group: 'groups' } as const;

const fieldsOf = ({ type, id, name }: TemporaryGrant['holder']) =>
  type === 'user' ? { userEmail: name } : type === 'identity' ? { identityId: id } : { groupName: name };

/** Why a grant cannot end then; undefined if it can. */
const obstacle = ({ extension: { isAllowed, until, reason } }: TemporaryGrant, end: number): string | undefined => {
  if (!isAllowed) return reason ?? 'You are not allowed to extend it.';
  if (until === null || end <= Date.parse(until)) return undefined;
  return `You have its permissions until ${timeText(until)} yourself, so it cannot end later.`;
};

/** The grant as it was when the change was asked for: the list may be loaded again before the response arrives. */
interface Change {
  readonly from: TemporaryGrant;
}

const useChanges = () => {
  const project = useProject();
  const now = useServerTime(project.id);
  const queries = useQueryClient();
  // Somebody else may have changed or removed it.
  const onError = (): void => void queries.invalidateQueries();
  const notify = (message: string, { from }: Change, changed: Pick<TemporaryGrant, 'id' | 'endsAt'>): void => {
    if (from.state !== 'active') notifications.show({ message });
    else notifyUndoable(message, () => extendGrant(project.id, changed, Date.parse(from.endsAt)));
  };
  const extend = useMutation({
    onError,
    mutationFn: ({ from, endsAt }: Change & { readonly endsAt: number }) => extendGrant(project.id, from, endsAt),
    onSuccess: (changed, change) => {
      const { holder, slug } = change.from;
      notify(`${holder.name} has ${slug} until ${timeText(changed.endsAt)}.`, change, changed);
    },
  });
  const end = useMutation({
    onError,
    mutationFn: ({ from }: Change) => endGrant(project.id, from),
    onSuccess: (changed, change) => {
      const { holder, slug } = change.from;
      notify(`${holder.name} no longer has ${slug}.`, change, changed);
    },
  });
  return { now, extend, end };
};

/** Extends or ends a temporary role or privilege. */
export const GrantActions = ({ grant }: { grant: TemporaryGrant }) => {
  const ability = useCan(useProject());
  const { now, extend, end } = useChanges();
  const { slug, holder, state, extension } = grant;
  const of = `${slug} of ${holder.name}`;
  const canEdit = ability.can('edit', subjects[holder.type], fieldsOf(holder));
  const endOf = (length: string): number => extendedEnd(grant, parseLength(length) ?? 0, now());
  const extendTo = (endsAt: number): void => extend.mutate({ from: grant, endsAt });
  const extendBy = (length: string): void => extendTo(endOf(length));
  const verb = state === 'ended' ? 'Renew' : 'Extend';
  const ending = state === 'active' ? 'End now' : 'Remove';
  const missing = obstacle(grant, endOf('1 hour'));
  const isBusy = extend.isPending || end.isPending;
  return (
    <Group gap={4} wrap="nowrap">
      <Guarded isAllowed={missing === undefined} reason={missing ?? ''}>
        <Button
          size="compact-sm"
          variant="default"
          loading={extend.isPending}
          disabled={end.isPending}
          aria-label={`${verb} 1 h: ${of}`}
          onClick={() => extendBy('1 hour')}
        >
          {verb} 1 h
        </Button>
      </Guarded>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon aria-label={`${verb} by another time: ${of}`} disabled={isBusy || !extension.isAllowed}>
            <IconChevronDown size={16} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {others.map((length) => (
            <Menu.Item
              key={length}
              disabled={obstacle(grant, endOf(length)) !== undefined}
              title={obstacle(grant, endOf(length))}
              onClick={() => extendBy(length)}
            >
              {verb} by {length}
            </Menu.Item>
          ))}
          {extension.until !== null && (
            <Menu.Item onClick={() => extendTo(Date.parse(extension.until!))}>
              Until {timeText(extension.until)}, as long as you have it
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      <Guarded isAllowed={canEdit} reason="You are not allowed to change this member.">
        <Button
          size="compact-sm"
          variant="default"
          loading={end.isPending}
          disabled={extend.isPending}
          aria-label={`${ending}: ${of}`}
          onClick={() => end.mutate({ from: grant })}
        >
          {ending}
        </Button>
      </Guarded>
    </Group>
  );
};
