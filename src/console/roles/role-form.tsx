import { Alert, Button, Group, SimpleGrid, Stack, Textarea, TextInput, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { statusOf } from '../api/errors.ts';
import { useUnsaved } from '../components/unsaved.ts';
import { slugOf, wordsError } from '../pages/projects/slug.ts';
import { BoundaryFailure } from '../rules/boundary-failure.tsx';
import { findProblems } from '../rules/problems.ts';
import { RuleBuilder } from '../rules/rule-builder.tsx';
import { canonical, type Rule } from '../rules/rule.ts';
import { RoleReview } from './role-review.tsx';
import type { Role, RoleBody, RoleSource } from './role-source.ts';

interface Props {
  readonly source: RoleSource;
  readonly initial: RoleBody;
  /** The role to change; a new one is created without it. */
  readonly stored?: Role;
}

const slugError = (slug: string, reserved: readonly string[]): string | null =>
  wordsError(slug) ?? (reserved.includes(slug) ? 'This slug belongs to a built-in role. Choose another one.' : null);

/** Only what changed: rules are not granted again with a new name. */
const changesOf = (stored: Role, body: RoleBody): Partial<RoleBody> =>
  Object.fromEntries(
    Object.entries(body).filter(([name, value]) => canonical(value) !== canonical(stored[name as keyof RoleBody])),
  );

/** The form of a role: its name, and its rules. Changes of a stored role are reviewed before they are saved. */
export const RoleForm = ({ source, initial: given, stored }: Props) => {
  const { scope, project, reserved, address, read, create, update } = source;
  const [, navigate] = useLocation();
  // Somebody else may change the role while it is edited here.
  const [initial] = useState(given);
  const [isReviewed, setReviewed] = useState(false);
  const [rules, setRules] = useState<readonly Rule[]>(initial.permissions);
  const [hasRuleErrors, setRuleErrors] = useState(false);
  const form = useForm({
    initialValues: { name: initial.name, slug: initial.slug, description: initial.description ?? '' },
    validate: {
      name: (name) => (name.trim() === '' ? 'Enter a name.' : null),
      slug: (slug) => slugError(slug, reserved),
    },
  });
  /** The role as it was when the form was opened, and as it was when the changes were last compared with it. */
  const [opened] = useState(stored);
  const [latest, setLatest] = useState(stored);
  const forgetChanges = useUnsaved(form.isDirty() || rules !== initial.permissions);
  const { name, slug, description } = form.values;
  const body: RoleBody = {
    name,
    slug,
    description: description === '' ? (initial.description === '' ? '' : null) : description,
    permissions: rules,
  };

  const saveChanges = async (before: Role, { id, slug: current, updatedAt }: Role): Promise<void> => {
    try {
      await update(id, { ...changesOf(before, body), expectedUpdatedAt: updatedAt });
    } catch (error) {
      // The review asks again, with what somebody else has changed.
      if (statusOf(error) === 409) setLatest(await read(current));
      throw error;
    }
  };
  const save = useMutation({
    meta: { showsError: true },
    mutationFn: async () => {
      if (opened && latest) await saveChanges(opened, latest);
      else await create(body);
      forgetChanges();
      notifications.show({ message: stored ? `The role ${name} is saved.` : `The role ${name} is created.` });
      navigate(`${address}/${slug}`, { replace: stored !== undefined });
    },
  });

  const submit = (): void => {
    const isRefused = findProblems(scope, rules).some(({ isError }) => isError);
    setRuleErrors(isRefused);
    if (isRefused) return;
    save.reset();
    if (!stored) return save.mutate();
    setLatest(stored);
    setReviewed(true);
  };
  const rename = (next: string): void => {
    // The slug follows the name of a new role until somebody changes it.
    if (!stored && (slug === '' || slug === slugOf(name))) form.setFieldValue('slug', slugOf(next));
    form.setFieldValue('name', next);
  };

  return (
    <form onSubmit={form.onSubmit(submit)} noValidate>
      <Stack>
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <TextInput
            label="Name"
            maxLength={255}
            {...form.getInputProps('name')}
            onChange={({ currentTarget }) => rename(currentTarget.value)}
          />
          <TextInput label="Slug" maxLength={64} spellCheck={false} {...form.getInputProps('slug')} />
        </SimpleGrid>
        <Textarea label="Description" autosize minRows={1} maxLength={1024} {...form.getInputProps('description')} />
        <Title order={2}>Rules</Title>
        <RuleBuilder scope={scope} project={project} value={rules} onChange={setRules} />
        {hasRuleErrors && (
          <Alert color="red" variant="light" role="alert">
            The server would refuse some of the rules. Correct what is marked in red, or remove these rules.
          </Alert>
        )}
        {!stored && <BoundaryFailure error={save.error} scope={scope} />}
        <Group>
          <Button type="submit" loading={!stored && save.isPending}>
            {stored ? 'Review changes' : 'Create role'}
          </Button>
          <Button variant="default" onClick={() => navigate(stored ? `${address}/${stored.slug}` : address)}>
            Cancel
          </Button>
        </Group>
      </Stack>
      {opened && latest && isReviewed && (
        <RoleReview
          source={source}
          stored={latest}
          body={{ ...latest, ...changesOf(opened, body) }}
          isConflict={latest.updatedAt !== opened.updatedAt}
          isPending={save.isPending}
          error={statusOf(save.error) === 409 ? undefined : save.error}
          onSave={() => save.mutate()}
          onClose={() => setReviewed(false)}
        />
      )}
    </form>
  );
};
