import { useQuery } from '@tanstack/react-query';
import { client } from '../api/client.ts';
import type { SecretAddress } from '../secrets/read-value.ts';
import { useSecrets } from '../secrets/use-secrets.ts';
import type { Loaded } from './draft.ts';

const load = async ({ projectId, environment, path, name }: SecretAddress): Promise<Omit<Loaded, 'override'>> => {
  const query = {
    projectId,
    environment,
    secretPath: path,
    type: 'shared' as const,
    viewSecretValue: false,
    expandSecretReferences: false,
    includeImports: false,
  };
  const params = { path: { secretName: name }, query };
  const { secret } = await client.GET('/api/v4/secrets/{secretName}', { params });
  const { reminder } = await client.GET('/api/v1/reminders/secrets/{secretId}', {
    params: { path: { secretId: secret.id } },
  });
  return { secret, reminder };
};

/** Loads everything about a secret but its value. */
export const useLoaded = (address: SecretAddress) => {
  const own = useQuery({ queryKey: ['secret-details', address], queryFn: () => load(address), gcTime: 0 });
  const list = useSecrets(address);
  const override = list.data?.secrets.find(({ secretKey, type }) => secretKey === address.name && type === 'personal');
  const loaded: Loaded | undefined = own.data && list.data && { ...own.data, override: override ?? null };
  return {
    loaded,
    error: own.error ?? list.error,
    refetch: () => Promise.all([own.refetch(), list.refetch()]),
  };
};
