import { Button, Group, Stack, Textarea } from '@mantine/core';
import { useState } from 'react';
import { isRule, type Rule } from './rule.ts';

interface Props {
  readonly rule: Rule;
  readonly onApply: (rule: Rule) => void;
  readonly onCancel: () => void;
}

const parse = (text: string): Rule | string => {
  try {
    const value: unknown = JSON.parse(text);
    return isRule(value) ? value : 'A rule is an object with a subject and an action.';
  } catch {
    return 'This is not valid JSON.';
  }
};

/** A rule as the API has it, for everything that the fields do not show. */
export const RuleJson = ({ rule, onApply, onCancel }: Props) => {
  const [text, setText] = useState(() => JSON.stringify(rule, null, 2));
  const [error, setError] = useState<string>();
  const apply = (): void => {
    const parsed = parse(text);
    if (typeof parsed === 'string') setError(parsed);
    else onApply(parsed);
  };
  return (
    <Stack gap="xs">
      <Textarea
        label="The rule as JSON"
        autosize
        minRows={4}
        maxRows={20}
        spellCheck={false}
        styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
        value={text}
        error={error}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      <Group justify="flex-end" gap="xs">
        <Button size="compact-sm" variant="default" onClick={onCancel}>
          Cancel
        </Button>
        <Button size="compact-sm" onClick={apply}>
          Apply
        </Button>
      </Group>
    </Stack>
  );
};
