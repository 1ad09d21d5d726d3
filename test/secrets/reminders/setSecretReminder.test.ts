import { expect } from 'chai';
import { expectError, expectIssues } from '../../support/expect/expect.ts';
import { addToProject } from '../../support/fixtures/projects.ts';
import { onEachDatabase } from '../../support/world/world.ts';
import { newReminderSetting } from './fixtures.ts';

const start = '2030-01-01T00:00:00.000Z';

onEachDatabase('setSecretReminder', (world) => {
  it('sets a repeated reminder, and shows it with the secret', async () => {
    const setting = await newReminderSetting(world());
    const secretId = await setting.create('KEY');
    const { status, body } = await setting.set(secretId, { message: ' Rotate it ', repeatDays: 30 });
    expect(status, JSON.stringify(body)).to.equal(200);
    expect(body).to.deep.equal({ message: 'The reminder was set.' });
    const { body: answer } = await world().call('getSecretReminder', { as: setting.admin, params: { secretId } });
    expect(answer.reminder).to.deep.include({
      secretId,
      message: 'Rotate it',
      repeatDays: 30,
      nextReminderDate: '2030-01-31T00:00:00.000Z',
      fromDate: null,
      recipients: [],
      createdAt: start,
      updatedAt: start,
    });
    expect(await setting.shown('KEY')).to.include({
      secretReminderRepeatDays: 30,
      secretReminderNote: 'Rotate it',
      version: 1,
    });
  });

  it('replaces the reminder, with its recipients', async () => {
    const setting = await newReminderSetting(world());
    const secretId = await setting.create('KEY');
    await setting.set(secretId, { repeatDays: 30, recipients: [setting.admin.id, setting.admin.id] });
    const before = (await setting.stored(secretId))!;
    expect(before.recipients).to.deep.equal([setting.admin.id]);
    const fromDate = '2030-02-01T01:00:00+01:00';
    await world().clock.later(1, () => setting.set(secretId, { repeatDays: 7, fromDate, nextReminderDate: start }));
    expect(await setting.stored(secretId)).to.deep.include({
      id: before.id,
      createdAt: start,
      updatedAt: '2030-01-01T00:00:01.000Z',
      nextReminderDate: '2030-02-01T00:00:00.000Z',
      fromDate: '2030-02-01T00:00:00.000Z',
      recipients: [],
    });
    await setting.set(secretId, { nextReminderDate: '2030-03-01T00:00:00Z', repeatDays: null, message: null });
    expect(await setting.stored(secretId)).to.include({
      repeatDays: null,
      message: null,
      nextReminderDate: '2030-03-01T00:00:00.000Z',
    });
    expect(await setting.shown('KEY')).to.include({ secretReminderRepeatDays: null, secretReminderNote: null });
  });

  it('refuses a reminder without a date, and recipients who are not in the organization', async () => {
    const setting = await newReminderSetting(world());
    const secretId = await setting.create('KEY');
    const stranger = await world().newUser(await world().newOrganization(), 'member');
    for (const body of [{}, { message: 'Rotate it' }, { repeatDays: null, nextReminderDate: null }])
      expectIssues(await setting.set(secretId, body), 'body nextReminderDate required');
    expectIssues(await setting.set(secretId, { repeatDays: 0 }), 'body repeatDays too_small');
    expectError(
      await setting.set(secretId, { repeatDays: 1, recipients: [setting.admin.id, stranger.id] }),
      400,
      'BadRequest',
      new RegExp(`not users of the organization: ${stranger.id}\\.`),
    );
    expect(await setting.stored(secretId)).to.equal(undefined);
  });

  it('needs the permission to edit that secret', async () => {
    const setting = await newReminderSetting(world());
    const secretId = await setting.create('KEY');
    const other = await world().newUser(setting.organization, 'member');
    await addToProject(world(), setting.project, other, [
      { subject: 'secrets', action: ['describeSecret'] },
      { subject: 'secrets', action: ['edit'], conditions: { secretName: { $eq: 'OTHER' } } },
    ]);
    expectError(await setting.set(secretId, { repeatDays: 1 }, other), 403, 'PermissionDenied');
    expect((await world().call('getSecretReminder', { as: other, params: { secretId } })).body).to.deep.equal({
      reminder: null,
    });
  });

  it('is also done by a write of the secret, which leaves it as it is without days', async () => {
    const setting = await newReminderSetting(world());
    const secretId = await setting.create('KEY', {
      secretReminderRepeatDays: 10,
      secretReminderNote: 'Rotate it',
      secretReminderRecipients: [setting.admin.id],
    });
    const set = { repeatDays: 10, message: 'Rotate it', recipients: [setting.admin.id] };
    expect(await setting.stored(secretId)).to.deep.include({ ...set, nextReminderDate: '2030-01-11T00:00:00.000Z' });
    for (const content of [
      { secretReminderRepeatDays: 0, secretReminderNote: '' },
      { secretReminderRepeatDays: null, secretReminderNote: null, secretValue: 'other' },
      { secretValue: 'another' },
    ]) {
      await world().clock.later(60, () => setting.update('KEY', content));
      expect(await setting.stored(secretId)).to.deep.include({ ...set, nextReminderDate: '2030-01-11T00:00:00.000Z' });
      expect(await setting.shown('KEY')).to.include({ secretReminderRepeatDays: 10, secretReminderNote: 'Rotate it' });
    }
    await setting.update('KEY', { secretReminderNote: 'Now' });
    expect(await setting.stored(secretId)).to.deep.include({ ...set, message: 'Now' });
    await world().clock.later(86_400, () => setting.update('KEY', { secretReminderRepeatDays: 10 }));
    expect(await setting.stored(secretId)).to.deep.include({
      repeatDays: 10,
      message: 'Now',
      recipients: [],
      nextReminderDate: '2030-01-12T00:00:00.000Z',
    });
  });

  it('is not done by a write whose recipients are unknown', async () => {
    const setting = await newReminderSetting(world());
    const { status } = await world().call('createSecret', {
      as: setting.admin,
      params: { secretName: 'KEY' },
      body: {
        projectId: setting.project.id,
        environment: 'dev',
        secretValue: 'v',
        secretReminderRepeatDays: 1,
        secretReminderRecipients: [setting.project.id],
      },
    });
    expect(status).to.equal(400);
    expect(await setting.names()).to.equal('');
  });

  it('follows restored versions, and ends with the secret', async () => {
    const setting = await newReminderSetting(world());
    const secretId = await setting.create('KEY', { secretReminderRepeatDays: 5 });
    await world().call('deleteSecretReminder', { as: setting.admin, params: { secretId } });
    expect(await setting.stored(secretId)).to.equal(undefined);
    await setting.update('KEY', { secretReminderRepeatDays: 6 });
    await world().call('restoreSecretVersion', { as: setting.admin, params: { secretId, version: '1' } });
    expect(await setting.stored(secretId)).to.equal(undefined);
    await world().call('restoreSecretVersion', { as: setting.admin, params: { secretId, version: '2' } });
    expect(await setting.stored(secretId)).to.include({ repeatDays: 6 });
    const { status } = await world().call('deleteSecret', {
      as: setting.admin,
      params: { secretName: 'KEY' },
      body: { projectId: setting.project.id, environment: 'dev' },
    });
    expect(status).to.equal(200);
    expect(await setting.stored(secretId)).to.equal(undefined);
  });
});
