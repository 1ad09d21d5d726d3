import { addSecrets, bootstrap, newCaller, newProject, secretName, addMember, type Caller } from '../seed.ts';
import type { Server } from '../server.ts';

/** The objects that every size has, created through the API; the others are copies of their rows. */
export interface Base {
  readonly admin: string;
  readonly caller: Caller;
  readonly projectId: string;
  readonly projectSlug: string;
  readonly authorityId: string;
  readonly crlId: string;
}

/** How many secrets each folder has. */
export const secretsPerFolder = 100;

/** A project with one folder of secrets, an identity that administers it, and an authority with a certificate. */
export const createBase = async (server: Server): Promise<Base> => {
  const admin = await bootstrap(server);
  const caller = await newCaller(server, admin, 'Caller');
  const { id: projectId, slug: projectSlug } = await newProject(server, admin, 'Project 0');
  await addMember(server, admin, projectId, caller, 'admin');
  await addSecrets(server, admin, { projectId, environment: 'dev', secretPath: '/' }, secretsPerFolder);
  await server.call('GET', `/api/v4/secrets/${secretName(0)}?projectId=${projectId}&environment=dev`, caller.token);
  const { id: authorityId } = await server.call('POST', '/api/v1/cert-manager/ca/internal', admin, {
    projectId,
    name: 'authority',
    configuration: { type: 'root', commonName: 'Authority', keyAlgorithm: 'EC_prime256v1' },
  });
  await server.call('POST', '/api/v1/cert-manager/certificates/issue-certificate', admin, {
    caId: authorityId,
    commonName: 'web.example.com',
    ttl: '30d',
  });
  const [{ id: crlId }] = await server.call('GET', `/api/v1/cert-manager/ca/internal/${authorityId}/crls`, admin);
  return { admin, caller, projectId, projectSlug, authorityId, crlId };
};
