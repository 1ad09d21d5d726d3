import { SessionReply, type Handler } from '../../../contract.ts';
import { passwordRequirements, requireGoodPassword } from '../../identity/account/password-rule.ts';
import { refreshToken, sessionToken } from '../../identity/sessions/new.ts';
import { userView } from '../organization-users/view.ts';
import { completeAccountOf, findByCode, redeemCode } from './accept.ts';
import { invite, recreateLink, requireBoundaryOfMember } from './service.ts';
import { linksView, linkView } from './view.ts';

export const inviteUsers: Handler<'inviteUsers'> = async (scope, { body }) => {
  const { links, refusedProjects } = await invite(scope, body);
  const { grantPamAccess = false } = body;
  return {
    message: links.length === 1 ? '1 person is invited.' : `${links.length} people are invited.`,
    ...linksView(links),
    grantFailures:
      refusedProjects.length > 0 || grantPamAccess
        ? { projectIds: [...refusedProjects], pamAccess: grantPamAccess }
        : null,
  };
};

export const resendInvitation: Handler<'resendInvitation'> = async (scope, { body }) => {
  const { link } = await recreateLink(scope, scope.access.organization.id, body.membershipId, requireBoundaryOfMember);
  return linkView(link);
};

export const verifyInvitation: Handler<'verifyInvitation'> = async (scope, { body }) => {
  const { organizationName, token } = await redeemCode(scope, body);
  const message = token === null ? 'You have joined the organization.' : 'The code is right. Finish your account now.';
  return { message, token, organizationName };
};

export const inspectInvitation: Handler<'inspectInvitation'> = async (scope, { body }) => {
  const { organizationName, username, userId, invitedBy, expiresAt } = await findByCode(scope, body);
  return {
    organizationName,
    email: username,
    invitedBy,
    hasAccount: await scope.stores.users.isOwned(userId),
    expiresAt,
    passwordPolicy: { requirements: [...passwordRequirements] },
  };
};

export const completeAccount: Handler<'completeAccount'> = async (scope, { body }) => {
  requireGoodPassword(body.password, ['password']);
  const { user, session } = await completeAccountOf(scope, body);
  return new SessionReply(
    { message: 'Your account is ready.', user: userView(user), token: sessionToken(scope, session) },
    refreshToken(scope, session),
  );
};
