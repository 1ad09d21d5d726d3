import type { Request } from '../../../contract.ts';
import { notFound, refuseIssues } from '../../../platform/errors.ts';
import { InputReader } from '../../../platform/input-reader.ts';
import type { App } from './apps/app.ts';
import type { ConnectionMethod, PublicCredentials } from './store.ts';

type Input = Request<'createAppConnection'>['body']['credentials'];

/** The credentials of a request: what is shown of them, and the password. */
export interface NewCredentials {
  readonly shown: PublicCredentials;
  readonly password: string;
}

/** Returns the credentials without the white space around them; 422 for what the kind of system lacks or refuses. */
export const readCredentials = (app: App, method: ConnectionMethod | undefined, input: Input): NewCredentials => {
  const reader = new InputReader(input, ['credentials']);
  const credentials = app.readCredentials(reader);
  if (method !== undefined && method !== app.method)
    refuseIssues([{ code: 'enum', in: 'body', path: ['method'], message: `must be ${app.method} for this kind` }]);
  reader.end();
  return credentials;
};

/** 404 for a gateway, of which there are none. */
export const refuseGateways = ({
  gatewayId,
  gatewayPoolId,
}: {
  readonly gatewayId?: string | null | undefined;
  readonly gatewayPoolId?: string | null | undefined;
}): void => {
  if (gatewayId) throw notFound(`Gateway with ID ${gatewayId} not found. There are no gateways here.`);
  if (gatewayPoolId) throw notFound(`Gateway pool with ID ${gatewayPoolId} not found. There are no gateways here.`);
};
