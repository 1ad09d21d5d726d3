import type { Handler } from '../../../contract.ts';
import { requireGoodPassword } from '../../identity/account/password-rule.ts';
import { userView } from '../organization-users/view.ts';
import { completeAccountOf, redeemCode } from './accept.ts';
import { invite, recreateLink, requireBoundaryOfMember } from './service.ts';

export const inviteUsers: Handler<'inviteUsers'> = async (scope, { body }) => {
  const { links, refusedProjects } = await invite(scope, body);
  const { grantPamAccess = false } = body;
  return {
    message: links.length === 1 ? '1 person is invited.' : `${links.length} people are invited.`,
    completeInviteLinks: [...links],
    grantFailures:
      refusedProjects.length > 0 || grantPamAccess
        ? { projectIds: [...refusedProjects], pamAccess: grantPamAccess }
        : null,
  };
};

export const resendInvitation: Handler<'resendInvitation'> = async (scope, { body }) => {
  const { link } = await recreateLink(scope, scope.access.organization.id, body.membershipId, requireBoundaryOfMember);
  return { signupToken: link };
};

export const verifyInvitation: Handler<'verifyInvitation'> = async (scope, { body }) => {
  const { organizationName, token } = await redeemCode(scope, body);
  const message = token === null ? 'You have joined the organization.' : 'The code is right. Finish your account now.';
  return { message, token, organizationName };
};

export const completeAccount: Handler<'completeAccount'> = async (scope, { body }) => {
  requireGoodPassword(body.password, ['password']);
  const { user, token } = await completeAccountOf(scope, body);
  return { message: 'Your account is ready.', user: userView(user), token };
};
