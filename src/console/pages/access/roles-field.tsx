import { ActionIcon, Button, Group, Paper, Select, Stack } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import type { components } from '../../../../generated/api.d.ts';
import { useCan } from '../../access/use-can.ts';
import { api } from '../../api/client.ts';
import { useProject } from '../../layout/project.tsx';
import { PeriodField } from '../../temporary-access/period-field.tsx';
import { draftError, draftOf, grantTypeOfDraft, permanent, type PeriodDraft } from '../../temporary-access/period.ts';
import type { HeldRole } from './members.ts';
import { roleName } from './role-badges.tsx';

/** A role as it is typed. */
export interface RoleDraft {
  readonly key: string;
  /** The slug. */
  readonly role: string;
  readonly period: PeriodDraft;
}

export const roleDraftOf = (role: HeldRole): RoleDraft => ({
  key: role.id,
  role: role.customRoleSlug ?? role.role,
  period: draftOf(role),
});

export const newRoleDraft = (role: string): RoleDraft => ({ key: crypto.randomUUID(), role, period: permanent });

export const areValid = (drafts: readonly RoleDraft[]): boolean =>
  drafts.length > 0 && drafts.every(({ period }) => draftError(period) === undefined);

type Assignment = components['schemas']['RoleAssignment'];

export const assignmentsOf = (drafts: readonly RoleDraft[], now: number): Assignment[] =>
  drafts.map(({ role, period }) => ({ role, ...grantTypeOfDraft(period, now) }));

const builtIn = ['admin', 'member', 'viewer', 'no-access'].map((slug) => ({
  value: slug,
  label: roleName({ role: slug, customRoleName: null }),
}));

/** The roles that can be chosen; the built-in ones for those who may not read roles. */
const useRoleChoices = (): { value: string; label: string }[] => {
  const project = useProject();
  const canRead = useCan(project).can('read', 'role');
  const { data } = api.useQuery(
    'get',
    '/api/v1/projects/{projectId}/roles',
    { params: { path: { projectId: project.id } } },
    { enabled: canRead },
  );
  return data?.roles.map(({ slug, name }) => ({ value: slug, label: name })) ?? builtIn;
};

interface Props {
  readonly value: readonly RoleDraft[];
  readonly onChange: (value: readonly RoleDraft[]) => void;
  readonly isReadOnly?: boolean;
}

/** Several roles, each permanent or for a time. */
export const RolesField = ({ value, onChange, isReadOnly = false }: Props) => {
  const choices = useRoleChoices();
  const change = (key: string, changes: Partial<RoleDraft>): void =>
    onChange(value.map((draft) => (draft.key === key ? { ...draft, ...changes } : draft)));
  return (
    <Stack gap="xs">
      {value.map(({ key, role, period }, index) => {
        // A role that was deleted, or that the caller may not read, stays what it is.
        const data = choices.some((choice) => choice.value === role)
          ? choices
          : [...choices, { value: role, label: role }];
        const name = data.find((choice) => choice.value === role)!.label;
        return (
          <Paper key={key} withBorder p="xs">
            <Group gap="xs" align="flex-start" wrap="nowrap">
              <Stack gap="xs" flex={1} miw={0}>
                <Select
                  aria-label={`Role ${index + 1}`}
                  allowDeselect={false}
                  searchable={data.length > 8}
                  readOnly={isReadOnly}
                  data={data}
                  value={role}
                  onChange={(slug) => slug !== null && change(key, { role: slug })}
                />
                <PeriodField
                  of={name}
                  value={period}
                  isReadOnly={isReadOnly}
                  onChange={(changed) => change(key, { period: changed })}
                />
              </Stack>
              {!isReadOnly && value.length > 1 && (
                <ActionIcon
                  mt={5}
                  aria-label={`Remove the role ${name}`}
                  onClick={() => onChange(value.filter((draft) => draft.key !== key))}
                >
                  <IconTrash size={16} />
                </ActionIcon>
              )}
            </Group>
          </Paper>
        );
      })}
      {!isReadOnly && (
        <Group>
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<IconPlus size={14} />}
            onClick={() => onChange([...value, newRoleDraft('viewer')])}
          >
            Add a role
          </Button>
        </Group>
      )}
    </Stack>
  );
};
