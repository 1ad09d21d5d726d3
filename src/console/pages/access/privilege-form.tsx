import { Button, Group, Modal, Stack, Text, TextInput, Title } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { NotLoaded } from '../../components/not-loaded.tsx';
import { useUnsaved } from '../../components/unsaved.ts';
import { useProject } from '../../layout/project.tsx';
import { BoundaryFailure } from '../../rules/boundary-failure.tsx';
import { findProblems } from '../../rules/problems.ts';
import { RuleBuilder } from '../../rules/rule-builder.tsx';
import { RuleDifference } from '../../rules/rule-difference.tsx';
import type { Rule } from '../../rules/rule.ts';
import { useServerTime } from '../../temporary-access/now.ts';
import { PeriodField } from '../../temporary-access/period-field.tsx';
import { draftError, draftOf, grantTypeOfDraft, permanent } from '../../temporary-access/period.ts';
import { wordsError } from '../projects/slug.ts';
import type { Member } from './members.ts';
import {
  createPrivilege,
  updatePrivilege,
  usePrivilege,
  type Privilege,
  type PrivilegeValues,
} from './privileges-api.ts';

const rulesProblem = (rules: readonly Rule[]): string | undefined => {
  if (rules.length === 0) return 'Add a rule: without one, it allows nothing.';
  return findProblems('project', rules).some(({ isError }) => isError)
    ? 'Correct the rules that are marked in red.'
    : undefined;
};

interface FormProps {
  readonly member: Member;
  /** Undefined for a new one. */
  readonly stored: Privilege | undefined;
  readonly onClose: () => void;
}

const PrivilegeForm = ({ member, stored, onClose }: FormProps) => {
  const project = useProject();
  const now = useServerTime(project.id);
  const [slug, setSlug] = useState(stored?.slug ?? '');
  const [period, setPeriod] = useState(stored ? draftOf(stored) : permanent);
  const before = stored?.permissions as readonly Rule[] | undefined;
  const [rules, setRules] = useState<readonly Rule[]>(before ?? []);
  const [isTouched, setTouched] = useState(false);
  useUnsaved(isTouched);
  const touch =
    <T,>(set: (value: T) => void) =>
    (value: T): void => {
      setTouched(true);
      set(value);
    };
  const slugError = slug === '' ? null : wordsError(slug);
  const problem = slugError ?? draftError(period) ?? rulesProblem(rules);
  const save = useMutation({
    mutationFn: async () => {
      const values: PrivilegeValues = {
        ...(slug !== '' && { slug }),
        permissions: [...rules] as PrivilegeValues['permissions'],
        type: grantTypeOfDraft(period, now()),
      };
      if (stored) await updatePrivilege(member, stored.id, values);
      else await createPrivilege(project.id, member, values);
    },
    meta: { showsError: true },
    onSuccess: onClose,
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate();
      }}
    >
      <Stack>
        <TextInput
          label="Slug"
          description={stored ? undefined : 'Leave it empty for one that says what it allows.'}
          placeholder="deploy-window"
          maxLength={60}
          spellCheck={false}
          error={slugError}
          value={slug}
          onChange={({ currentTarget }) => touch(setSlug)(currentTarget.value)}
        />
        <Stack gap={4}>
          <Text size="sm" fw={600}>
            For how long
          </Text>
          <PeriodField of="the privilege" value={period} onChange={touch(setPeriod)} />
        </Stack>
        <RuleBuilder scope="project" value={rules} onChange={touch(setRules)} project={project} />
        {before && rules !== before && (
          <Stack gap={4}>
            <Title order={3}>What changes for {member.title}</Title>
            <RuleDifference scope="project" before={before} after={rules} />
          </Stack>
        )}
        <BoundaryFailure error={save.error} scope="project" />
        <Group justify="flex-end" gap="xs">
          {isTouched && problem !== undefined && (
            <Text size="sm" c="dimmed">
              {problem}
            </Text>
          )}
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={save.isPending} disabled={problem !== undefined}>
            {stored ? 'Save' : 'Create privilege'}
          </Button>
        </Group>
      </Stack>
    </form>
  );
};

const EditForm = ({ member, id, onClose }: { member: Member; id: string; onClose: () => void }) => {
  const { privilege, error, refetch } = usePrivilege(member, id);
  if (!privilege) return <NotLoaded error={error} onRetry={refetch} />;
  return <PrivilegeForm member={member} stored={privilege} onClose={onClose} />;
};

interface Props {
  readonly member: Member;
  /** The id of the privilege to edit, or `new`; undefined if none is shown. */
  readonly edited: string | undefined;
  readonly onClose: () => void;
}

/** Creates or edits an additional privilege. */
export const PrivilegeModal = ({ member, edited, onClose }: Props) => (
  <Modal
    opened={edited !== undefined}
    onClose={onClose}
    size="xl"
    title={edited === 'new' ? `New privilege of ${member.title}` : `Privilege of ${member.title}`}
  >
    {edited === 'new' ? (
      <PrivilegeForm member={member} stored={undefined} onClose={onClose} />
    ) : (
      edited !== undefined && <EditForm member={member} id={edited} onClose={onClose} />
    )}
  </Modal>
);
