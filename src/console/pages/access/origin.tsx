import { Anchor, Stack, Text } from '@mantine/core';
import { Link } from 'wouter';
import type { components } from '../../../../generated/api.d.ts';
import { accessHref } from '../../access/addresses.ts';
import { Time } from '../../components/time.tsx';
import { useProject } from '../../layout/project.tsx';
import { grantName } from '../../members/role-names.ts';
import { describeRule } from '../../rules/words.ts';
import { Countdown } from '../../temporary-access/countdown.tsx';
import { scaleFor, TimelineBar } from '../../temporary-access/timeline.tsx';
import { useNow } from '../../temporary-access/now.ts';

export type Deciding = components['schemas']['AllowingRule'];

const typeNames = { role: 'Role', privilege: 'Privilege', 'service-token': 'Service token' } as const;

/** How long something lasts: its countdown and its line, or that it has no end. */
export const Lasting = ({ startsAt, endsAt }: { startsAt: string | null; endsAt: string | null }) => {
  const now = useNow(useProject().id);
  if (endsAt === null)
    return (
      <Text span size="sm" c="dimmed">
        {startsAt !== null && Date.parse(startsAt) > now ? (
          <>
            from <Time value={startsAt} /> on
          </>
        ) : (
          'without an end'
        )}
      </Text>
    );
  const span = { startsAt: startsAt === null ? 0 : Date.parse(startsAt), endsAt: Date.parse(endsAt) };
  return (
    <Stack gap={2} w={420} maw="100%">
      <Countdown span={span} />
      <TimelineBar span={span} scale={scaleFor([span], now)} />
    </Stack>
  );
};

/** The role, privilege or token that a rule comes from, the rule in words, and how long that lasts. */
export const Origin = ({ rule }: { rule: Deciding }) => {
  const { slug } = useProject();
  const { type, group, startsAt, endsAt } = rule.from;
  return (
    <Stack gap={2}>
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        {typeNames[type]}{' '}
        <Text span fw={500} inherit>
          {grantName(rule.from)}
        </Text>
        {group && (
          <>
            {' '}
            through the group{' '}
            <Anchor
              component={Link}
              href={`${accessHref(slug, 'groups')}?member=${group.id}`}
              inherit
              underline="always"
            >
              {group.name}
            </Anchor>
          </>
        )}
        : {rule.action.includes('*') ? 'May do everything' : describeRule(rule)}
      </Text>
      <Lasting startsAt={startsAt} endsAt={endsAt} />
    </Stack>
  );
};
