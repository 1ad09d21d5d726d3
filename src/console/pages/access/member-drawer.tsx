import { Anchor, Button, Group, Stack, Text, Title } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'wouter';
import { explainHref } from '../../access/addresses.ts';
import { useCan } from '../../access/use-can.ts';
import { UsageLink } from '../../access-usage/usage-link.tsx';
import { confirm } from '../../components/confirm.tsx';
import { FailureMessage } from '../../components/failure.tsx';
import { Guarded } from '../../components/guarded.tsx';
import { NotLoaded } from '../../components/not-loaded.tsx';
import { SideDrawer } from '../../components/side-drawer.tsx';
import { notifyUndoable } from '../../components/undo.tsx';
import { useUnsaved } from '../../components/unsaved.ts';
import { useProject } from '../../layout/project.tsx';
import { saveRoles } from '../../temporary-access/changes.ts';
import { GrantList } from '../../temporary-access/grant-list.tsx';
import { useServerTime } from '../../temporary-access/now.ts';
import { useTemporaryAccess } from '../../temporary-access/use-temporary-access.ts';
import { canWith, kinds, whoCanChangeHref } from './kinds.ts';
import { useMember, type HeldRole, type Member, type MemberType } from './members.ts';
import { Privileges } from './privileges.tsx';
import { useRemoveMember } from './remove-member.ts';
import { RoleBadges } from './role-badges.tsx';
import { areValid, assignmentsOf, roleDraftOf, RolesField, type RoleDraft } from './roles-field.tsx';

interface PartProps {
  readonly member: Member;
  /** Loads the member again. */
  readonly reload: () => Promise<Member | undefined>;
  /** Called with whether there are roles that are not saved. */
  readonly onEdited: (hasEdits: boolean) => void;
}

const isSame = (first: readonly HeldRole[], second: readonly HeldRole[]): boolean =>
  JSON.stringify(first) === JSON.stringify(second);

const RolesForm = ({ member, reload, onEdited }: PartProps) => {
  const project = useProject();
  const now = useServerTime(project.id);
  const canEdit = canWith(useCan(project), 'edit', member);
  const [edited, setDrafts] = useState<readonly RoleDraft[]>();
  /** The roles when editing began. */
  const [before, setBefore] = useState(member.roles);
  const setEdited = (drafts: readonly RoleDraft[] | undefined): void => {
    if (!edited) setBefore(member.roles);
    setDrafts(drafts);
    onEdited(drafts !== undefined);
  };
  const queries = useQueryClient();
  const replace = async (drafts: readonly RoleDraft[], former: readonly HeldRole[]): Promise<void> => {
    await saveRoles(project.id, member, assignmentsOf(drafts, now()));
    await queries.invalidateQueries();
    setEdited(undefined);
    notifyUndoable(`The roles of ${member.title} are saved.`, () =>
      saveRoles(project.id, member, assignmentsOf(former.map(roleDraftOf), now())),
    );
  };
  const save = useMutation({
    mutationFn: async (drafts: readonly RoleDraft[]) => {
      const current = (await reload())?.roles ?? [];
      if (isSame(current, before)) return replace(drafts, current);
      confirm({
        title: 'Somebody else has changed these roles meanwhile',
        message: (
          <Stack gap="xs">
            <Text size="sm">{member.title} has now:</Text>
            <RoleBadges roles={current} />
            <Text size="sm">Saving replaces them by yours.</Text>
          </Stack>
        ),
        action: 'Replace them',
        onConfirm: () => replace(drafts, current),
      });
    },
    meta: { showsError: true },
  });
  return (
    <Stack gap="xs" component="section" aria-label="Roles">
      <Title order={2}>Roles</Title>
      {!canEdit && (
        <Text size="sm" c="dimmed">
          You are not allowed to change the roles of this member.
        </Text>
      )}
      <RolesField value={edited ?? member.roles.map(roleDraftOf)} onChange={setEdited} isReadOnly={!canEdit} />
      <FailureMessage error={save.error} />
      {edited && (
        <Group gap="xs">
          <Button loading={save.isPending} disabled={!areValid(edited)} onClick={() => save.mutate(edited)}>
            Save the roles
          </Button>
          <Button variant="default" onClick={() => setEdited(undefined)}>
            Discard
          </Button>
        </Group>
      )}
    </Stack>
  );
};

