import { Modal, Select, TagsInput, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { useCanInOrganization } from '../../access/use-can.ts';
import { api, client } from '../../api/client.ts';
import { DialogForm } from '../../components/dialog-form.tsx';
import { useProject } from '../../layout/project.tsx';
import { useServerTime } from '../../temporary-access/now.ts';
import { useUserNames } from '../../members/use-people.ts';
import { kinds } from './kinds.ts';
import type { MemberType } from './members.ts';
import { areValid, assignmentsOf, newRoleDraft, RolesField, type RoleDraft } from './roles-field.tsx';

type Assignments = ReturnType<typeof assignmentsOf>;

const addPeople = async (projectId: string, emails: string[], roles: Assignments): Promise<void> => {
  // `roles` says for how long, and takes precedence over the slugs.
  const body = { emails, roles, roleSlugs: roles.map(({ role }) => role) };
  await client.POST('/api/v1/projects/{projectId}/memberships', { params: { path: { projectId } }, body });
};

const addOne = async (projectId: string, type: MemberType, id: string, roles: Assignments): Promise<void> => {
  const base = '/api/v1/projects/{projectId}/memberships';
  const body = { roles };
  if (type === 'identity')
    await client.POST(`${base}/identities/{identityId}`, { params: { path: { projectId, identityId: id } }, body });
  else await client.POST(`${base}/groups/{groupId}`, { params: { path: { projectId, groupId: id } }, body });
};

interface ChoiceProps {
  readonly value: readonly string[];
  readonly onChange: (value: string[]) => void;
}

const PeopleChoice = ({ value, onChange }: ChoiceProps) => {
  const names = useUserNames();
  return (
    <TagsInput
      label="E-mail addresses"
      description="People of this organization, also those who have not accepted their invitation yet."
      data={[...names]}
      limit={20}
      value={[...value]}
      onChange={onChange}
      acceptValueOnBlur
      openOnFocus={false}
      data-autofocus
    />
  );
};

const IdentityChoice = ({ value, onChange }: ChoiceProps) => {
  const [search, setSearch] = useState('');
  const { data } = api.useQuery('get', '/api/v1/identities', {
    params: { query: { offset: 0, limit: 100, ...(search.trim() !== '' && { search: search.trim() }) } },
  });
  return (
    <Select
      label="Machine identity"
      searchable
      nothingFoundMessage="No machine identity of the organization has this name."
      data={data?.identities.map(({ identity }) => ({ value: identity.id, label: identity.name })) ?? []}
      value={value[0] ?? null}
      onChange={(id) => onChange(id === null ? [] : [id])}
      onSearchChange={setSearch}
      openOnFocus={false}
      data-autofocus
    />
  );
};

const GroupChoice = ({ value, onChange }: ChoiceProps) => {
  const { data } = api.useQuery('get', '/api/v1/groups');
  return (
    <Select
      label="Group"
      searchable
      limit={100}
      nothingFoundMessage="No group of the organization has this name."
      data={data?.map(({ id, name }) => ({ value: id, label: name })) ?? []}
      value={value[0] ?? null}
      onChange={(id) => onChange(id === null ? [] : [id])}
      openOnFocus={false}
      data-autofocus
    />
  );
};

const choices = { user: PeopleChoice, identity: IdentityChoice, group: GroupChoice } as const;

const AddForm = ({ type, onClose }: { type: MemberType; onClose: () => void }) => {
  const project = useProject();
  const now = useServerTime(project.id);
  const form = useForm<{ chosen: string[]; roles: readonly RoleDraft[] }>({
    initialValues: { chosen: [], roles: [newRoleDraft('viewer')] },
  });
  const { chosen, roles } = form.values;
  const canList = useCanInOrganization().can('read', kinds[type].subject);
  const add = (): Promise<void> => {
    const assignments = assignmentsOf(roles, now());
    return type === 'user'
      ? addPeople(project.id, chosen, assignments)
      : addOne(project.id, type, chosen[0]!, assignments);
  };
  const Choice = choices[type];
  if (type !== 'user' && !canList)
    return (
      <Text size="sm">
        You are not allowed to list the {kinds[type].many} of the organization, so you cannot choose one.
      </Text>
    );
  return (
    <DialogForm
      form={form}
      action="Add to the project"
      isDisabled={chosen.length === 0 || !areValid(roles)}
      onSave={add}
      onClose={onClose}
    >
      <Choice value={chosen} onChange={(value) => form.setFieldValue('chosen', value)} />
      <RolesField value={roles} onChange={(value) => form.setFieldValue('roles', value)} />
    </DialogForm>
  );
};

interface Props {
  readonly type: MemberType;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

export const AddMember = ({ type, isOpen, onClose }: Props) => (
  <Modal
    opened={isOpen}
    onClose={onClose}
    size="lg"
    title={`Add ${type === 'user' ? 'people' : `a ${kinds[type].one}`}`}
  >
    <AddForm type={type} onClose={onClose} />
  </Modal>
);
