import { TestSts } from '../../support/clients/sts.ts';
import { awsFields } from '../../support/fixtures/login-methods.ts';
import { signedRequest } from '../../support/fixtures/signed-aws-requests.ts';
import type { Attacks, Prepare } from './attack.ts';
import { anywhere, attackLogin } from './login-attack.ts';
import { duration } from './login-binding.ts';

let started: Promise<TestSts> | undefined;
const sts = () => (started ??= TestSts.start());

export const stopSts = async (): Promise<void> => (await started)?.stop();

const usual = 'arn:aws:sts::123456789012:assumed-role/build/i-0';

/** Whoever logs in is given by the ARN that STS says. */
const attack = attackLogin<string>({
  attach: 'attachAwsAuth',
  fieldsOf: async () => awsFields(await sts()),
  logIn: async (world, identityId, arn = usual) => {
    const asked = await sts();
    asked.arn = arn;
    const body = { identityId, ...signedRequest({ key: asked.key, now: world.clock.now() }) };
    return world.call('loginWithAwsAuth', { body });
  },
});

const others = 'arn:aws:sts::210987654321:assumed-role/others/i-0';

/** By the fields of AWS auth. */
export const awsFieldAttacks: Readonly<Record<string, Prepare | string>> = {
  stsEndpoint: async (world, operation) =>
    attack('stsEndpoint', {
      value: (await sts()).url,
      before: { stsEndpoint: 'http://127.0.0.1:1/' },
    })(world, operation),
  allowedPrincipalArns: attack('allowedPrincipalArns', {
    value: 'arn:aws:iam::123456789012:role/*',
    before: { allowedPrincipalArns: 'arn:aws:iam::123456789012:role/somebody' },
  }),
  allowedAccountIds: attack('allowedAccountIds', { value: '210987654321', who: others }),
  accessTokenTrustedIps: attack('accessTokenTrustedIps', anywhere),
  accessTokenTTL: duration,
  accessTokenMaxTTL: duration,
  accessTokenNumUsesLimit: duration,
};

/** Accepts another account or role, which is the folder that it may read then. */
const becoming = (value: string, change: Parameters<typeof attack>[1]): Attacks =>
  Object.fromEntries(
    ['attachAwsAuth', 'updateAwsAuth'].map((operation) => [
      operation,
      { [`accepts another one, which a rule refers to by its ${value}`]: attack('allowedPrincipalArns', change) },
    ]),
  );

const path = (value: string): string => `/{{identity.auth.aws.${value}}}`;
const payments = 'arn:aws:sts::123456789012:assumed-role/payments/i-0';
const allowed = {
  value: 'arn:aws:iam::123456789012:role/payments',
  before: { allowedPrincipalArns: 'arn:aws:iam::123456789012:role/others' },
  who: payments,
};

export const awsNameAttacks = becoming('resourceName', { ...allowed, path: path('resourceName') });
