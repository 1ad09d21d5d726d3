import { ActionIcon, Anchor, Menu, Table, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconDots, IconHelpCircle, IconPencil, IconTrash, IconUserQuestion } from '@tabler/icons-react';
import { memo, useCallback } from 'react';
import { Link, useLocation } from 'wouter';
import { explainHref, memberHref } from '../../access/addresses.ts';
import { useCan } from '../../access/use-can.ts';
import { LightCell, LightHeading, LightRow } from '../../components/light.tsx';
import type { RowPlace } from '../../components/rows.ts';
import { VirtualTable } from '../../components/virtual-table.tsx';
import { useProject } from '../../layout/project.tsx';
import { canWith, kinds, whoCanChangeHref } from './kinds.ts';
import type { Member, MemberType } from './members.ts';
import { useRemoveMember } from './remove-member.ts';
import { RoleBadges } from './role-badges.tsx';

const MemberMenu = ({ member }: { member: Member }) => {
  const project = useProject();
  const ability = useCan(project);
  const [, navigate] = useLocation();
  const remove = useRemoveMember();
  const { type, name, title } = member;
  return (
    <Menu position="bottom-end" width={230}>
      <Menu.Target>
        <ActionIcon aria-label={`Actions of ${title}`}>
          <IconDots size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconPencil size={16} />} onClick={() => navigate(memberHref(project.slug, member))}>
          Roles and privileges
        </Menu.Item>
        {type !== 'group' && (
          <Menu.Item
            leftSection={<IconHelpCircle size={16} />}
            onClick={() => navigate(explainHref(project.slug, { actor: `${type}:${name}` }))}
          >
            Explain access
          </Menu.Item>
        )}
        <Menu.Item
          leftSection={<IconUserQuestion size={16} />}
          onClick={() => navigate(whoCanChangeHref(project.slug, member))}
        >
          Who can change this
        </Menu.Item>
        {canWith(ability, 'delete', member) && !member.isOwned && (
          <Menu.Item leftSection={<IconTrash size={16} />} onClick={() => remove(member)}>
            Remove from the project
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
};

interface RowProps extends RowPlace {
  readonly member: Member;
  readonly href: string;
  readonly isNarrow: boolean;
}

const MemberRow = memo(({ member, href, isNarrow, ...place }: RowProps) => {
  const { title, name, roles } = member;
  return (
    <LightRow {...place}>
      <LightHeading>
        <Anchor component={Link} href={href} size="sm" fw={500} c="inherit" style={{ overflowWrap: 'anywhere' }}>
          {title}
        </Anchor>
        {title !== name && (
          <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            {name}
          </Text>
        )}
        {isNarrow && <RoleBadges roles={roles} />}
      </LightHeading>
      {!isNarrow && (
        <LightCell>
          <RoleBadges roles={roles} />
        </LightCell>
      )}
      <LightCell>
        <MemberMenu member={member} />
      </LightCell>
    </LightRow>
  );
});
MemberRow.displayName = 'MemberRow';

interface Props {
  readonly type: MemberType;
  readonly members: readonly Member[];
  readonly more: (() => void) | undefined;
}

/** The members of one kind, of which only those on the screen are drawn. */
export const MemberTable = ({ type, members, more }: Props) => {
  const { slug } = useProject();
  const isNarrow = useMediaQuery('(max-width: 48em)');
  const count = members.length;
  const onRange = useCallback(
    (_first: number, last: number) => {
      if (last >= count - 20) more?.();
    },
    [count, more],
  );
  return (
    <VirtualTable
      label={kinds[type].many}
      head={
        <>
          <Table.Th>Name</Table.Th>
          {!isNarrow && <Table.Th w="55%">Roles</Table.Th>}
          <Table.Th w={56} aria-label="Actions" />
        </>
      }
      count={count}
      keyOf={(index) => members[index]?.id ?? `${index}`}
      rowHeight={isNarrow ? 64 : 40}
      onRange={onRange}
    >
      {(place) => {
        const member = members[place.index];
        return (
          member && (
            <MemberRow key={member.id} {...place} member={member} href={memberHref(slug, member)} isNarrow={isNarrow} />
          )
        );
      }}
    </VirtualTable>
  );
};
