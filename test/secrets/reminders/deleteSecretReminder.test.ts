import { expect } from 'chai';
import { onEachDatabase } from '../../support/world/world.ts';
import { newReminderSetting } from './fixtures.ts';

onEachDatabase('deleteSecretReminder', (world) => {
  it('deletes the reminder, also from what the secret shows, and succeeds without one', async () => {
    const setting = await newReminderSetting(world());
    const secretId = await setting.create('KEY', { secretReminderRepeatDays: 30, secretReminderNote: 'Rotate it' });
    const call = { as: setting.admin, params: { secretId } };
    for (let number = 0; number < 2; number += 1) {
      const { status, body } = await world().call('deleteSecretReminder', call);
      expect(status).to.equal(200);
      expect(body).to.deep.equal({ message: 'The secret has no reminder now.' });
      expect((await world().call('getSecretReminder', call)).body).to.deep.equal({ reminder: null });
      expect(await setting.shown('KEY')).to.include({ secretReminderRepeatDays: null, secretReminderNote: null });
    }
  });
});
