import { expect } from 'chai';
import { newSecret, secretCall, type TestSecrets, versionsOf } from './project-secrets.ts';
import type { World } from './world.ts';

type Body = Readonly<Record<string, unknown>>;

/** A secret with what it was written with, one version after the other. */
export interface History {
  readonly id: string;
  /** That of the first version comes first. */
  readonly versionIds: readonly string[];
}

/** A secret that is created with the first of these and changed with each other one, a minute later each. */
export const newHistory = async (
  world: World,
  setting: TestSecrets,
  key: string,
  writes: readonly Body[],
  as: { token: string } = setting.admin,
): Promise<History> => {
  const { id } = await newSecret(world, setting, key, writes[0], as);
  let name = key;
  for (const [index, write] of writes.slice(1).entries()) {
    const { status, body } = await world.clock.later(60 * (index + 1), () =>
      secretCall(() => world, 'updateSecret')(setting, name, { ...place(writes[0]!), ...write }, as),
    );
    expect(status, JSON.stringify(body)).to.equal(200);
    name = body.secret.secretKey;
  }
  return { id, versionIds: (await versionsOf(world, id)).map((version) => version.id) };
};

const place = ({ environment, secretPath, type }: Body): Body => ({
  ...(environment !== undefined && { environment }),
  ...(secretPath !== undefined && { secretPath }),
  ...(type !== undefined && { type }),
});

/** When that version of a history was written. */
export const writtenAt = (version: number): string => `2030-01-01T00:0${version - 1}:00.000Z`;
