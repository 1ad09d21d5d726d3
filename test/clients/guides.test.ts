import { expect } from 'chai';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { blocksOf, guides, index, readme, type Guide } from '../support/clients/guides.ts';
import { Terminal } from '../support/clients/terminal.ts';
import { fastScratchFolder } from '../support/world/folders.ts';
import { freePort } from '../support/world/ports.ts';

const root = join(import.meta.dirname, '..', '..');

/** What `npm start` and the commands need of a clone; the data is written beside it. */
const newClone = (): string => {
  const folder = fastScratchFolder();
  for (const name of ['dist', 'generated', 'node_modules', 'package.json', 'redocly.yaml', 'scripts'])
    symlinkSync(join(root, name), join(folder, name));
  mkdirSync(join(folder, 'home'));
  mkdirSync(join(folder, 'bin'));
  // The executable, and jq, which not every machine has.
  for (const [name, program] of [
    ['sallyport', 'dist/sallyport.cjs'],
    ['jq', 'test/support/clients/jq.mjs'],
  ] as const) {
    const script = `#!/bin/sh\nexec '${process.execPath}' '${join(root, program)}' "$@"\n`;
    writeFileSync(join(folder, 'bin', name), script, { mode: 0o755 });
  }
  return folder;
};

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

describe('the commands of the README and the guides', () => {
  let folder: string;
  let ports: Record<string, number>;
  /** The one value that a reader copies. */
  let token = '';
  const terminals: Terminal[] = [];

  before(async () => {
    folder = newClone();
    ports = { 8080: await freePort(), 8081: await freePort() };
  });
  after(async () => {
    for (const terminal of terminals.reverse()) await terminal.close();
  });

  const open = (): Terminal => {
    const terminal = new Terminal(folder, {
      PATH: `${join(folder, 'bin')}:${process.env.PATH}`,
      HOME: join(folder, 'home'),
      PORT: String(ports[8080]),
      SALLYPORT_URL: `http://localhost:${ports[8080]}`,
      DRAIN_DELAY_MS: '0',
      // Offline: npm and npx use what is installed.
      npm_config_offline: 'true',
    });
    terminals.push(terminal);
    return terminal;
  };

  /** The id of the project that the README sets up. */
  const projectId = async (): Promise<string> => {
    const response = await fetch(`http://127.0.0.1:${ports[8080]}/api/v1/organization-admin/projects?search=rockets`, {
      headers: { Authorization: `Bearer ${token}` },
    });
    const { projects } = (await response.json()) as { projects: { id: string; slug: string }[] };
    return projects.find(({ slug }) => slug === 'rockets')!.id;
  };

  /** The commands with the port of this server, the token that the set-up printed, and the id of the project. */
  const typed = async (text: string): Promise<string> => {
    const written = text
      .replaceAll(/\b808[01]\b/g, (port) => String(ports[port]))
      .replaceAll('the token it printed', token);
    return written.includes('the id of your project')
      ? written.replaceAll('the id of your project', await projectId())
      : written;
  };

  /** Runs the blocks in order; `text` blocks are what they print. */
  const follow = async (terminal: Terminal, guide: Guide): Promise<void> => {
    let began = 0;
    for (const { language, text } of blocksOf(guide)) {
      if (language === 'text') {
        for (const line of text.trim().split('\n'))
          await terminal.until(new RegExp(escaped(line).replaceAll(escaped('...'), '.*')), began);
      } else if (language === 'sh') {
        began = terminal.output.length;
        if (text.startsWith('# first terminal\n')) {
          await terminal.start(await typed(text));
          continue;
        }
        const printed = await terminal.run(await typed(text));
        token = /SALLYPORT_TOKEN=(\S+)/.exec(printed)?.[1] ?? token;
        // A refusal is an answer like any other for curl; the blocks say where one is expected.
        const refusals = [...printed.matchAll(/"statusCode":([45]\d\d)/g)].map(([, status]) => `# ${status}`);
        for (const refusal of refusals) expect(text, printed).to.contain(refusal);
      }
    }
  };

  it('work for somebody who begins with the README', async () => {
    await follow(open(), readme);
    expect(token).to.match(/^ey/);
  });

  for (const guide of guides)
    it(`work in ${guide.path}`, async () => {
      const terminal = open();
      await follow(terminal, index);
      await follow(terminal, guide);
      if (terminals.length > 1) await terminals.pop()!.close();
    });
});
