import { Anchor, Button, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useEffect } from 'react';
import { selectOrganization } from '../api/session.ts';
import { ItemList } from '../components/item-list.tsx';
import { FailureMessage } from '../components/failure.tsx';
import type { Login } from './login.ts';

/** Chooses one of the organizations of a login. */
export const OrganizationChoice = ({ login, onCancel }: { login: Login; onCancel: () => void }) => {
  const choose = useMutation({
    meta: { showsError: true },
    mutationFn: (organizationId: string) => selectOrganization(organizationId, login.token),
  });
  const { organizations } = login;
  const [first, second] = organizations;
  const only = first && !second ? first.id : undefined;
  useEffect(() => {
    if (only !== undefined) choose.mutate(only);
    // Once: whoever is refused can choose another account.
  }, [only]);
  return (
    <Stack>
      <Text size="sm">
        {organizations.length > 0
          ? 'Choose an organization.'
          : 'Your account belongs to no organization. Ask an administrator for an invitation.'}
      </Text>
      <ItemList label="Your organizations" items={organizations}>
        {({ id, name }) => (
          <li key={id}>
            <Button
              variant="default"
              fullWidth
              justify="flex-start"
              disabled={choose.isPending}
              onClick={() => choose.mutate(id)}
            >
              {name}
            </Button>
          </li>
        )}
      </ItemList>
      <FailureMessage error={choose.error} />
      <Anchor component="button" type="button" size="sm" onClick={onCancel}>
        Sign in with another account
      </Anchor>
    </Stack>
  );
};
