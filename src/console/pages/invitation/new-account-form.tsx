import { Group, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { NewPassword, newPasswordError } from '../../components/new-password.tsx';
import { PageForm } from '../../components/page-form.tsx';
import { createAccountAndJoin, type Invitation, type NewAccount } from './invitation.ts';

/** Creates the account of somebody who has none yet. */
export const NewAccountForm = ({ invitation }: { invitation: Invitation }) => {
  const form = useForm<NewAccount>({
    initialValues: { firstName: '', lastName: '', password: '' },
    validate: {
      firstName: (name) => (name.trim() === '' ? 'Enter your first name.' : null),
      password: newPasswordError,
    },
  });
  const join = useMutation({
    meta: { showsError: true },
    mutationFn: (account: NewAccount) => createAccountAndJoin(invitation, account),
  });
  return (
    <PageForm form={form} action="Join" save={join}>
      <TextInput label="E-mail address" type="email" autoComplete="username" value={invitation.email} readOnly />
      <Group grow align="flex-start" preventGrowOverflow={false}>
        <TextInput
          label="First name"
          autoComplete="given-name"
          maxLength={255}
          autoFocus
          {...form.getInputProps('firstName')}
        />
        <TextInput label="Last name" autoComplete="family-name" maxLength={255} {...form.getInputProps('lastName')} />
      </Group>
      <NewPassword label="Password" {...form.getInputProps('password')} value={form.values.password} />
    </PageForm>
  );
};
