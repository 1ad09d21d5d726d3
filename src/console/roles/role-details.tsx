import { Badge, Button, Group, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconCopy, IconPencil, IconTrash } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useLocation } from 'wouter';
import { UsageLink } from '../access-usage/usage-link.tsx';
import { statusOf } from '../api/errors.ts';
import { confirm } from '../components/confirm.tsx';
import { Guarded } from '../components/guarded.tsx';
import { NotLoaded } from '../components/not-loaded.tsx';
import { Page } from '../components/page.tsx';
import { Section } from '../components/section.tsx';
import { NotFound } from '../layout/not-found.tsx';
import { RuleWords } from '../rules/rule-builder.tsx';
import { HolderList } from './holder-list.tsx';
import { countWords } from './holders.ts';
import type { Role, RoleSource } from './role-source.ts';
import { useHolders, useRole } from './use-roles.ts';

interface Props {
  readonly source: RoleSource;
  readonly role: Role;
}

const DeleteRole = ({ source, role }: Props) => {
  const { ability, address, place, remove } = source;
  const [, navigate] = useLocation();
  const { data } = useHolders(source, role);
  const holders = data?.holders ?? [];
  const deletion = useMutation({
    meta: { showsError: true },
    mutationFn: async () => {
      await remove(role.id);
      notifications.show({ message: `The role ${role.name} is deleted.` });
      // Before everything is loaded again, because the role is not there any more.
      navigate(address);
    },
  });
  const isAllowed = ability.can('delete', 'role');
  const reason = isAllowed
    ? `${countWords(holders)} ${holders.length === 1 ? 'has' : 'have'} this role. Give them another one first.`
    : `You are not allowed to delete roles in ${place}.`;
  const ask = (): void =>
    confirm({
      title: `Delete the role ${role.name}?`,
      message: `Its ${role.permissions.length === 1 ? 'rule is' : `${role.permissions.length} rules are`} lost and cannot be restored. ${
        data?.leftOut.length === 0 ? 'Nobody has the role.' : 'The server refuses this if somebody has the role.'
      }`,
      action: 'Delete role',
      isDestructive: true,
      onConfirm: () => deletion.mutateAsync(),
    });
  return (
    <Guarded isAllowed={isAllowed && holders.length === 0} reason={reason}>
      <Button variant="default" leftSection={<IconTrash size={16} />} disabled={isAllowed && !data} onClick={ask}>
        Delete
      </Button>
    </Guarded>
  );
};

const Actions = ({ source, role }: Props) => {
  const { ability, address, builtIn, place } = source;
  const [, navigate] = useLocation();
  const isOwn = !builtIn.includes(role.slug);
  return (
    <>
      <Guarded isAllowed={ability.can('create', 'role')} reason={`You are not allowed to create roles in ${place}.`}>
        <Button
          variant="default"
          leftSection={<IconCopy size={16} />}
          onClick={() => navigate(`${address}/${role.slug}/copy`)}
        >
          Duplicate
        </Button>
      </Guarded>
      {isOwn && <DeleteRole source={source} role={role} />}
      {isOwn && (
        <Guarded isAllowed={ability.can('edit', 'role')} reason={`You are not allowed to edit roles in ${place}.`}>
          <Button leftSection={<IconPencil size={16} />} onClick={() => navigate(`${address}/${role.slug}/edit`)}>
            Edit
          </Button>
        </Guarded>
      )}
    </>
  );
};

/** One role: what it allows, who has it, and what can be done with it. */
export const RoleDetails = ({ source, slug }: { source: RoleSource; slug: string }) => {
  const { scope, address, crumbs, builtIn, project } = source;
  const { data: role, error, refetch } = useRole(source, slug);
  if (statusOf(error) === 404) return <NotFound />;
  return (
    <Page
      isNarrow
      title={role?.name ?? slug}
      crumbs={[...crumbs, { label: 'Roles', href: address }]}
      actions={role && <Actions source={source} role={role} />}
    >
      {!role && <NotLoaded error={error} onRetry={refetch} />}
      {role && (
        <>
          <Group gap="xs">
            <Text size="sm" ff="monospace" c="dimmed">
              {role.slug}
            </Text>
            {builtIn.includes(role.slug) && <Badge variant="default">Built-in, cannot be changed</Badge>}
          </Group>
          {role.description !== null && role.description !== '' && <Text size="sm">{role.description}</Text>}
          <Section title="What it may do">
            <RuleWords rules={role.permissions} scope={scope} />
            {project && <UsageLink project={project} of={{ roleSlug: role.slug }} />}
          </Section>
          <Section title="Who has it">
            <HolderList source={source} role={role} />
          </Section>
        </>
      )}
    </Page>
  );
};
