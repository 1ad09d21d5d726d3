import type { JWTPayload } from 'jose';
import { TestProvider } from '../../support/clients/oidc-provider.ts';
import { newGroup } from '../../support/fixtures/groups.ts';
import { newUserWith } from '../../support/fixtures/people.ts';
import {
  newPerson,
  select,
  signOnFields,
  signOnNow,
  tokenOf,
  type SignOnOrganization,
} from '../../support/fixtures/single-sign-on.ts';
import type { World } from '../../support/world/world.ts';
import { succeed, type Attack, type Prepare } from './attack.ts';

let providers: Promise<readonly [TestProvider, TestProvider]> | undefined;

/** The provider of the organization, and one of the attacker. */
const startedProviders = (): Promise<readonly [TestProvider, TestProvider]> =>
  (providers ??= Promise.all([TestProvider.start(), TestProvider.start()]));

export const stopSignOnProviders = async (): Promise<void> => {
  for (const provider of (await providers) ?? []) await provider.stop();
};

/** With the addresses of a configuration of the other type, so that each field can be changed by itself. */
const addressesOf = ({ issuer }: TestProvider) => ({
  issuer,
  authorizationEndpoint: `${issuer}/auth`,
  jwksUri: `${issuer}/jwks`,
  tokenEndpoint: `${issuer}/token`,
  userinfoEndpoint: `${issuer}/me`,
});

/** A group of administrators who are those of a group at the provider. */
const newAdministrators = (world: World, organization: { readonly id: string }) =>
  newGroup(world, organization, { name: 'Platform', role: 'admin', providerGroupName: 'platform' });

const newOrganization = async (world: World) => {
  const organization = await world.newOrganization();
  const admin = await world.newUser(organization, 'admin');
  const attacker = await newUserWith(
    world,
    organization,
    ['sso', 'groups', 'settings'].map((subject) => ({ subject, action: '*' })),
  );
  return { organization, admin, attacker, beneficiary: attacker, group: await newAdministrators(world, organization) };
};

type Access = 'membership' | 'administration';

/** Whether somebody new with these claims becomes a member, or an administrator. */
const admits = async (
  world: World,
  signer: TestProvider,
  at: Pick<SignOnOrganization, 'organization'>,
  access: Access,
  claims: JWTPayload,
): Promise<boolean> => {
  const response = await signOnNow(world, signer, at, newPerson(claims));
  if (response.headers.location !== '/login/select-organization') return false;
  const { body } = await select(world, await tokenOf(world, response), at.organization);
  const query = { organizationId: at.organization.id };
  const settings = await world.call('getSingleSignOn', { as: { token: body.token as string }, query });
  return access === 'membership' || settings.status === 200;
};

interface Change {
  /** The value that lets somebody in. */
  readonly value: unknown;
  /** The fields before the change, if they matter. */
  readonly before?: object;
  readonly claims?: JWTPayload;
  readonly access?: Access;
  /** The attacker's provider vouches. */
  readonly isForeign?: true;
  readonly harmless?: string;
}

/** Creates or changes the provider with another value of one field. */
const changeProvider =
  (field: string, changeOf: (own: TestProvider, foreign: TestProvider) => Change): Prepare =>
  async (world, operation): Promise<Attack> => {
    const [own, foreign] = await startedProviders();
    const { value, before, claims = {}, access = 'membership', isForeign, harmless } = changeOf(own, foreign);
    const setting = await newOrganization(world);
    const fields = { ...signOnFields(own, setting.organization), ...addressesOf(own), ...before };
    const isNew = operation === 'createSingleSignOn';
    if (!isNew) succeed(await world.call('createSingleSignOn', { as: setting.admin, body: fields }));
    const body = { ...(isNew ? fields : { organizationId: setting.organization.id }), [field]: value };
    return {
      ...setting,
      change: (as) => world.call(operation, { as, body }),
      // Uses the sign-in of somebody new, whichever caller is asked about.
      sees: () => admits(world, isForeign ? foreign : own, setting, access, claims),
      ...(harmless !== undefined && { harmless }),
    };
  };

