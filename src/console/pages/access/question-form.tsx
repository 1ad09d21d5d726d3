import { Autocomplete, Button, Group, Paper, Select, Stack, TagsInput, TextInput } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import type { Question, QuestionFields } from '../../access/addresses.ts';
import { useCan } from '../../access/use-can.ts';
import { useProject } from '../../layout/project.tsx';
import { actionWords } from './action-words.ts';
import { useIdentities, useUsers } from './members.ts';
import { actionsOfSubject, fieldsOfSubject, listFields, readActor, subjectChoices } from './question.ts';

const labels: Readonly<Record<string, string>> = {
  environment: 'Environment',
  secretPath: 'Folder',
  secretName: 'Secret',
  secretTags: 'Tags',
  userEmail: 'E-mail address',
  identityId: 'Id of the machine identity',
  groupName: 'Group',
};

interface FieldProps {
  readonly field: string;
  readonly value: string | readonly string[] | undefined;
  readonly onChange: (value: string | readonly string[] | undefined) => void;
}

const QuestionField = ({ field, value, onChange }: FieldProps) => {
  const { environments } = useProject();
  const label = labels[field] ?? field;
  if (listFields.includes(field))
    return (
      <TagsInput
        label={label}
        flex="1 1 130px"
        value={typeof value === 'object' ? [...value] : []}
        onChange={onChange}
        acceptValueOnBlur
      />
    );
  const text = typeof value === 'string' ? value : '';
  if (field === 'environment')
    return (
      <Select
        label={label}
        flex="1 1 175px"
        placeholder="Any"
        clearable
        clearButtonProps={{ 'aria-label': 'Any environment' }}
        data={environments.map(({ slug, name }) => ({ value: slug, label: name }))}
        value={text || null}
        onChange={(slug) => onChange(slug ?? undefined)}
      />
    );
  return (
    <TextInput
      label={label}
      flex="1 1 130px"
      maxLength={1024}
      spellCheck={false}
      placeholder={field === 'secretPath' ? '/' : undefined}
      value={text}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
};

interface ActorProps {
  readonly value: string | undefined;
  readonly onChange: (value: string) => void;
}

const namesOf = (members: readonly { readonly name: string }[] | undefined): string[] => [
  ...new Set(members?.map(({ name }) => name)),
];

const ActorField = ({ value, onChange }: ActorProps) => {
  const project = useProject();
  const ability = useCan(project);
  const { type, name } = readActor(value);
  const isUser = type === 'user';
  const users = useUsers(project.id, '', isUser && ability.may('read', 'member'));
  const identities = useIdentities(project.id, isUser ? '' : name, !isUser && ability.may('read', 'identity'));
  return (
    <Group gap="xs" align="flex-end">
      <Select
        label="Who"
        w={170}
        allowDeselect={false}
        data={[
          { value: 'user', label: 'Person' },
          { value: 'identity', label: 'Machine identity' },
        ]}
        value={type}
        onChange={(chosen) => onChange(`${chosen ?? 'user'}:`)}
      />
      <Autocomplete
        size="sm"
        flex="1 1 220px"
        aria-label={isUser ? 'E-mail address' : 'Name of the machine identity'}
        placeholder={isUser ? 'E-mail address' : 'Name'}
        limit={20}
        data={namesOf((isUser ? users : identities).members)}
        value={name}
        onChange={(text) => onChange(`${type}:${text}`)}
      />
    </Group>
  );
};

interface Props {
  readonly initial: Question & { readonly subject: string; readonly fields: QuestionFields };
  readonly hasActor: boolean;
  readonly action: ReactNode;
  readonly onAsk: (question: Question) => void;
}

/** Who may do what with what: the fields of a question about access. */
export const QuestionForm = ({ initial, hasActor, action: label, onAsk }: Props) => {
  const [question, setQuestion] = useState(initial);
  const { actor, subject, action, fields } = question;
  const actions = actionsOfSubject(subject);
  const chosen = action ?? (actions.includes('readValue') ? 'readValue' : actions[0]);
  const isComplete = !hasActor || readActor(actor).name.trim() !== '';
  return (
    <Paper withBorder p="md">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          onAsk({ ...question, action: chosen });
        }}
      >
        <Stack gap="sm">
          {hasActor && <ActorField value={actor} onChange={(value) => setQuestion({ ...question, actor: value })} />}
          <Group gap="xs" align="flex-end">
            <Select
              label="What"
              flex="1 1 150px"
              searchable
              allowDeselect={false}
              data={subjectChoices}
              value={subject}
              onChange={(value) =>
                setQuestion({ ...question, subject: value ?? subject, action: undefined, fields: {} })
              }
            />
            <Select
              label="May"
              flex="2 1 230px"
              allowDeselect={false}
              data={actions.map((value) => ({ value, label: actionWords(subject, value) }))}
              value={chosen ?? null}
              onChange={(value) => setQuestion({ ...question, action: value ?? undefined })}
            />
            {fieldsOfSubject(subject).map((field) => (
              <QuestionField
                key={field}
                field={field}
                value={fields[field]}
                onChange={(value) => setQuestion({ ...question, fields: { ...fields, [field]: value } })}
              />
            ))}
            <Button type="submit" disabled={!isComplete}>
              {label}
            </Button>
          </Group>
        </Stack>
      </form>
    </Paper>
  );
};
