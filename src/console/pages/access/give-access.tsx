import { Group, Modal, Select, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import type { Question } from '../../access/addresses.ts';
import { useCan } from '../../access/use-can.ts';
import { DialogForm } from '../../components/dialog-form.tsx';
import { LengthField } from '../../components/duration-field.tsx';
import { notifyUndoable } from '../../components/undo.tsx';
import { useProject } from '../../layout/project.tsx';
import { useServerTime } from '../../temporary-access/now.ts';
import { draftError, grantTypeOfDraft } from '../../temporary-access/period.ts';
import { useUserNames } from '../../members/use-people.ts';
import { giveRight, rights, type Place, type Receiver, type Right } from './give.ts';
import { mayAssignPrivileges } from './kinds.ts';
import { useIdentities, useUsers, type Member } from './members.ts';
import { readActor } from './question.ts';

interface Choice {
  readonly value: string;
  readonly label: string;
  readonly receiver: Receiver;
}

const choiceOf = (member: Member): Choice => ({
  value: `${member.type}:${member.id}`,
  label: member.title === member.name ? member.title : `${member.title} (${member.name})`,
  receiver: member,
});

/** People of the organization who could be added to the project. */
const useOutsiders = (isEnabled: boolean, members: readonly Member[] | undefined): readonly Choice[] => {
  const names = useUserNames(isEnabled);
  const known = new Set(members?.map(({ name }) => name));
  return names
    .filter((name) => members !== undefined && !known.has(name))
    .map((name) => ({ value: `new:${name}`, label: name, receiver: name }));
};

/** Who can receive something from the user, in groups. */
const useReceivers = (search: string) => {
  const project = useProject();
  const ability = useCan(project);
  const users = useUsers(project.id, '', ability.may('read', 'member')).members;
  const identities = useIdentities(project.id, search, ability.may('read', 'identity')).members;
  const canAdd = ability.may('create', 'member') && ability.may('assign-additional-privileges', 'member');
  const outsiders = useOutsiders(canAdd, users);
  const choicesOf = (members: readonly Member[] = []): Choice[] =>
    members.filter((member) => mayAssignPrivileges(ability, member)).map(choiceOf);
  return [
    { group: 'People', items: choicesOf(users) },
    { group: 'Machine identities', items: choicesOf(identities) },
    { group: 'Not in this project yet', items: [...outsiders] },
  ].filter(({ items }) => items.length > 0);
};

const textOf = (value: string | readonly string[] | undefined): string => (typeof value === 'string' ? value : '');

/** Whether somebody who asks about an action needs no more than to read. */
const isReading = (action: string | undefined): boolean =>
  action === undefined || ['read', 'describeSecret', 'readValue'].includes(action);

const isActor = (receiver: Receiver, actor: string | undefined): boolean => {
  const { type, name } = readActor(actor);
  return typeof receiver !== 'string' && receiver.type === type && receiver.name === name;
};

const rightData = (Object.keys(rights) as Right[]).map((value) => ({ value, label: `${rights[value]} secrets` }));

interface Values extends Place {
  readonly right: Right;
  /** Such as "2 hours". */
  readonly length: string;
}

interface Props {
  /** What is known already. */
  readonly asked: Question;
  readonly onClose: () => void;
}

const GiveForm = ({ asked, onClose }: Props) => {
  const project = useProject();
  const now = useServerTime(project.id);
  const [search, setSearch] = useState('');
  const groups = useReceivers(search);
  const fields = asked.fields ?? {};
  const secretName = textOf(fields.secretName);
  const form = useForm<Values>({
    initialValues: {
      right: isReading(asked.action) ? 'read' : 'change',
      environment: textOf(fields.environment),
      secretPath: textOf(fields.secretPath) || '/',
      secretName,
      length: '2 hours',
    },
    validate: {
      secretPath: (path) => (path.trim().startsWith('/') ? null : 'Begin with a slash.'),
      length: (length) => draftError({ isTemporary: true, length, start: '' }) ?? null,
    },
  });
  const [chosen, setChosen] = useState<Choice>();
  const choices = groups.flatMap(({ items }) => items);
  const who = chosen ?? choices.find(({ receiver }) => isActor(receiver, asked.actor));
  const { environments } = project;

  const give = async ({ right, length, ...place }: Values): Promise<void> => {
    const { receiver, label } = who!;
    const type = grantTypeOfDraft({ isTemporary: true, length, start: '' }, now());
    const takeBack = await giveRight(project.id, receiver, right, place, type);
    const where = environments.find(({ slug }) => slug === place.environment)?.name ?? 'all environments';
    notifyUndoable(`${label} may ${rights[right]} secrets in ${where} for ${length.trim()}.`, takeBack);
  };

  return (
    <DialogForm form={form} action="Give access" isDisabled={!who} onSave={give} onClose={onClose}>
      <Group gap="xs" align="flex-start">
        <Select
          label="Who"
          placeholder="Search people and machine identities"
          flex="2 1 220px"
          searchable
          limit={50}
          nothingFoundMessage="Nobody whom you may give something has this name."
          data={groups.map(({ group, items }) => ({
            group,
            items: items.map(({ value, label }) => ({ value, label })),
          }))}
          value={who?.value ?? null}
          onChange={(value) => setChosen(choices.find((choice) => choice.value === value))}
          onSearchChange={setSearch}
          {...(asked.actor === undefined && { 'data-autofocus': true })}
        />
        <Select label="May" flex="1 1 170px" allowDeselect={false} data={rightData} {...form.getInputProps('right')} />
        <Select
          label="In"
          flex="1 1 150px"
          allowDeselect={false}
          searchable={environments.length > 8}
          data={[
            { value: '', label: 'All environments' },
            ...environments.map(({ slug, name }) => ({ value: slug, label: name })),
          ]}
          {...form.getInputProps('environment')}
        />
        <TextInput
          label={secretName === '' ? 'Folder, with those in it' : 'Folder'}
          flex="1 1 150px"
          maxLength={500}
          spellCheck={false}
          {...form.getInputProps('secretPath')}
        />
        <LengthField label="For" flex="1 1 110px" {...form.getInputProps('length')} />
      </Group>
      <Text size="sm" c="dimmed">
        {secretName === '' ? 'It begins now, and ends by itself.' : `Only the secret ${secretName}. It ends by itself.`}{' '}
        Roles and other rights can be given for a time, too: open the member.
      </Text>
    </DialogForm>
  );
};

/** Gives somebody the right to read or change secrets for a time. */
export const GiveAccess = (props: Props) => (
  <Modal opened size={980} closeOnClickOutside={false} onClose={props.onClose} title="Give access for a time">
    <GiveForm {...props} />
  </Modal>
);
