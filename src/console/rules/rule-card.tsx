import { ActionIcon, Badge, Code, Group, Paper, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconBraces, IconCheck, IconCopy, IconPencil, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import type { RuleScope } from '../../../generated/rules.ts';
import { formOf, ruleOf } from './form.ts';
import type { ExistingValues, Problem } from './problems.ts';
import type { Rule } from './rule.ts';
import { RuleFields } from './rule-fields.tsx';
import { RuleJson } from './rule-json.tsx';
import { describeRule } from './words.ts';

interface Props {
  readonly scope: RuleScope;
  readonly rule: Rule;
  readonly number: number;
  readonly isNew: boolean;
  readonly problems: readonly Problem[];
  readonly existing: ExistingValues;
  readonly onChange: (rule: Rule) => void;
  readonly onCopy: () => void;
  readonly onRemove: () => void;
}

const ProblemLine = ({ problem: { isError, text } }: { problem: Problem }) => (
  <Group gap={6} wrap="nowrap" align="flex-start" c={isError ? 'var(--mantine-color-error)' : 'bright'}>
    <IconAlertTriangle size={16} aria-hidden style={{ flexShrink: 0, marginTop: 2 }} />
    <Text size="sm">{text}</Text>
  </Group>
);

/** One rule: in words, and its fields while it is edited. */
export const RuleCard = (props: Props) => {
  const { scope, rule, number, isNew, problems, existing, onChange, onCopy, onRemove } = props;
  const [mode, setMode] = useState<'words' | 'fields' | 'json'>(isNew ? 'fields' : 'words');
  const form = formOf(scope, rule);
  const isEdited = mode === 'fields' && form.kind === 'fields';
  const name = `rule ${number}`;
  return (
    <Paper withBorder p="sm" component="li" aria-label={`Rule ${number}`}>
      <Stack gap="sm">
        <Group wrap="nowrap" align="flex-start" gap="xs">
          <Text size="sm" c="dimmed" w={22} pt={3} ta="right">
            {number}
          </Text>
          {rule.inverted && (
            <Badge color="red.9" size="sm" mt={5}>
              Deny
            </Badge>
          )}
          <Text size="sm" flex={1} pt={3} style={{ overflowWrap: 'anywhere' }}>
            {describeRule(rule, scope)}
          </Text>
          <Group gap={2} wrap="nowrap">
            {form.kind === 'fields' && (
              <ActionIcon
                aria-label={isEdited ? `Close ${name}` : `Edit ${name}`}
                aria-expanded={isEdited}
                onClick={() => setMode(isEdited ? 'words' : 'fields')}
              >
                {isEdited ? <IconCheck size={16} /> : <IconPencil size={16} />}
              </ActionIcon>
            )}
            <ActionIcon
              aria-label={`Edit ${name} as JSON`}
              aria-expanded={mode === 'json'}
              onClick={() => setMode(mode === 'json' ? 'words' : 'json')}
            >
              <IconBraces size={16} />
            </ActionIcon>
            <ActionIcon aria-label={`Duplicate ${name}`} onClick={onCopy}>
              <IconCopy size={16} />
            </ActionIcon>
            <ActionIcon aria-label={`Remove ${name}`} onClick={onRemove}>
              <IconTrash size={16} />
            </ActionIcon>
          </Group>
        </Group>
        {problems.map((problem) => (
          <ProblemLine key={problem.text} problem={problem} />
        ))}
        {form.kind === 'other' && mode !== 'json' && <Code block>{JSON.stringify(form.rule, null, 2)}</Code>}
        {isEdited && (
          <RuleFields scope={scope} form={form} existing={existing} onChange={(changed) => onChange(ruleOf(changed))} />
        )}
        {mode === 'json' && (
          <RuleJson
            rule={rule}
            onApply={(changed) => {
              onChange(changed);
              setMode('words');
            }}
            onCancel={() => setMode('words')}
          />
        )}
      </Stack>
    </Paper>
  );
};