/** A field of many that say who vouches. */
const part = {
  isForeign: true,
  harmless: 'Whoever wants to be the provider has to change several of these fields.',
} as const;

/** The fields that say who vouches, each with the value of the attacker's provider. */
const partsOfProvider = (
  ['issuer', 'authorizationEndpoint', 'jwksUri', 'tokenEndpoint', 'userinfoEndpoint'] as const
).map(
  (field) => [field, changeProvider(field, (_, foreign) => ({ value: addressesOf(foreign)[field], ...part }))] as const,
);

const otherPart = (field: string, value: string) => changeProvider(field, () => ({ value, ...part }));

/** By the fields of the provider of single sign-on. */
export const providerFields: Readonly<Record<string, Prepare | string>> = {
  ...Object.fromEntries(partsOfProvider),
  organizationId: 'It is the organization of the token.',
  configurationType: otherPart('configurationType', 'custom'),
  clientId: otherPart('clientId', 'another client'),
  clientSecret: otherPart('clientSecret', 'another secret'),
  jwtSignatureAlgorithm: otherPart('jwtSignatureAlgorithm', 'ES256'),
  discoveryURL: changeProvider('discoveryURL', (_, { issuer }) => ({ value: issuer, isForeign: true })),
  isActive: changeProvider('isActive', () => ({ value: true, before: { isActive: false } })),
  allowedEmailDomains: changeProvider('allowedEmailDomains', () => ({
    value: 'elsewhere.example',
    claims: { email: `${crypto.randomUUID()}@elsewhere.example` },
  })),
  defaultMembershipRole: changeProvider('defaultMembershipRole', () => ({ value: 'admin', access: 'administration' })),
  manageGroupMemberships: changeProvider('manageGroupMemberships', () => ({
    value: true,
    claims: { groups: ['platform'] },
    access: 'administration',
  })),
};

/** Gives a group the name of a group at the provider that the attacker is in. */
const changeGroup: Prepare = async (world, operation) => {
  const [own] = await startedProviders();
  const setting = await newOrganization(world);
  const fields = { ...signOnFields(own, setting.organization), manageGroupMemberships: true };
  succeed(await world.call('createSingleSignOn', { as: setting.admin, body: fields }));
  const isNew = operation === 'createGroup';
  const body = { ...(isNew && { name: 'Interns' }), providerGroupName: 'interns' };
  return {
    ...setting,
    change: (as) => world.call(operation, { as, params: { id: setting.group.id }, body }),
    sees: () => admits(world, own, setting, 'administration', { groups: ['interns'] }),
    ...(isNew && { harmless: 'A new group has no role that its creator does not hold.' }),
  };
};

/** By the fields of groups. */
export const groupFields: Readonly<Record<string, Prepare | string>> = {
  providerGroupName: changeGroup,
  name: 'It does not decide who is in the group; rules name it: see groupName.',
  slug: 'It does not decide who is in the group, and no rule names it.',
  role: 'It is limited to what the caller holds.',
};

const enforce =
  (body: object): Prepare =>
  async (world, operation) => {
    const setting = await newOrganization(world);
    return {
      ...setting,
      change: (as) => world.call(operation, { as, params: { organizationId: setting.organization.id }, body }),
      sees: () => Promise.resolve(false),
      harmless: 'Without enforcement, members can do with their passwords what they can do with single sign-on.',
    };
  };

/** By the fields of organizations. */
export const organizationFields: Readonly<Record<string, Prepare | string>> = {
  authEnforced: enforce({ authEnforced: false }),
  breakGlassUserId: enforce({ breakGlassUserId: null }),
  name: 'It is only shown.',
  slug: 'It is where the members begin to sign in, with a provider that does not depend on it.',
  userTokenExpiration: 'It is not used; sessions end as the next three say.',
  enforceMfa: 'It requires a second factor, and lets nobody in.',
  sessionIdleMinutes: 'It ends sessions, and lets nobody in.',
  sessionMaxMinutes: 'It ends sessions, and lets nobody in.',
  leastAuditLogsRetentionDays: 'It keeps entries for longer, and lets nobody in.',
};
