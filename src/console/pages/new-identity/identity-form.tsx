import { Alert, Button, Group, Radio, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { FailureMessage } from '../../components/failure.tsx';
import { Section } from '../../components/section.tsx';
import { useUnsaved } from '../../components/unsaved.ts';
import { durationErrors } from '../../components/duration.ts';
import { DurationField } from '../../components/duration-field.tsx';
import { firstMethods, methodDescriptions, methodNames, type FirstMethod } from '../../identity-auth/methods.ts';
import { OidcFields, PresetField } from '../../identity-auth/oidc-fields.tsx';
import { newOidcValues, oidcErrors } from '../../identity-auth/oidc.ts';
import { lifetimes } from '../../identity-auth/token-fields.tsx';
import { OrganizationRoleSelect } from '../../members/role-select.tsx';
import { createMachine, type Machine, type NewMachine, type Progress } from './create.ts';
import { MembershipsField } from './memberships-field.tsx';

const day = 86_400;
/** Jobs are short, servers are not. */
const usualLifetime: Readonly<Record<FirstMethod, number>> = {
  'universal-auth': 30 * day,
  'oidc-auth': 3_600,
  'token-auth': 30 * day,
};

const validate = ({ name, method, oidc, lifetime }: NewMachine): Record<string, string> => ({
  ...durationErrors({ lifetime }),
  ...(name.trim() === '' && { name: 'Enter a name.' }),
  ...(method === 'oidc-auth' &&
    Object.fromEntries(Object.entries(oidcErrors(oidc)).map(([field, message]) => [`oidc.${field}`, message]))),
});

const useNewMachine = (projectId: string | undefined) =>
  useForm<NewMachine>({
    initialValues: {
      name: '',
      role: 'no-access',
      method: 'universal-auth',
      lifetime: usualLifetime['universal-auth'],
      oidc: newOidcValues('github', location.origin),
      memberships: projectId === undefined ? [] : [{ projectId, role: 'viewer' }],
    },
    validate,
  });

type Form = ReturnType<typeof useNewMachine>;

const SignInSection = ({ form, isFixed }: { form: Form; isFixed: boolean }) => {
  const { method, oidc } = form.values;
  return (
    <Section title="How it signs in">
      <Radio.Group
        aria-label="How it signs in"
        value={method}
        onChange={(value) => form.setValues({ method: value, lifetime: usualLifetime[value] })}
      >
        <Stack gap="sm">
          {firstMethods.map((each) => (
            <Radio
              key={each}
              value={each}
              disabled={isFixed}
              label={methodNames[each]}
              description={methodDescriptions[each]}
            />
          ))}
        </Stack>
      </Radio.Group>
      {method === 'oidc-auth' && (
        <>
          <PresetField
            value={oidc.preset}
            onChange={(preset) => form.setFieldValue('oidc', newOidcValues(preset, location.origin))}
          />
          <OidcFields values={oidc} input={(name) => form.getInputProps(`oidc.${name}`)} />
        </>
      )}
      <DurationField
        label={method === 'token-auth' ? 'The token works for' : 'Each token works for'}
        choices={lifetimes}
        maw={220}
        disabled={isFixed}
        {...form.getInputProps('lifetime')}
      />
    </Section>
  );
};

interface Props {
  /** The project from which somebody came. */
  readonly projectId: string | undefined;
  readonly onCreated: (machine: Machine) => void;
  readonly onCancel: () => void;
}

export const IdentityForm = ({ projectId, onCreated, onCancel }: Props) => {
  const form = useNewMachine(projectId);
  const progress = useRef<Progress>({ joined: [] });
  const forgetChanges = useUnsaved(form.isDirty());
  const create = useMutation({
    meta: { showsError: true },
    gcTime: 0,
    mutationFn: (input: NewMachine) => createMachine(input, progress.current),
    onSuccess: (machine) => {
      forgetChanges();
      onCreated(machine);
    },
  });
  const { identityId, credentials } = progress.current;
  const isCreated = create.isError && identityId !== undefined;
  const submit = form.onSubmit(
    (values) => create.mutate(values),
    (errors) => form.getInputNode(Object.keys(errors)[0]!)?.focus(),
  );

  return (
    <form noValidate onSubmit={submit}>
      <Stack>
        <Section title="What it is" description="A service, a server or a job.">
          <TextInput
            label="Name"
            placeholder="payments-api"
            maxLength={255}
            autoFocus
            disabled={isCreated}
            {...form.getInputProps('name')}
          />
        </Section>
        <SignInSection form={form} isFixed={isCreated && credentials !== undefined} />
        <Section
          title="What it may do"
          description="Usually it reads the secrets of a project, and needs no role in the organization."
        >
          <MembershipsField
            value={form.values.memberships}
            onChange={(memberships) => form.setFieldValue('memberships', [...memberships])}
          />
          <OrganizationRoleSelect maw={320} disabled={isCreated} {...form.getInputProps('role')} />
        </Section>
        <FailureMessage error={create.error} />
        {isCreated && (
          <Alert color="yellow" variant="light">
            The identity exists already, but not everything is done. Correct what is wrong, and go on.
          </Alert>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onCancel}>
            Cancel
          </Button>
          <Button type="submit" loading={create.isPending}>
            {isCreated ? 'Go on' : 'Create identity'}
          </Button>
        </Group>
      </Stack>
    </form>
  );
};
