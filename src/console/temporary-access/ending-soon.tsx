import { Anchor, Group, Paper, Stack, Text } from '@mantine/core';
import { IconClock } from '@tabler/icons-react';
import { Link } from 'wouter';
import { accessHref, memberHref } from '../access/addresses.ts';
import { useCan } from '../access/use-can.ts';
import { useProject } from '../layout/project.tsx';
import { grantName } from '../members/role-names.ts';
import { Countdown } from './countdown.tsx';
import { spanOfGrant, useTemporaryAccess } from './use-temporary-access.ts';

const maxShown = 3;

/** What ends within a day; nothing is shown if nothing does. */
export const EndingSoon = () => {
  const project = useProject();
  const ability = useCan(project);
  const canSee = ['member', 'identity', 'groups'].some((subject) => ability.may('read', subject));
  const { grants = [], more } = useTemporaryAccess(project.id, { state: 'active', endsWithinHours: 24 }, canSee);
  if (grants.length === 0) return null;
  return (
    <Paper withBorder px="md" py="xs" component="section" aria-label="Access that ends within 24 hours">
      <Group gap="xs" align="flex-start" wrap="nowrap">
        <IconClock size={18} stroke={1.6} aria-hidden style={{ flexShrink: 0, marginTop: 2 }} />
        <Stack gap={2} miw={0}>
          <Anchor component={Link} href={`${accessHref(project.slug, 'temporary')}?within=24`} size="sm" fw={500}>
            {grants.length}
            {more ? ' or more' : ''} {grants.length === 1 ? 'role or privilege ends' : 'roles or privileges end'} within
            24 hours
          </Anchor>
          {grants.slice(0, maxShown).map((grant) => (
            <Text key={grant.id} size="sm" style={{ overflowWrap: 'anywhere' }}>
              <Anchor
                component={Link}
                href={memberHref(project.slug, grant.holder)}
                inherit
                c="inherit"
                underline="always"
              >
                {grant.holder.name}
              </Anchor>{' '}
              as {grantName(grant)}: <Countdown span={spanOfGrant(grant)} />
            </Text>
          ))}
        </Stack>
      </Group>
    </Paper>
  );
};
