import { expect } from 'chai';
import type { ReminderRow } from '../../../src/resources/secrets/reminders/store.ts';
import { newProjectWithSecrets, type TestSecrets } from '../../support/fixtures/project-secrets.ts';
import type { World } from '../../support/world/world.ts';

export interface ReminderSetting extends TestSecrets {
  /** Creates a secret in dev, and returns its id. */
  create(key: string, content?: object, as?: { token: string }): Promise<string>;
  update(key: string, content: object): Promise<any>;
  /** The secret as the API shows it. */
  shown(key: string): Promise<any>;
  stored(secretId: string): Promise<ReminderRow | undefined>;
  set(secretId: string, body: object, as?: { token: string }): Promise<any>;
}

export const newReminderSetting = async (world: World): Promise<ReminderSetting> => {
  const setting = await newProjectWithSecrets(world);
  const { admin, project } = setting;
  const target = { projectId: project.id, environment: 'dev' };
  const write = async (operation: 'createSecret' | 'updateSecret', secretName: string, content: object, as = admin) => {
    const { status, body } = await world.call(operation, {
      as,
      params: { secretName },
      body: { ...target, ...content },
    });
    expect(status, JSON.stringify(body)).to.equal(200);
    return body.secret;
  };
  return {
    ...setting,
    create: async (key, content = {}, as = admin) =>
      (await write('createSecret', key, { secretValue: 'a canary value', ...content }, as as typeof admin)).id,
    update: (key, content) => write('updateSecret', key, content),
    shown: async (secretName) =>
      (await world.call('getSecret', { as: admin, params: { secretName }, query: target })).body.secret,
    stored: (secretId) => world.server.parts.stores.reminders.find(secretId),
    set: (secretId, body, as = admin) => world.call('setSecretReminder', { as, params: { secretId }, body }),
  };
};
