import { expect } from 'chai';
import { once } from 'node:events';
import { connect } from 'node:net';
import { sendHeaders } from '../support/clients/late-requests.ts';
import { expectError } from '../support/expect/expect.ts';
import { newLoggedIn } from '../support/fixtures/universal-auth.ts';
import { onEachDatabase } from '../support/world/world.ts';

onEachDatabase('a body that arrives after its headers', (world) => {
  const newIdentity = { name: 'Made late' };
  const setting = async () => {
    const organization = await world().newOrganization();
    const admin = await world().newUser(organization, 'admin');
    const revoke = async (): Promise<void> => {
      const other = await world().newUser(organization, 'admin');
      // Requests of other connections are answered after the headers have been received.
      expect((await world().call('getOwnAccount', { as: other })).status).to.equal(200);
      expect((await world().call('logout', { as: admin })).status).to.equal(200);
    };
    return { admin, revoke };
  };

  it('is accepted while the caller still has access', async () => {
    const { admin: as } = await setting();
    for (const headers of [{}, { 'Transfer-Encoding': 'chunked' }]) {
      const late = await sendHeaders(world(), 'createIdentity', { as, body: newIdentity, headers });
      const { status, body } = await late.finish();
      expect(status, JSON.stringify(body)).to.equal(200);
    }
  });

  it('is refused after the session has ended, also in chunks', async () => {
    for (const headers of [{}, { 'Transfer-Encoding': 'chunked' }]) {
      const { admin: as, revoke } = await setting();
      const late = await sendHeaders(world(), 'createIdentity', { as, body: newIdentity, headers });
      await revoke();
      expectError(await late.finish(), 401, 'TokenError', /revoked/);
    }
  });

  it('is refused after the session has ended, also if only its last byte was missing', async () => {
    const { admin, revoke } = await setting();
    const text = JSON.stringify(newIdentity);
    const socket = connect(Number(new URL(world().server.url).port), '127.0.0.1');
    await once(socket, 'connect');
    const headers = {
      Host: 'localhost',
      Authorization: `Bearer ${admin.token}`,
      'Content-Type': 'application/json',
      'Content-Length': text.length,
    };
    const lines = ['POST /api/v1/identities HTTP/1.1', ...Object.entries(headers).map((pair) => pair.join(': '))];
    socket.write(`${lines.join('\r\n')}\r\n\r\n${text.slice(0, -1)}`);
    await revoke();
    socket.write(text.slice(-1));
    const [answer] = (await once(socket, 'data')) as [Buffer];
    socket.destroy();
    expect(answer.toString()).to.match(/^HTTP\/1\.1 401 /);
  });

  it('is one use of a token whose uses are limited', async () => {
    const { token, admin, params } = await newLoggedIn(world(), { accessTokenNumUsesLimit: 2 });
    expect((await world().call('updateIdentity', { as: admin, params, body: { role: 'admin' } })).status).to.equal(200);
    for (let use = 0; use < 2; use += 1) {
      const late = await sendHeaders(world(), 'createIdentity', { as: { token }, body: newIdentity });
      expect((await late.finish()).status).to.equal(200);
    }
    const third = await sendHeaders(world(), 'createIdentity', { as: { token }, body: newIdentity });
    expectError(await third.finish(), 401, 'TokenError', /limit of uses/);
  });
});
