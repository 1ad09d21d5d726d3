import { keepPreviousData } from '@tanstack/react-query';
import type { components } from '../../../../generated/api.d.ts';
import { api } from '../../api/client.ts';
import { confirm } from '../../components/confirm.tsx';
import { rowsPerPage } from '../../components/list-pages.tsx';
import { Section } from '../../components/section.tsx';
import { useSearchPage } from '../../components/use-search-page.ts';
import { addressBelowName, personName } from '../../members/names.ts';
import { InstanceList, type InstanceRow } from './instance-list.tsx';
import { openResetLink } from './reset-link.tsx';

type User = components['schemas']['InstanceUser'];

const useActions = () => {
  const options = { meta: { showsError: true } };
  const grant = api.useMutation('patch', '/api/v1/admin/user-management/users/{userId}/admin-access', options);
  const revoke = api.useMutation('delete', '/api/v1/admin/user-management/users/{userId}/admin-access', options);
  const remove = api.useMutation('delete', '/api/v1/admin/user-management/users/{userId}', options);
  const reset = api.useMutation('delete', '/api/v1/admin/user-management/users/{userId}/second-factor', options);
  const ask = (title: string, message: string, action: string, run: () => Promise<unknown>): void =>
    confirm({ title, message, action, isDestructive: true, onConfirm: run });
  return (user: User) => {
    const name = personName(user);
    const params = { path: { userId: user.id } };
    return [
      user.superAdmin
        ? {
            label: 'End the administration',
            onClick: () =>
              ask('End the administration?', `${name} no longer administers this server.`, 'End it', () =>
                revoke.mutateAsync({ params }),
              ),
          }
        : {
            label: 'Make an administrator',
            onClick: () =>
              ask(
                'Make an instance administrator?',
                `${name} can then do everything on this server, and join every organization.`,
                'Make an administrator',
                () => grant.mutateAsync({ params }),
              ),
          },
      { label: 'Create a reset link', onClick: () => openResetLink({ userId: user.id, name }) },
      {
        label: 'Reset the second factor',
        onClick: () =>
          ask(
            'Reset the second factor?',
            `The authenticator app, passkeys and recovery codes of ${name} stop working, and all sessions end. Make sure that it is ${name} who asks.`,
            'Reset it',
            () => reset.mutateAsync({ params }),
          ),
      },
      {
        label: 'Delete',
        onClick: () =>
          ask(
            'Delete the user?',
            `${name} is deleted with all sessions and memberships, in all organizations. It cannot be restored.`,
            'Delete user',
            () => remove.mutateAsync({ params }),
          ),
      },
    ];
  };
};

const badgeOf = ({ superAdmin, isEmailVerified, isAddressProved }: User): string | undefined => {
  if (superAdmin) return 'Administrator';
  if (!isEmailVerified) return 'Without password';
  return isAddressProved ? undefined : 'Address not confirmed';
};

/** The users of all organizations. */
export const Users = ({ ownId }: { ownId: string }) => {
  const paging = useSearchPage();
  const actionsOf = useActions();
  const { data, error, refetch } = api.useQuery(
    'get',
    '/api/v1/admin/user-management/users',
    { params: { query: { searchTerm: paging.text, offset: paging.offset, limit: rowsPerPage, adminsOnly: 'false' } } },
    { placeholderData: keepPreviousData },
  );
  const rows = data?.users.map((user): InstanceRow => ({
    id: user.id,
    title: personName(user),
    subtitle: addressBelowName(user),
    badge: badgeOf(user),
    actions: user.id === ownId ? [] : actionsOf(user),
  }));
  return (
    <Section title="Users" description="Everybody with an account on this server.">
      <InstanceList what="users" paging={paging} rows={rows} total={data?.total ?? 0} error={error} onRetry={refetch} />
    </Section>
  );
};
