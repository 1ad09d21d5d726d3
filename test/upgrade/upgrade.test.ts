import { expect } from 'chai';
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { scratchFolder } from '../support/world/folders.ts';
import { serve } from '../support/world/program.ts';

const releases = readdirSync(import.meta.dirname, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

/** Fails unless the earlier values are still present; more may have been added. */
const expectPreserved = (now: unknown, then: unknown, at: string): void => {
  if (Array.isArray(then)) {
    expect(now, at).to.be.an('array').with.lengthOf(then.length);
    then.forEach((item, index) => expectPreserved((now as unknown[])[index], item, `${at}[${index}]`));
  } else if (typeof then === 'object' && then !== null) {
    expect(now, at).to.be.an('object');
    for (const [key, value] of Object.entries(then))
      expectPreserved((now as Record<string, unknown>)[key], value, `${at}.${key}`);
  } else {
    expect(now, at).to.equal(then);
  }
};

for (const release of releases) {
  describe(`the data of version ${release}`, () => {
    const expected = JSON.parse(readFileSync(join(import.meta.dirname, release, 'expected.json'), 'utf8'));

    it('is migrated without loss', async () => {
      const DATA_DIR = join(scratchFolder(), 'data');
      mkdirSync(DATA_DIR, { mode: 0o700 });
      writeFileSync(
        join(DATA_DIR, 'sallyport.db'),
        gunzipSync(readFileSync(join(import.meta.dirname, release, 'sallyport.db.gz'))),
        { mode: 0o600 },
      );
      const { url, child } = await serve({ DATA_DIR, ROOT_KEY: expected.rootKey });
      const send = async (method: string, path: string, token: string, body?: object): Promise<any> => {
        const response = await fetch(url + path, {
          method,
          headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
          ...(body && { body: JSON.stringify(body) }),
        });
        const answer: unknown = await response.json();
        expect(response.status, `${path}: ${JSON.stringify(answer)}`).to.equal(200);
        return answer;
      };
      const { accessToken } = await send('POST', '/api/v3/auth/login', '', expected.account);
      const { token } = await send('POST', '/api/v3/auth/select-organization', accessToken, {
        organizationId: expected.organizationId,
      });
      for (const [path, answer] of Object.entries(expected.answers))
        expectPreserved(await send('GET', path, token), answer, path);

      // Hashed secrets are recognized, and encrypted keys can sign.
      expect(await send('POST', '/api/v1/auth/universal-auth/login', '', expected.machine)).to.have.property(
        'tokenType',
        'Bearer',
      );
      const [{ crl }] = await send('GET', `/api/v1/cert-manager/ca/internal/${expected.authorityId}/crls`, token);
      const list = execFileSync('openssl', ['crl', '-noout', '-text'], { input: crl, encoding: 'utf8' });
      expect(list.toLowerCase()).to.contain(`serial number: ${expected.serialNumber}`).and.contain('superseded');

      child.kill('SIGTERM');
      expect((await once(child, 'exit'))[0]).to.equal(0);
    });
  });
}
