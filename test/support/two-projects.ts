import type { Rule } from '../../src/access/rule.ts';
import { expect } from 'chai';
import type { Response } from 'supertest';
import type { TestUser } from './members.ts';
import { newProjectWithSecrets, type TestSecrets } from './project-secrets.ts';
import { addToProject, type TestProjectMembership, type TestProjectRole } from './projects.ts';
import type { World } from './world.ts';

/** Two projects of one organization, each with the folder /app in dev. */
export interface TwoProjects {
  readonly here: TestSecrets;
  readonly there: TestSecrets;
  /** Writes a reference to a secret of dev's root there, or of another folder. */
  readonly elsewhere: (token: string) => string;
  /** An administrator of the one project, with that role in the other one, or none. */
  readonly newReader: (
    role?: TestProjectRole,
  ) => Promise<TestUser & { readonly membership: TestProjectMembership | undefined }>;
  /** Takes the reader's membership there away. */
  readonly expel: (reader: { readonly membership: TestProjectMembership | undefined }) => Promise<void>;
}

export const newTwoProjects = async (world: World): Promise<TwoProjects> => {
  const here = await newProjectWithSecrets(world, ['/app']);
  const there = await newProjectWithSecrets(world, ['/app'], here.organization);
  return {
    here,
    there,
    elsewhere: (token) => `\${@${there.project.slug}.${token}}`,
    newReader: async (role) => {
      const user = await world.newUser(here.organization, 'member');
      await addToProject(world, here.project, user, 'admin');
      return {
        ...user,
        membership: role === undefined ? undefined : await addToProject(world, there.project, user, role),
      };
    },
    expel: async ({ membership }) => {
      const { database } = world.server.parts;
      await database.transaction(async ({ db }) => {
        await db('project_memberships').where({ id: membership!.id }).delete();
        await db('projects').where({ id: there.project.id }).increment('accessRevision', 1);
      });
    },
  };
};

/** To read the values of these secrets. */
export const reading = (conditions?: Readonly<Record<string, unknown>>): Rule => ({
  subject: 'secrets',
  action: ['describeSecret', 'readValue'],
  ...(conditions && { conditions }),
});

/** Asks again with the tag of an answer: whether it is still the same. */
export const isStill = async (
  answer: Response,
  ask: (headers: Record<string, string>) => Promise<Response>,
): Promise<boolean> => {
  expect(answer.status, JSON.stringify(answer.body)).to.equal(200);
  const next = await ask({ 'If-None-Match': answer.headers.etag! });
  expect(next.status).to.be.oneOf([200, 304]);
  expect(next.status === 304).to.equal(next.headers.etag === answer.headers.etag);
  return next.status === 304;
};
