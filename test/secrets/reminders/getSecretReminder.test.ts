import { expect } from 'chai';
import { expectError } from '../../support/expect/expect.ts';
import { newColleague } from '../../support/fixtures/project-secrets.ts';
import { onEachDatabase } from '../../support/world/world.ts';
import { newReminderSetting } from './fixtures.ts';

onEachDatabase('getSecretReminder', (world) => {
  it('does not show the reminder of a personal secret to anybody else', async () => {
    const setting = await newReminderSetting(world());
    await setting.create('KEY');
    const secretId = await setting.create('KEY', { type: 'personal', secretReminderRepeatDays: 3 });
    const { body } = await world().call('getSecretReminder', { as: setting.admin, params: { secretId } });
    expect(body.reminder).to.include({ secretId, repeatDays: 3 });
    const colleague = await newColleague(world(), setting);
    expectError(
      await world().call('getSecretReminder', { as: colleague, params: { secretId } }),
      403,
      'ForbiddenError',
    );
  });
});
