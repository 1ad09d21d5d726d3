import type { Handler } from '../../../contract.ts';
import { invalidServiceToken } from './authentication.ts';
import { addServiceToken, removeServiceToken } from './service.ts';
import { ownServiceTokenView, serviceTokenView } from './view.ts';

export const createServiceToken: Handler<'createServiceToken'> = async (scope, { project, body }) => {
  const { token, row } = await addServiceToken(scope, project, body);
  return { serviceToken: token, serviceTokenData: serviceTokenView(row) };
};

export const getOwnServiceToken: Handler<'getOwnServiceToken'> = async ({ actor, access, stores }) => {
  const row = await stores.serviceTokens.findInOrganization(access.organization.id, actor.id);
  if (!row) throw invalidServiceToken();
  return ownServiceTokenView(row, await stores.users.findById(row.createdBy));
};

export const deleteServiceToken: Handler<'deleteServiceToken'> = async (scope, { params }) => ({
  serviceTokenData: serviceTokenView(await removeServiceToken(scope, params.serviceTokenId)),
});

export const listServiceTokens: Handler<'listServiceTokens'> = async ({ stores }, { project }) => {
  return { serviceTokenData: (await stores.serviceTokens.list(project.row.id)).map(serviceTokenView) };
};
