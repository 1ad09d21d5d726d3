import { Badge, Group } from '@mantine/core';
import { IconClock, IconClockOff, IconClockPlay } from '@tabler/icons-react';
import { useProject } from '../../layout/project.tsx';
import { grantName } from '../../members/role-names.ts';
import { remainingText } from '../../temporary-access/countdown.tsx';
import { useNow } from '../../temporary-access/now.ts';
import { spanOf, stateOf, type Span } from '../../temporary-access/period.ts';
import type { HeldRole } from './members.ts';

export const roleName = ({ role, customRoleName }: Pick<HeldRole, 'role' | 'customRoleName'>): string =>
  grantName({ type: 'role', slug: role, name: customRoleName });

const signs = { active: IconClock, planned: IconClockPlay, ended: IconClockOff } as const;

const TemporaryBadge = ({ name, span }: { name: string; span: Span }) => {
  const now = useNow(useProject().id);
  const Sign = signs[stateOf(span, now)];
  return (
    <Badge
      variant="default"

      fw={500}
      maw="100%"
      leftSection={<Sign size={12} aria-hidden />}
      style={{ fontVariantNumeric: 'tabular-nums' }}
    >
      {name}, {remainingText(span, now)}
    </Badge>
  );
};

/** The roles of a member, with what remains of temporary ones. */
export const RoleBadges = ({ roles }: { roles: readonly HeldRole[] }) => (
  <Group gap={4}>
    {roles.map((role) => {
      const span = spanOf(role);
      if (span) return <TemporaryBadge key={role.id} name={roleName(role)} span={span} />;
      return (
        <Badge key={role.id} variant="default" fw={500} maw="100%">
          {roleName(role)}
        </Badge>
      );
    })}
  </Group>
);
