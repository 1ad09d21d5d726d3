import { Button, Group, List, Paper, Stack, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useMemo, useState, type KeyboardEvent } from 'react';
import { maxRules, type RuleScope } from '../../../generated/rules.ts';
import { newRule } from './edits.ts';
import { findProblems, type ExistingValues } from './problems.ts';
import { RuleCard } from './rule-card.tsx';
import type { Rule } from './rule.ts';
import { useExistingValues, type RuleProject } from './use-existing-values.ts';
import { describeRules } from './words.ts';
import { ItemList } from '../components/item-list.tsx';

interface Words {
  readonly rules: readonly Rule[];
  readonly scope: RuleScope;
}

/** What rules allow, in words. */
export const RuleWords = ({ rules, scope }: Words) => {
  const sentences = describeRules(rules, scope);
  if (sentences.length === 0)
    return (
      <Text size="sm" c="dimmed">
        Allows nothing.
      </Text>
    );
  return (
    <List size="sm" spacing={2}>
      {sentences.map((sentence) => (
        <List.Item key={sentence} style={{ overflowWrap: 'anywhere' }}>
          {sentence}.
        </List.Item>
      ))}
    </List>
  );
};

interface Props {
  readonly scope: RuleScope;
  readonly value: readonly Rule[];
  readonly onChange: (rules: readonly Rule[]) => void;
  /** The project of the rules, whose environments, tags and roles are suggested. */
  readonly project?: RuleProject | undefined;
}

/** A rule in the list, whose position changes when another one is removed. */
interface Entry {
  readonly key: string;
  readonly isNew: boolean;
}

/** The Enter key ends a value here, and does not send the form that the rules are in. */
const keepForm = (event: KeyboardEvent): void => {
  if (event.key === 'Enter' && event.target instanceof HTMLInputElement) event.preventDefault();
};

const Editor = ({ scope, value, onChange, existing }: Props & { existing: ExistingValues }) => {
  const [entries, setEntries] = useState<readonly Entry[]>([]);
  const shown = value.map((_, index): Entry => entries[index] ?? { key: `stored ${index}`, isNew: false });
  const problems = useMemo(() => findProblems(scope, value, existing), [scope, value, existing]);
  const add = (rule: Rule): void => {
    setEntries([...shown, { key: crypto.randomUUID(), isNew: true }]);
    onChange([...value, rule]);
  };
  const remove = (index: number): void => {
    setEntries(shown.toSpliced(index, 1));
    onChange(value.toSpliced(index, 1));
  };
  const isFull = value.length >= maxRules;
  return (
    <Stack gap="sm" onKeyDown={keepForm}>
      <ItemList label="Rules" items={value}>
        {(rule, index) => (
          <RuleCard
            key={shown[index]!.key}
            scope={scope}
            rule={rule}
            number={index + 1}
            isNew={shown[index]!.isNew}
            problems={problems.filter((problem) => problem.rule === index)}
            existing={existing}
            onChange={(changed) => onChange(value.with(index, changed))}
            onCopy={() => add(rule)}
            onRemove={() => remove(index)}
          />
        )}
      </ItemList>
      <Group>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconPlus size={14} />}
          disabled={isFull}
          onClick={() => add(newRule(scope))}
        >
          Add rule
        </Button>
        {isFull && <Text size="sm">There can be at most {maxRules} rules.</Text>}
      </Group>
      <Paper withBorder p="sm" bg="var(--mantine-color-default-hover)">
        <Text size="sm" fw={600} mb={4}>
          In words
        </Text>
        <RuleWords rules={value} scope={scope} />
        <Text size="xs" c="dimmed" mt={6}>
          A rule that denies wins over everything that other rules, roles and privileges allow.
        </Text>
      </Paper>
    </Stack>
  );
};

const ProjectEditor = (props: Props & { project: RuleProject }) => (
  <Editor {...props} existing={useExistingValues(props.project)} />
);

const nothing: ExistingValues = {};

/** Writes and reads rules of roles and privileges. */
export const RuleBuilder = (props: Props) =>
  props.project ? <ProjectEditor {...props} project={props.project} /> : <Editor {...props} existing={nothing} />;
