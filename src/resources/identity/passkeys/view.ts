import type { Reply } from '../../../contract.ts';
import type { PasskeyRow } from './store.ts';

export const passkeyView = (passkey: PasskeyRow): Reply<'listPasskeys'>['credentials'][number] => ({
  id: passkey.id,
  credentialId: passkey.credentialId,
  name: passkey.name,
  transports: [...passkey.transports],
  createdAt: passkey.createdAt,
  lastUsedAt: passkey.lastUsedAt,
});
