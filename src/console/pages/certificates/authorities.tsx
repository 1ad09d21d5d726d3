import { Anchor, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useCan } from '../../access/use-can.ts';
import { Section } from '../../components/section.tsx';
import { Time } from '../../components/time.tsx';
import { useProject } from '../../layout/project.tsx';
import { AuthorityDrawer } from './authority-drawer.tsx';
import { CreateAuthority } from './create-authority.tsx';
import { treeOf, type Authority, type Branch } from './model.ts';
import { AuthorityBadge } from './status-badge.tsx';
import { ItemList } from '../../components/item-list.tsx';
import { CreateButton } from '../../components/create-button.tsx';

interface BranchProps {
  readonly branch: Branch;
  readonly onOpen: (authority: Authority) => void;
}

const list = { listStyle: 'none' } as const;

const BranchItem = ({ branch: { authority, below }, onOpen }: BranchProps) => (
  <li>
    <Group gap="xs" py={4}>
      <Anchor component="button" type="button" size="sm" fw={500} onClick={() => onOpen(authority)}>
        {authority.name}
      </Anchor>
      <AuthorityBadge authority={authority} />
      <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        {authority.configuration.dn}
        {authority.configuration.notAfter !== null && (
          <>
            , until <Time value={authority.configuration.notAfter} />
          </>
        )}
      </Text>
    </Group>
    {below.length > 0 && (
      <Stack
        gap={0}
        component="ul"
        m={0}
        pl="md"
        ml={6}
        style={{ ...list, borderLeft: '1px solid var(--mantine-color-default-border)' }}
        aria-label={`Below ${authority.name}`}
      >
        {below.map((branch) => (
          <BranchItem key={branch.authority.id} branch={branch} onOpen={onOpen} />
        ))}
      </Stack>
    )}
  </li>
);

interface Props {
  readonly authorities: readonly Authority[];
  /** The authority whose details are shown. */
  readonly openId: string | null;
  readonly onOpen: (id: string | undefined) => void;
}

/** The authorities of the project as a tree. */
export const Authorities = ({ authorities, openId, onOpen }: Props) => {
  const ability = useCan(useProject());
  const [isCreating, setCreating] = useState(false);
  const shown = authorities.find(({ id }) => id === openId);
  return (
    <Section
      title="Authorities"
      description="They sign certificates, and say which of them are revoked."
      action={
        <CreateButton
          label="Create authority"
          isAllowed={ability.may('create', 'certificate-authorities')}
          reason="You are not allowed to create certificate authorities in this project."
          onClick={() => setCreating(true)}
        />
      }
    >
      <ItemList
        label="Authorities"
        items={treeOf(authorities)}
        gap={0}
        empty="No authorities yet. Create a root first, then perhaps intermediate authorities below it that issue the certificates."
      >
        {(branch) => <BranchItem key={branch.authority.id} branch={branch} onOpen={({ id }) => onOpen(id)} />}
      </ItemList>
      <CreateAuthority isOpen={isCreating} authorities={authorities} onClose={() => setCreating(false)} />
      {shown && (
        <AuthorityDrawer
          authority={shown}
          parent={authorities.find(({ id }) => id === shown.configuration.parentCaId)}
          onClose={() => onOpen(undefined)}
        />
      )}
    </Section>
  );
};
