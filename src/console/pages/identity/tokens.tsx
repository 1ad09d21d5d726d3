import { Button, Group, Modal, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import type { components } from '../../../../generated/api.d.ts';
import { useCanInOrganization } from '../../access/use-can.ts';
import { api, client } from '../../api/client.ts';
import { ShownOnce } from '../../client-commands/shown-once.tsx';
import { confirm } from '../../components/confirm.tsx';
import { ListPages, rowsPerPage } from '../../components/list-pages.tsx';
import { Ago, Time } from '../../components/time.tsx';
import { DialogForm } from '../../components/dialog-form.tsx';
import { CredentialRow } from './credential-row.tsx';
import { pathOf, type Identity } from './identity.ts';
import { ItemList } from '../../components/item-list.tsx';
import { CreateButton } from '../../components/create-button.tsx';

type Token = components['schemas']['TokenAuthToken'];

const path = '/api/v1/auth/token-auth/identities/{identityId}/tokens';

const nameOf = ({ name }: Token): string => (name === null || name === '' ? 'Token without a name' : name);

const endOf = ({ createdAt, accessTokenLastRenewedAt, accessTokenTTL }: Token): string | undefined =>
  accessTokenTTL === 0
    ? undefined
    : new Date(Date.parse(accessTokenLastRenewedAt ?? createdAt) + accessTokenTTL * 1000).toISOString();

const isEnded = (token: Token): boolean => {
  const end = endOf(token);
  return token.isAccessTokenRevoked || (end !== undefined && Date.parse(end) <= Date.now());
};

const Details = ({ token }: { token: Token }) => {
  const end = endOf(token);
  return (
    <>
      created <Ago value={token.createdAt} />
      {token.isAccessTokenRevoked
        ? ', revoked'
        : end !== undefined && (
            <>
              , {isEnded(token) ? 'ended' : 'until'} <Time value={end} />
            </>
          )}
    </>
  );
};

const CreateForm = ({ identity, onClose }: { identity: Identity; onClose: () => void }) => {
  const [token, setToken] = useState<string>();
  const form = useForm({ initialValues: { name: '' } });
  if (token !== undefined)
    return (
      <Stack>
        <ShownOnce variables={{ INFISICAL_TOKEN: token }} />
        <Group justify="flex-end">
          <Button onClick={onClose}>Done</Button>
        </Group>
      </Stack>
    );
  return (
    <DialogForm
      form={form}
      action="Create"
      onSave={async (body) => setToken((await client.POST(path, { params: pathOf(identity), body })).accessToken)}
      onClose={onClose}
      onSaved={() => undefined}
    >
      <TextInput
        label="What it is for"
        placeholder="The nightly build"
        maxLength={255}
        data-autofocus
        {...form.getInputProps('name')}
      />
    </DialogForm>
  );
};

/** The tokens that were created for the identity by hand. */
export const Tokens = ({ identity }: { identity: Identity }) => {
  const ability = useCanInOrganization();
  const [page, setPage] = useState(1);
  const [isCreating, { open, close }] = useDisclosure();
  // One more than a page shows, to know whether there is another page.
  const { data, error, refetch } = api.useQuery('get', path, {
    params: { ...pathOf(identity), query: { offset: (page - 1) * rowsPerPage, limit: rowsPerPage + 1 } },
  });
  const revoke = api.useMutation('post', '/api/v1/auth/token-auth/tokens/{tokenId}/revoke', {
    meta: { showsError: true },
  });
  const ask = (token: Token): void =>
    confirm({
      title: 'Revoke the token?',
      message: `Programs that use “${nameOf(token)}” are refused at once.`,
      action: 'Revoke',
      isDestructive: true,
      onConfirm: () => revoke.mutateAsync({ params: { path: { tokenId: token.id } } }),
    });
  const tokens = data?.tokens ?? [];
  return (
    <Stack gap="xs">
      <ItemList
        label="Tokens"
        items={data && tokens.slice(0, rowsPerPage)}
        loading={{ error, refetch }}
        rows={1}
        {...(page === 1 && { empty: 'No tokens yet.' })}
      >
        {(token) => (
          <CredentialRow
            key={token.id}
            title={nameOf(token)}
            isEnded={isEnded(token)}
            details={<Details token={token} />}
            onRevoke={() => ask(token)}
          />
        )}
      </ItemList>
      <ListPages total={(page - 1) * rowsPerPage + tokens.length} page={page} onChange={setPage} />
      <Group>
        <CreateButton
          label="Create token"
          isAllowed={ability.can('create-token', 'identity')}
          reason="You are not allowed to create tokens."
          onClick={open}
        />
      </Group>
      <Modal opened={isCreating} onClose={close} title="Create token" closeOnClickOutside={false}>
        <CreateForm identity={identity} onClose={close} />
      </Modal>
    </Stack>
  );
};
