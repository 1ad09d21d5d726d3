import type { Keyring } from '../../../platform/crypto/keys.ts';
import { openInputs } from './encryption.ts';
import { providerOf } from './providers/providers.ts';
import type { DynamicSecretRow } from './store.ts';

const noGateways = { projectGatewayId: null, gatewayId: null, gatewayV2Id: null, gatewayPoolId: null };

export const dynamicSecretView = ({ sealedInputs: _, projectId: _project, ...row }: DynamicSecretRow) => ({
  ...row,
  metadata: [...row.metadata],
  version: 1,
  ...noGateways,
});

/** With the inputs, for callers who may read them; otherwise they are null. */
export const withInputs = (keyring: Keyring, row: DynamicSecretRow, isReadable: boolean) => ({
  ...dynamicSecretView(row),
  inputs: isReadable
    ? providerOf(row.type).shown(openInputs(keyring, { kind: 'dynamic-secret', id: row.id }, row.sealedInputs))
    : null,
});
