import type { components } from '../../../../generated/api.d.ts';
import { bearer, publicApi, selectOrganization } from '../../api/session.ts';

/** What an invitation link contains. */
export type Invitation = components['schemas']['InspectInvitationRequest'];

/** What the server tells about it before it is accepted. */
export type InspectedInvitation = components['schemas']['InspectedInvitation'];

export interface NewAccount {
  readonly firstName: string;
  readonly lastName: string;
  readonly password: string;
}

let invitation: Invitation | undefined;

/** The code is exchanged once for a token, which is kept so that the rest can be repeated. */
let signupToken: string | undefined;

/** The invitation of the link, until it is accepted. Its code is removed from the address and from the history. */
export const takeInvitation = (): Invitation | undefined => {
  const query = new URLSearchParams(location.search);
  const [code, email, organizationId] = [query.get('token'), query.get('to'), query.get('organization_id')];
  if (!code || !email || !organizationId) return invitation;
  history.replaceState(history.state, '', location.pathname);
  signupToken = undefined;
  return (invitation = { code, email, organizationId });
};

export const inspect = async (body: Invitation): Promise<InspectedInvitation> =>
  await publicApi.POST('/api/v1/invite-org/inspect', { body });

const finish = async (organizationId: string, token: string): Promise<void> => {
  invitation = undefined;
  await selectOrganization(organizationId, token);
};

/** Joins with an account that exists, of which `accessToken` is a token. */
export const joinWith = async (body: Invitation, accessToken: string): Promise<void> => {
  await publicApi.POST('/api/v1/invite-org/verify', { body: { ...body, accessToken } });
  await finish(body.organizationId, accessToken);
};

/** Signs in to the account of the invitation, and joins with it. */
export const signInAndJoin = async (body: Invitation, password: string): Promise<void> => {
  const { accessToken } = await publicApi.POST('/api/v3/auth/login', { body: { email: body.email, password } });
  await joinWith(body, accessToken);
};

/** Completes the account of the invitation, and joins with it. */
export const createAccountAndJoin = async (body: Invitation, account: NewAccount): Promise<void> => {
  signupToken ??= (await publicApi.POST('/api/v1/invite-org/verify', { body })).token ?? undefined;
  const { token } = await publicApi.POST('/api/v3/signup/complete-account', {
    body: { type: 'email', email: body.email, ...account },
    headers: bearer(signupToken),
  });
  await finish(body.organizationId, token);
};
