import { ActionIcon, Autocomplete, Button, Group, Select, Stack, TagsInput, Text } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import type { ConditionKind } from '../../../generated/rules.ts';
import { fieldLabel, operatorLabel } from './condition-words.ts';
import { addCondition, changedOperator, unusedOperators, withOperator } from './edits.ts';
import type { ConditionForm, Operand, OperatorForm } from './form.ts';
import type { ExistingValues } from './problems.ts';
import { entryOf } from './rule.ts';
import { suggestionsFor } from './use-existing-values.ts';

interface OperandProps {
  readonly label: string;
  readonly field: string;
  readonly operand: Operand;
  readonly existing: ExistingValues;
  readonly onChange: (operand: Operand) => void;
}

const examples: Readonly<Record<string, string>> = { secretPath: '/build/**', assignableAction: 'secrets:read' };

const OperandField = ({ label, field, operand, existing, onChange }: OperandProps) => {
  const suggestions = [...suggestionsFor(field, existing)];
  if (operand.kind === 'entry')
    return <EntryParts parts={operand.parts} onChange={(parts) => onChange({ kind: 'entry', parts })} />;
  if (operand.kind === 'texts')
    return (
      <TagsInput
        aria-label={label}
        size="sm"
        flex="1 1 90px"
        placeholder={operand.texts.length === 0 ? 'Type a value, then Enter' : undefined}
        data={suggestions}
        maxTags={100}
        acceptValueOnBlur
        value={[...operand.texts]}
        onChange={(texts) => onChange({ kind: 'texts', texts })}
      />
    );
  return (
    <Autocomplete
      aria-label={label}
      size="sm"
      flex="1 1 90px"
      maxLength={512}
      spellCheck={false}
      placeholder={entryOf(examples, field)}
      data={suggestions}
      value={operand.text}
      onChange={(text) => onChange({ kind: 'text', text })}
    />
  );
};

interface PartsProps {
  readonly parts: readonly ConditionForm[];
  readonly onChange: (parts: readonly ConditionForm[]) => void;
}

/** The conditions on the key and the value of one entry of metadata. */
const EntryParts = ({ parts, onChange }: PartsProps) => (
  <Stack gap="xs" flex="1 1 300px">
    <ConditionRows conditions={parts} kindOf={() => 'equality'} existing={{}} labelWidth={44} onChange={onChange} />
    <Group gap="xs">
      {['key', 'value']
        .filter((name) => !parts.some(({ field }) => field === name))
        .map((name) => (
          <Button
            key={name}
            size="compact-xs"
            variant="default"
            onClick={() => onChange(addCondition(parts, name, 'equality'))}
          >
            Add {name}
          </Button>
        ))}
    </Group>
  </Stack>
);

interface RowProps {
  readonly condition: ConditionForm;
  readonly form: OperatorForm;
  readonly kind: ConditionKind | undefined;
  readonly existing: ExistingValues;
  readonly labelWidth: number;
  /** Undefined removes the operator. */
  readonly onChange: (form: OperatorForm | undefined) => void;
}

const Row = ({ condition, form, kind, existing, labelWidth, onChange }: RowProps) => {
  const { field } = condition;
  const label = fieldLabel(field);
  const changeOperand = (operand: Operand): void =>
    onChange(operand.kind === 'entry' && operand.parts.length === 0 ? undefined : { ...form, operand });
  const choices = [form.operator, ...unusedOperators(condition, kind)];
  return (
    <Group gap="xs" role="group" aria-label={`${label} ${operatorLabel(field, form.operator)}`} align="flex-start">
      <Text size="sm" w={labelWidth} pt={6}>
        {label}
      </Text>
      <Select
        aria-label={`Comparison of ${label}`}
        w={labelWidth < 100 ? 110 : 165}
        allowDeselect={false}
        data={choices.map((operator) => ({ value: operator, label: operatorLabel(field, operator) }))}
        value={form.operator}
        onChange={(operator) => operator !== null && onChange(changedOperator(form, operator))}
      />
      <OperandField
        label={`Value of ${label}`}
        field={field}
        operand={form.operand}
        existing={existing}
        onChange={changeOperand}
      />
      <ActionIcon aria-label={`Remove the condition on ${label}`} mt={4} onClick={() => onChange(undefined)}>
        <IconTrash size={16} />
      </ActionIcon>
    </Group>
  );
};

interface Props {
  readonly conditions: readonly ConditionForm[];
  readonly kindOf: (field: string) => ConditionKind | undefined;
  readonly existing: ExistingValues;
  readonly labelWidth?: number;
  readonly onChange: (conditions: readonly ConditionForm[]) => void;
}

/** The conditions of a rule, one row for each operator. */
export const ConditionRows = ({ conditions, kindOf, existing, labelWidth = 150, onChange }: Props) => (
  <Stack gap="xs">
    {conditions.flatMap((condition) =>
      condition.operators.map((form) => (
        <Row
          // The position stays the same while the operator changes, so that the focus does.
          key={`${condition.field} ${condition.operators.indexOf(form)}`}
          condition={condition}
          form={form}
          kind={kindOf(condition.field)}
          existing={existing}
          labelWidth={labelWidth}
          onChange={(change) => onChange(withOperator(conditions, condition.field, form.operator, change))}
        />
      )),
    )}
  </Stack>
);
