import { expect } from 'chai';
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { newProjectLine, type ProjectLine } from '../support/fixtures/project-line.ts';
import type { TestSecrets } from '../support/fixtures/project-secrets.ts';
import { newProjectIdentity } from '../support/fixtures/projects.ts';
import type { CommandLine } from '../support/world/command-line.ts';
import { newStorage, ownWorld, type World } from '../support/world/world.ts';

describe('the commands about certificates', () => {
  let world: World;
  let setting: TestSecrets;
  let line: CommandLine;
  let login: ProjectLine['login'];
  before(async () => {
    world = await ownWorld(await newStorage('sqlite'));
  });
  beforeEach(async () => {
    ({ setting, line, login } = await newProjectLine(world));
    await line.good(['authorities', 'create', 'acme-root', '--common-name', 'Acme Root']);
  });
  const file = (name: string): string => join(line.directory, name);
  const read = (name: string): string => readFileSync(file(name), 'utf8');
  const issue = (...more: string[]) => line.good(['certificates', 'issue', ...more, '--authority', 'acme-root']);

  it('create a root, and authorities below it that end with it', async () => {
    await line.good(['authorities', 'create', 'servers', '--parent', 'acme-root']);
    const { out } = await line.good(['authorities', 'list']);
    expect(out)
      .to.match(/^acme-root +root +active +CN=Acme Root /m)
      .and.match(/^servers +intermediate +active /m);
    const authorities = JSON.parse((await line.good(['authorities', 'list', '--json'])).out);
    const [end, ...others] = new Set(authorities.map(({ configuration }: any) => configuration.notAfter));
    expect(end).to.be.a('string');
    expect(others).to.deep.equal([]);
    const unknown = ['authorities', 'create', 'more', '--parent', 'acme-rot'];
    expect((await line.bad(1, unknown)).err).to.include('Did you mean acme-root?');
  });

  it('issue a certificate into files, the key for its owner only', async () => {
    const { err } = await issue('web.example.com', '10.0.0.1', '--for', '90d', '--output', 'web');
    expect(err).to.include('web.key: its private key');
    expect(statSync(file('web.key')).mode & 0o777).to.equal(0o600);
    const text = execFileSync('openssl', ['x509', '-noout', '-ext', 'subjectAltName', '-in', file('web.pem')]);
    expect(text.toString()).to.include('DNS:web.example.com, IP Address:10.0.0.1');
    expect(read('web-chain.pem')).to.include('BEGIN CERTIFICATE');
    const again = ['certificates', 'issue', 'web.example.com', '--authority', 'acme-root', '--output', 'web'];
    expect((await line.bad(2, again)).err).to.include('web.pem exists already');
    expect(JSON.parse((await line.good(['certificates', 'list', '--json'])).out)).to.have.length(1);
    await issue('*.example.com');
    expect(existsSync(file('_.example.com.key'))).to.equal(true);
  });

  it('write a certificate again, with its key for those who may read it', async () => {
    await issue('web.example.com', '--output', 'web');
    await line.good(['certificates', 'get', 'web.example.com']);
    expect(read('web.example.com.key')).to.equal(read('web.key'));
    expect(read('web.example.com.pem')).to.equal(read('web.pem'));
    const rules = [{ subject: 'certificates', action: ['read'] }];
    const env = login((await newProjectIdentity(world, setting, rules)).token);
    const get = ['certificates', 'get', 'web.example.com', '--project', setting.project.id, '--output', 'other'];
    expect((await line.bad(1, get, { env })).err).to.include('(403)');
    expect(existsSync(file('other.pem'))).to.equal(false);
    await line.good([...get, '--no-key'], { env });
    expect([existsSync(file('other.pem')), existsSync(file('other.key'))]).to.deep.equal([true, false]);
  });

  it('revoke one, by its name if only one of that name is valid', async () => {
    await issue('web.example.com', '--output', 'one');
    await issue('web.example.com', '--output', 'two');
    const revoke = ['certificates', 'revoke', 'web.example.com', '--reason', 'superseded'];
    expect((await line.bad(1, [...revoke, '--yes'])).err).to.include('several of that name');
    const [{ id, serialNumber }] = JSON.parse((await line.good(['certificates', 'list', '--json'])).out);
    expect((await line.bad(2, ['certificates', 'revoke', id])).err).to.include('--yes');
    await line.good(['certificates', 'revoke', serialNumber, '--yes']);
    await line.good([...revoke, '--yes']);
    const { out } = await line.good(['certificates', 'list', '--status', 'revoked']);
    expect(out.match(/^web\.example\.com +revoked /gm)).to.have.length(2);
    expect((await line.bad(1, [...revoke, '--yes'])).err).to.include('no valid certificate web.example.com');
  });
});
