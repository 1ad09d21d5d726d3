import {
  Button,
  Checkbox,
  Fieldset,
  Group,
  Menu,
  Radio,
  Select,
  SimpleGrid,
  Stack,
  TagsInput,
  Text,
} from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { ruleSubjects, type RuleScope, type RuleSubject } from '../../../generated/rules.ts';
import { ConditionRows } from './condition-rows.tsx';
import { fieldLabel } from './condition-words.ts';
import { addCondition, unusedOperators, withAction, withAllActions, withSubject } from './edits.ts';
import type { FieldsForm } from './form.ts';
import type { ExistingValues } from './problems.ts';
import { canDeny, entryOf, kindOf, subjectOf } from './rule.ts';

interface Props {
  readonly scope: RuleScope;
  readonly form: FieldsForm;
  readonly existing: ExistingValues;
  readonly onChange: (form: FieldsForm) => void;
}

const capital = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);

const option = ([value, { noun }]: [string, RuleSubject]) => ({ value, label: capital(noun) });

/** The subjects, those that this server uses first. */
const subjectOptions = (scope: RuleScope) => {
  const subjects = Object.entries(ruleSubjects[scope]);
  return [
    { group: 'Used by this server', items: subjects.filter(([, { isUsed }]) => isUsed).map(option) },
    { group: 'Without effect on this server', items: subjects.filter(([, { isUsed }]) => !isUsed).map(option) },
  ];
};

const Legend = ({ text }: { text: string }) => (
  <Text span size="sm" fw={600}>
    {text}
  </Text>
);

const Actions = ({ scope, form, onChange }: Props) => {
  const { noun, actions } = subjectOf(scope, form.subject)!;
  if (!actions)
    return (
      <TagsInput
        label="Actions"
        size="sm"
        placeholder="Type an action, then Enter"
        acceptValueOnBlur
        value={[...form.actions]}
        onChange={(names) => onChange({ ...form, isOneAction: false, actions: names })}
      />
    );
  const unknown = form.actions.filter((action) => !Object.hasOwn(actions, action));
  return (
    <Fieldset legend={<Legend text="Actions" />} variant="unstyled">
      <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }} spacing="xs" verticalSpacing={6}>
        {[...Object.keys(actions), ...new Set(unknown)].map((action) => (
          <Checkbox
            key={action}
            label={capital((entryOf(actions, action) ?? action).replace('*', noun))}
            checked={form.actions.includes(action)}
            onChange={({ currentTarget }) => onChange(withAction(scope, form, action, currentTarget.checked))}
          />
        ))}
      </SimpleGrid>
      {Object.keys(actions).length > 2 && (
        <Button size="compact-xs" variant="default" mt="xs" onClick={() => onChange(withAllActions(scope, form))}>
          Choose all
        </Button>
      )}
    </Fieldset>
  );
};

const Conditions = ({ scope, form, existing, onChange }: Props) => {
  const subject = subjectOf(scope, form.subject);
  const kind = (field: string) => kindOf(subject, field);
  const addable = Object.keys(subject?.conditions ?? {}).filter((field) => {
    const condition = form.conditions.find((each) => each.field === field);
    return unusedOperators(condition, kind(field)).length > 0;
  });
  if (addable.length === 0 && form.conditions.length === 0) return null;
  return (
    <Fieldset legend={<Legend text="Only if all of these hold" />} variant="unstyled">
      <Stack gap="xs">
        {form.conditions.length === 0 && (
          <Text size="sm" c="dimmed">
            No conditions: the rule applies everywhere.
          </Text>
        )}
        <ConditionRows
          conditions={form.conditions}
          kindOf={kind}
          existing={existing}
          onChange={(conditions) => onChange({ ...form, conditions, noConditions: 'absent' })}
        />
        {addable.length > 0 && (
          <Group>
            <Menu position="bottom-start">
              <Menu.Target>
                <Button size="compact-sm" variant="default" leftSection={<IconPlus size={14} />}>
                  Add condition
                </Button>
              </Menu.Target>
              <Menu.Dropdown>
                {addable.map((field) => (
                  <Menu.Item
                    key={field}
                    onClick={() => onChange({ ...form, conditions: addCondition(form.conditions, field, kind(field)) })}
                  >
                    {fieldLabel(field)}
                  </Menu.Item>
                ))}
              </Menu.Dropdown>
            </Menu>
          </Group>
        )}
      </Stack>
    </Fieldset>
  );
};

/** The fields of a rule: what it is about, whether it denies, its actions and its conditions. */
export const RuleFields = (props: Props) => {
  const { scope, form, onChange } = props;
  return (
    <Stack gap="sm">
      <Group gap="sm" align="flex-end">
        {(canDeny(subjectOf(scope, form.subject)) || form.inverted) && (
          <Radio.Group
            label="Effect"
            size="sm"
            value={form.inverted ? 'deny' : 'allow'}
            onChange={(effect) => onChange({ ...form, inverted: effect === 'deny' })}
          >
            <Group gap="sm" h={36}>
              <Radio value="allow" label="Allow" />
              <Radio value="deny" label="Deny" />
            </Group>
          </Radio.Group>
        )}
        <Select
          label="Subject"
          flex="1 1 240px"
          maw={420}
          searchable
          allowDeselect={false}
          nothingFoundMessage="No such subject"
          data={subjectOptions(scope)}
          value={form.subject}
          onChange={(subject) => subject !== null && onChange(withSubject(scope, form, subject))}
        />
      </Group>
      <Actions {...props} />
      <Conditions {...props} />
    </Stack>
  );
};
