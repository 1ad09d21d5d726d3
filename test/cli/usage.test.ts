import { expect } from 'chai';
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { settings } from '../../src/settings.ts';
import { scratchFolder } from '../support/world/folders.ts';
import { freePort } from '../support/world/ports.ts';
import { sallyport, waitForExit, waitForStart } from '../support/world/program.ts';

describe('the command line', () => {
  const run = (args: string[], environment = {}) => waitForExit(sallyport(args, environment));

  it('refuses a URL without a scheme with a sentence, and exits with 2', async () => {
    const bootstrap = ['bootstrap', '--email', 'ada@example.com', '--organization', 'Acme'];
    for (const args of [bootstrap, ['events', '--project', 'acme'], ['rotate-keys'], ['export', '--project', 'acme']]) {
      for (const { code, out, err } of [
        await run([...args, '--url', 'localhost:8080'], { SALLYPORT_TOKEN: 'any' }),
        await run(args, { SALLYPORT_TOKEN: 'any', SALLYPORT_URL: 'localhost:8080' }),
      ]) {
        expect({ code, out }, args[0]!).to.deep.equal({ code: 2, out: '' });
        expect(err)
          .to.match(/must be a URL with http:\/\/ or https:\/\//)
          .and.not.match(/ {4}at /);
      }
    }
  });

  it('calls the server in SALLYPORT_URL', async () => {
    const url = `http://127.0.0.1:${await freePort()}`;
    const { code, err } = await run(['rotate-keys'], { SALLYPORT_TOKEN: 'any', SALLYPORT_URL: url });
    expect(code).to.equal(1);
    expect(err).to.include(`No server responds at ${url}.`);
  });

  it('exits with 2 for an unknown command, an unknown option and a missing one, and with 0 after help', async () => {
    for (const args of [['no-such-command'], ['serve', '--colour'], ['bootstrap'], ['licence', 'issue', '--colour']])
      expect((await run(args)).code, args.join(' ')).to.equal(2);
    for (const args of [['--help'], ['serve', '--help'], ['licence', 'issue', '--help'], ['--version']])
      expect((await run(args)).code, args.join(' ')).to.equal(0);
  });

  it('shows an example in the help of every command, and has a manual page of all', async () => {
    const { out: page, code } = await run(['man']);
    expect(code).to.equal(0);
    const sections = page.split(/^\.SS /m).slice(1);
    expect(sections.length).to.be.above(40);
    for (const section of sections) expect(section, section.split('\n')[0]!).to.match(/^Example: |^ +sallyport /m);
    for (const name of ['run', 'secrets diff', 'licence issue']) expect(page).to.include(`.SS sallyport ${name}\n`);
    expect((await run(['secrets', 'copy', '--help'])).out).to.include('\nExample: sallyport secrets copy ');
  });

  it('takes the variables of other clients, and names the options for the address', async () => {
    const url = `http://127.0.0.1:${await freePort()}`;
    const { code, err } = await run(['project', 'list'], { INFISICAL_API_URL: `${url}/api`, INFISICAL_TOKEN: 'any' });
    expect({ code, err }).to.deep.equal({
      code: 1,
      err: `No server responds at ${url}. If it is elsewhere, give its address with --url or in SALLYPORT_URL.\n`,
    });
  });

  it('lists all settings with their defaults in the help of serve', async () => {
    const { out } = await run(['serve', '--help']);
    for (const [name, { fallback }] of Object.entries(settings))
      expect(out).to.include(fallback === '' ? `\n  ${name}\n` : `\n  ${name} (${fallback})\n`);
  });

  it('takes the port, the data directory and a file of settings as options', async () => {
    const folder = scratchFolder();
    const file = join(folder, 'settings.env');
    writeFileSync(file, 'SITE_URL=https://secrets.example.com\nLOG_LEVEL=silent\n');
    const port = await freePort();
    const args = ['--port', String(port), '--data-dir', join(folder, 'data'), '--env-file', file];
    const server = await waitForStart(sallyport(['serve', ...args], { PORT: '1', DRAIN_DELAY_MS: '0' }));
    expect(new URL(server.url).port).to.equal(String(port));
    expect(existsSync(join(folder, 'data', 'root.key'))).to.equal(true);
    server.child.kill('SIGTERM');
    await once(server.child, 'exit');
    const checked = await run(['doctor', '--data-dir', join(folder, 'data'), '--env-file', file]);
    expect(checked.out).to.include('ok     address https://secrets.example.com');
    const missing = await run(['doctor', '--env-file', join(folder, 'missing.env')]);
    // Node 20 looks for this option too, and exits with a message of its own.
    expect(missing.code).to.be.oneOf([2, 9]);
    expect(missing.err).to.match(/missing\.env(: not found| cannot be read)/);
  });

  it('completes commands and options in bash', async () => {
    const { out } = await run(['completion', 'bash']);
    const complete = (...words: string[]): string[] => {
      const script = `${out}
COMP_WORDS=(sallyport ${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length}; _sallyport
echo "\${COMPREPLY[@]}"`;
      return execFileSync('bash', ['-c', script], { encoding: 'utf8' }).trim().split(' ');
    };
    expect(complete('res')).to.have.members(['restore', 'reset-password', 'reset-second-factor']);
    expect(complete('licence', 'i')).to.deep.equal(['issue']);
    expect(complete('serve', '--p')).to.deep.equal(['--port']);
    expect(complete('licence', 'show', '--js')).to.deep.equal(['--json']);
    expect(complete('access', 'e')).to.deep.equal(['explain']);
    expect(complete('grant', 'ada@example.com', 'readValue', 'rockets', '--f')).to.deep.equal(['--for']);
    for (const shell of ['zsh', 'fish']) expect((await run(['completion', shell])).out).to.match(/rotate-keys/);
    expect((await run(['completion', 'tcsh'])).code).to.equal(2);
  });
});
