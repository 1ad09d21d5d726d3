import { Group, Text } from '@mantine/core';
import { IconMinus, IconPlus } from '@tabler/icons-react';
import { ItemList } from '../components/item-list.tsx';
import { useMemo } from 'react';
import type { RuleScope } from '../../../generated/rules.ts';
import { differenceOf } from './difference.ts';
import type { Rule } from './rule.ts';

interface Props {
  readonly scope: RuleScope;
  readonly before: readonly Rule[];
  readonly after: readonly Rule[];
}

const Line = ({ isGain, text }: { isGain: boolean; text: string }) => (
  <Group component="li" gap={6} wrap="nowrap" align="flex-start">
    {isGain ? <IconPlus size={16} aria-label="Added" /> : <IconMinus size={16} aria-label="Removed" />}
    <Text size="sm" flex={1} style={{ overflowWrap: 'anywhere' }}>
      {text}.
    </Text>
  </Group>
);

/** What a change of rules gives and takes, in words. */
export const RuleDifference = ({ scope, before, after }: Props) => {
  const { gained, lost } = useMemo(() => differenceOf(scope, before, after), [scope, before, after]);
  if (gained.length + lost.length === 0)
    return (
      <Text size="sm" c="dimmed">
        The rules allow and deny the same as before.
      </Text>
    );
  return (
    <ItemList label="What changes" items={[...gained, ...lost]} gap={4}>
      {(text, index) => <Line key={text} isGain={index < gained.length} text={text} />}
    </ItemList>
  );
};
