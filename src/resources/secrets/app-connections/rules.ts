import type { Request } from '../../../contract.ts';
import { areCertificates } from '../../../platform/crypto/pki/pem.ts';
import { notFound, refuseIssues } from '../../../platform/errors.ts';
import type { PublicCredentials } from './store.ts';

type Input = Request<'createAppConnection'>['body']['credentials'];

/** The credentials of a request: what is shown of them, and the password. */
export interface NewCredentials {
  readonly shown: PublicCredentials;
  readonly password: string;
}

const texts = ['host', 'database', 'username', 'password'] as const;

/** Returns the credentials without the white space around them; 422 for what the contract cannot check. */
export const readCredentials = (input: Input): NewCredentials => {
  const sslCertificate = input.sslCertificate?.trim() ?? '';
  const path = (field: string) => ({ in: 'body' as const, path: ['credentials', field] });
  refuseIssues([
    ...texts
      .filter((field) => input[field].trim() === '')
      .map((field) => ({ code: 'invalid' as const, ...path(field), message: 'must not be empty' })),
    ...(sslCertificate === '' || areCertificates(sslCertificate)
      ? []
      : [{ code: 'format' as const, ...path('sslCertificate'), message: 'must be certificates in PEM' }]),
  ]);
  return {
    shown: {
      host: input.host.trim().toLowerCase(),
      port: input.port,
      database: input.database.trim(),
      username: input.username.trim(),
      sslEnabled: input.sslEnabled,
      sslRejectUnauthorized: input.sslRejectUnauthorized,
      sslCertificate,
    },
    password: input.password.trim(),
  };
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