/** What the member has for a time, now or later. */
const TemporarySection = ({ member: { projectMembershipId } }: { member: Member }) => {
  const { id } = useProject();
  const { grants = [], more, isLoadingMore } = useTemporaryAccess(id, { projectMembershipId });
  if (grants.length === 0) return null;
  return (
    <Stack gap="xs" component="section" aria-label="Temporary">
      <Title order={2}>Temporary</Title>
      <GrantList label="Temporary access" grants={grants} isOfOne more={more} isLoadingMore={isLoadingMore} />
    </Stack>
  );
};

interface ContentsProps extends PartProps {
  readonly onClose: () => void;
  readonly onCover: (isCovered: boolean) => void;
}

const Contents = ({ member, reload, onEdited, onClose, onCover }: ContentsProps) => {
  const project = useProject();
  const ability = useCan(project);
  const remove = useRemoveMember(onClose);
  const { type, name } = member;
  return (
    <Stack gap="lg">
      <Group gap="md">
        {type !== 'group' && (
          <Anchor component={Link} size="sm" href={explainHref(project.slug, { actor: `${type}:${name}` })}>
            Explain what {member.title} may do, and why
          </Anchor>
        )}
        <Anchor component={Link} size="sm" href={whoCanChangeHref(project.slug, member)}>
          Who can change this member
        </Anchor>
        {type !== 'group' && (
          <UsageLink project={project} of={type === 'user' ? { userId: member.id } : { identityId: member.id }} />
        )}
      </Group>
      <RolesForm member={member} reload={reload} onEdited={onEdited} />
      <TemporarySection member={member} />
      {type !== 'group' && <Privileges member={member} onCover={onCover} />}
      <Group>
        <Guarded
          isAllowed={canWith(ability, 'delete', member) && !member.isOwned}
          reason={
            member.isOwned
              ? 'This machine identity belongs to the project: it can only be deleted.'
              : 'You are not allowed to remove this member.'
          }
        >
          <Button variant="default" c="var(--mantine-color-error)" onClick={() => remove(member)}>
            Remove from the project
          </Button>
        </Guarded>
      </Group>
    </Stack>
  );
};

interface Props {
  readonly type: MemberType;
  /** As in the address. */
  readonly memberKey: string;
  readonly onClose: () => void;
}

/** The roles and privileges of one member. */
export const MemberDrawer = ({ type, memberKey, onClose }: Props) => {
  const project = useProject();
  const { member, error, reload } = useMember(project.id, type, memberKey);
  const [isCovered, setCovered] = useState(false);
  const [hasEdits, setHasEdits] = useState(false);
  const forgetEdits = useUnsaved(hasEdits);
  const close = (): void => {
    if (!hasEdits) return onClose();
    confirm({
      title: 'Close without saving?',
      message: 'The roles that you changed are not saved yet.',
      action: 'Discard the changes',
      onConfirm: () => {
        forgetEdits();
        onClose();
      },
    });
  };
  const kind = kinds[type].one;
  return (
    <SideDrawer
      title={member?.title ?? ''}
      subtitle={member && member.title !== member.name ? member.name : `${kind[0]!.toUpperCase()}${kind.slice(1)}`}
      onClose={close}
      isCovered={isCovered}
    >
      {!member && <NotLoaded error={error} onRetry={reload} />}
      {member && (
        <Contents member={member} reload={reload} onEdited={setHasEdits} onClose={onClose} onCover={setCovered} />
      )}
    </SideDrawer>
  );
};
