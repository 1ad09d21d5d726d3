import type { Rule } from '../../../src/access/rule.ts';
import type { Response } from 'supertest';
import { certificateSetting, newRequest, successful } from '../../support/fixtures/certificates.ts';
import { expectError } from '../../support/expect/expect.ts';
import type { World } from '../../support/world/world.ts';

export const mayCreate: Rule = { subject: 'certificates', action: 'create' };

export const deny = (action: string, conditions: Record<string, unknown>): Rule => ({
  subject: 'certificates',
  action,
  conditions,
  inverted: true,
});

export const issuing = ['issueCertificate', 'issueLegacyCertificate'] as const;

export const signing = ['signCertificate', 'signLegacyCertificate'] as const;

/** A project with an authority, and requests for certificates over all operations. */
export const certificateLimitSetting = (world: () => World) => async () => {
  const given = await certificateSetting(world(), { changes: { name: 'issuing-ca' } });
  const call = (
    operation: (typeof issuing | typeof signing)[number],
    as: { token: string },
    body: object,
  ): Promise<Response> => world().call(operation, { as, body: { caId: given.authority.row.id, ttl: '1d', ...body } });
  /** The requested names in all possible ways: in the body, and in a signing request. */
  const ask = async (as: { token: string }, commonName: string, altNames = ''): Promise<Response[]> => {
    const hosts =
      altNames === ''
        ? []
        : [
            `subjectAltName=${altNames
              .split(',')
              .map((name) => `DNS:${name}`)
              .join()}`,
          ];
    const { csr } = newRequest(`/CN=${commonName}`, { extensions: hosts });
    const bodies = [
      ...issuing.map((name) => [name, { commonName, altNames }] as const),
      ...signing.map((name) => [name, { csr }] as const),
    ];
    return Promise.all(bodies.map(([name, body]) => call(name, as, body)));
  };
  const expectAll = async (answers: Promise<Response[]>, status: 200 | 403, pattern = /create certificates/) => {
    for (const answer of await answers) {
      if (status === 403) expectError(answer, 403, 'PermissionDenied', pattern);
      else successful(answer);
    }
  };
  return { ...given, call, ask, expectAll };
};
