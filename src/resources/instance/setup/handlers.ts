import type { Handler } from '../../../contract.ts';
import { bootstrap } from './service.ts';
import { requireSetupToken } from './setup-token.ts';

export const bootstrapInstance: Handler<'bootstrapInstance'> = async (scope, { body }) => {
  requireSetupToken(scope, body.setupToken);
  const { user, organization, identity, token } = await bootstrap(scope, body);
  return {
    message: 'The server is set up.',
    user: {
      id: user.id,
      username: user.username,
      email: user.email,
      firstName: user.firstName,
      lastName: user.lastName,
      superAdmin: user.superAdmin,
    },
    organization: { id: organization.id, name: organization.name, slug: organization.slug },
    identity: { id: identity.id, name: identity.name, credentials: { token } },
  };
};
