import { Checkbox, Code, Group, List, Paper, Spoiler, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { CopyButton } from '../components/copy-button.tsx';
import { describeRules } from '../rules/words.ts';
import type { AccessUsage } from './usage.ts';

interface SentencesProps {
  readonly title: string;
  readonly rules: AccessUsage['suggestion']['needed'];
  /** What is said if there are none. */
  readonly none?: string;
}

const Sentences = ({ title, rules, none }: SentencesProps) => (
  <Stack gap={4}>
    <Title order={3}>{title}</Title>
    {rules.length === 0 && <Text size="sm">{none}</Text>}
    <Spoiler maxHeight={240} showLabel="Show all" hideLabel="Show less">
      <List size="sm" spacing={4}>
        {describeRules(rules).map((sentence) => (
          <List.Item key={sentence} style={{ overflowWrap: 'anywhere' }}>
            {sentence}
          </List.Item>
        ))}
      </List>
    </Spoiler>
  </Stack>
);

/** The narrowest rules that would have been enough, in words and as JSON to copy. */
export const Suggestion = ({ needed, unknown }: AccessUsage['suggestion']) => {
  const [keepsUnknown, setKeepsUnknown] = useState(true);
  const rules = keepsUnknown ? [...needed, ...unknown] : needed;
  const json = JSON.stringify(rules, undefined, 2);
  const [allowing, denying] = [needed.filter(({ inverted }) => !inverted), needed.filter(({ inverted }) => inverted)];
  return (
    <Paper withBorder p="md">
      <Stack gap="sm">
        <Title order={2}>What would have been enough</Title>
        <Text size="sm" c="dimmed">
          A suggestion: nothing is changed. These rules allow nothing that the present ones do not. To use them, copy
          them into a role.
        </Text>
        {unknown.length > 0 && (
          <Checkbox
            label="Keep what the audit log cannot tell"
            checked={keepsUnknown}
            onChange={({ currentTarget }) => setKeepsUnknown(currentTarget.checked)}
          />
        )}
        {rules.length === 0 ? (
          <Text size="sm">Nothing was needed.</Text>
        ) : (
          <>
            <Sentences title="Needed by recorded requests" rules={allowing} none="Nothing was needed." />
            {denying.length > 0 && <Sentences title="Denied as before" rules={denying} />}
            {keepsUnknown && unknown.length > 0 && (
              <Sentences title="Unknown: its use is not recorded, or entries do not show it" rules={unknown} />
            )}
            <Group justify="space-between">
              <Title order={3}>As rules</Title>
              <CopyButton value={json} label="the rules" />
            </Group>
            <Code block tabIndex={0} mah={320} style={{ overflow: 'auto' }}>
              {json}
            </Code>
          </>
        )}
      </Stack>
    </Paper>
  );
};
