// Logs in with Azure auth and GCP auth, with tokens of the instance on which the client runs.
import { azure, google } from './clouds.mjs';
import { logInWith } from './clients.mjs';

const methods = [
  {
    method: 'azure',
    attached: 'azure-auth',
    fields: { tenantId: azure.tenant, resource: 'https://management.azure.com/' },
    allowed: { allowedServicePrincipalIds: azure.principal },
    others: { allowedServicePrincipalIds: azure.tenant },
  },
  {
    method: 'gcp-id-token',
    attached: 'gcp-auth',
    fields: { type: 'gce', allowedServiceAccounts: google.account },
    allowed: { allowedProjects: google.project },
    others: { allowedProjects: 'others' },
  },
  {
    method: 'gcp-iam',
    attached: 'gcp-auth',
    fields: { type: 'iam' },
    allowed: { allowedServiceAccounts: google.account },
    others: { allowedServiceAccounts: 'others@acme.iam.gserviceaccount.com' },
  },
];

export const tryTokens = async (clients, { site, folder, clouds, attach, expectEqual }) => {
  for (const { method, attached, fields, allowed, others } of methods) {
    const good = await attach(attached, { ...fields, ...allowed });
    const wrong = await attach(attached, { ...fields, ...others });
    for (const client of clients.filter((each) => each.methods.includes(method))) {
      const logIn = (identityId) =>
        logInWith(client, { site, folder, method, identityId, environment: clouds.environment });
      expectEqual(`${client.name}: ${method}`, 'logged in', await logIn(good));
      expectEqual(`${client.name}: ${method}, who is not allowed`, '401', await logIn(wrong));
    }
  }
};
