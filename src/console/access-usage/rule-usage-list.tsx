import { Badge, Group, Paper, Stack, Text, Title, Tooltip } from '@mantine/core';
import { timeText } from '../components/time.tsx';
import { grantName } from '../members/role-names.ts';
import { describeRule } from '../rules/words.ts';
import type { RuleUsage, UsageStatus } from './usage.ts';

const colors: Readonly<Record<UsageStatus, string>> = { used: 'pine', unused: 'orange', unknown: 'gray' };

const explanations: Readonly<Record<UsageStatus, string>> = {
  used: 'Requests in the audit log needed it.',
  unused: 'Every use would be in the audit log, and there is none.',
  unknown: 'The audit log cannot tell whether it was needed.',
};

type ActionUsage = RuleUsage['usage'][number];

const detailOf = ({ status, uses, lastUsedAt }: ActionUsage): string =>
  lastUsedAt === null
    ? explanations[status]
    : `Needed by ${uses} ${uses === 1 ? 'request' : 'requests'}, last on ${timeText(lastUsedAt)}.`;

const ActionBadge = ({ usage }: { usage: ActionUsage }) => (
  <Tooltip label={detailOf(usage)} events={{ hover: true, focus: true, touch: true }}>
    <Badge color={colors[usage.status]} variant="light" tabIndex={0}>
      {usage.action}: {usage.status}
      {usage.uses > 0 && ` ${usage.uses}`}
    </Badge>
  </Tooltip>
);

const originOf = ({ from }: RuleUsage): string => {
  const kind = from.type === 'role' ? 'Role' : 'Additional privilege';
  return `${kind} ${grantName(from)}${from.group ? `, through the group ${from.group.name}` : ''}`;
};

/** Brings together the rules of a role or privilege. */
const grouped = (rules: readonly RuleUsage[]): [origin: string, rules: RuleUsage[]][] => {
  const groups = new Map<string, { name: string; rules: RuleUsage[] }>();
  for (const rule of rules) {
    const group = groups.get(rule.from.id) ?? { name: originOf(rule), rules: [] };
    group.rules.push(rule);
    groups.set(rule.from.id, group);
  }
  return [...groups.values()].map(({ name, rules: ofOrigin }) => [name, ofOrigin]);
};

/** Each rule in words, with what is known about each of its actions. */
export const RuleUsageList = ({ rules }: { rules: readonly RuleUsage[] }) =>
  grouped(rules).map(([origin, ofOrigin], index) => (
    <Paper key={index} withBorder p="md">
      <Stack gap="sm">
        <Title order={3}>{origin}</Title>
        {ofOrigin.map((rule, position) => (
          <Stack key={position} gap={4}>
            <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
              {describeRule(rule)}
            </Text>
            <Group gap={6}>
              {rule.inverted ? (
                <Badge color="gray" variant="light">
                  denies: stays
                </Badge>
              ) : (
                rule.usage.map((usage) => <ActionBadge key={usage.action} usage={usage} />)
              )}
            </Group>
          </Stack>
        ))}
      </Stack>
    </Paper>
  ));
