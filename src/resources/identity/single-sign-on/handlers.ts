import type { Handler } from '../../../contract.ts';
import { adopt } from './adopt.ts';
import { finish } from './callback.ts';
import { answerQuestion, findQuestion } from './linking.ts';
import { logOutByToken } from './logout.ts';
import { changeProvider, createProvider, noProvider } from './service.ts';
import { start } from './start.ts';
import { singleSignOnDetailsView, singleSignOnView } from './view.ts';

export const getSingleSignOn: Handler<'getSingleSignOn'> = async ({ stores, access }) => {
  const provider = await stores.signOnProviders.findOfOrganization(access.organization.id);
  if (!provider) throw noProvider();
  return singleSignOnDetailsView(provider);
};

export const createSingleSignOn: Handler<'createSingleSignOn'> = async (scope, { body }) =>
  singleSignOnView(await createProvider(scope, body));

export const updateSingleSignOn: Handler<'updateSingleSignOn'> = async (scope, { body }) =>
  singleSignOnView(await changeProvider(scope, body));

export const getGroupManagement: Handler<'getGroupManagement'> = async ({ stores, access }) => {
  const provider = await stores.signOnProviders.findOfOrganization(access.organization.id);
  return { isEnabled: provider !== undefined && provider.isActive && provider.manageGroupMemberships };
};

export const startSingleSignOn: Handler<'startSingleSignOn'> = (scope, { query }) => start(scope, query);

export const finishSingleSignOn: Handler<'finishSingleSignOn'> = (scope, { query }) => finish(scope, query);

export const adoptSingleSignOn: Handler<'adoptSingleSignOn'> = (scope, { body }) => adopt(scope, body.replace);

export const getPendingLink: Handler<'getPendingLink'> = async (scope) => ({ link: await findQuestion(scope) });

export const linkAccount: Handler<'linkAccount'> = async (scope) => ({ organizationId: await answerQuestion(scope) });

export const logOutByProvider: Handler<'logOutByProvider'> = async (scope, { body }) => {
  await logOutByToken(scope, body.logout_token);
  return { message: 'The sessions have ended.' };
};
