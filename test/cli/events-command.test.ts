import { expect } from 'chai';
import { execFileSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { follow, type Follower } from '../support/clients/followers.ts';
import { scratchFolder } from '../support/world/folders.ts';
import {
  batchCall,
  newProjectWithSecrets,
  newSecret,
  secretCall,
  type TestSecrets,
} from '../support/fixtures/project-secrets.ts';
import { newStorage, ownWorld, type World } from '../support/world/world.ts';

const received = '[$SALLYPORT_EVENT|$SALLYPORT_ENVIRONMENT|$SALLYPORT_SECRET_PATH|$SALLYPORT_SECRET_KEYS]';

describe('sallyport events -- command', () => {
  let world: World;
  let setting: TestSecrets;
  before(async () => {
    world = await ownWorld(await newStorage('sqlite'));
  });
  beforeEach(async () => {
    setting = await newProjectWithSecrets(world);
  });

  const following = (...command: string[]): Promise<Follower> =>
    follow(world, setting.admin.token, ['--project', setting.project.id, '--', ...command]);

  it('runs the command on each change, with the changed names', async () => {
    const follower = await following('sh', '-c', `echo "${received} $0 $1"`, '--json', 'as given');
    await newSecret(world, setting, 'A', { secretPath: '/app' });
    await follower.waitForOutput('out', /^\[secret:create\|dev\|\/app\|A\] --json as given$/m);
    await newSecret(world, setting, 'B', { environment: 'prod' });
    await follower.waitForOutput('out', /^\[secret:create\|prod\|\/\|B\]/m);
    expect(follower.out).to.match(/Z {2}secret:create +dev:\/app {2}A\n/);
    expect(await follower.end()).to.equal(0);
  });

  it('runs it once more for all changes during its run', async () => {
    const gate = join(scratchFolder(), 'gate');
    execFileSync('mkfifo', [gate]);
    const open = (): Promise<void> => writeFile(gate, '');
    const follower = await following('sh', '-c', `echo "began ${received}"; cat "${gate}"`);
    await newSecret(world, setting, 'A');
    await follower.waitForOutput('out', /began \[secret:create\|dev\|\/\|A\]\n/);
    await newSecret(world, setting, 'B, C', { secretPath: '/app' });
    await newSecret(world, setting, 'D');
    await secretCall(() => world, 'updateSecret')(setting, 'D', { secretValue: 'another' });
    await follower.waitForOutput('out', /secret:update +dev:\/ {2}D\n/);
    expect(follower.out.match(/began/g)).to.have.length(1);
    await open();
    await follower.waitForOutput('out', /began \[secret:create\nsecret:update\|dev\|\/app\n\/\|B, C\nD\]\n/);
    await open();
    await newSecret(world, setting, 'E');
    await follower.waitForOutput('out', /began \[secret:create\|dev\|\/\|E\]\n/);
    expect(follower.out.match(/began/g)).to.have.length(3);
    expect(await follower.end()).to.equal(0);
  });

  it('reports its failure, and continues', async () => {
    const follower = await following(
      'sh',
      '-c',
      'case $SALLYPORT_SECRET_KEYS in A) exit 3;; B) kill -9 $$;; *) echo well;; esac',
    );
    await newSecret(world, setting, 'A');
    await follower.waitForOutput('err', /^The command failed \(exit 3\)\.$/m);
    await newSecret(world, setting, 'B');
    await follower.waitForOutput('err', /^The command failed \(SIGKILL\)\.$/m);
    await newSecret(world, setting, 'C');
    await follower.waitForOutput('out', /^well$/m);
    await follower.end();

    const lost = await following('./no-such-program');
    await newSecret(world, setting, 'D');
    await lost.waitForOutput('err', /^The command could not be started: .*ENOENT$/m);
    await newSecret(world, setting, 'E');
    await lost.waitForOutput('err', /(could not be started[^]*){2}/);
    expect(await lost.end()).to.equal(0);
  });

  it('ends the command and its child processes when it ends itself', async () => {
    const follower = await following('sh', '-c', 'sleep 1000 & echo started; wait');
    await newSecret(world, setting, 'A');
    await follower.waitForOutput('out', /^started$/m);
    expect(await follower.end()).to.equal(0);
    expect(follower.err).not.to.contain('failed');
  });

  it('kills the command on a second signal', async () => {
    // Not a shell, which would handle a signal between two of its commands only after the second.
    const follower = await following(
      process.execPath,
      '-e',
      'process.on("SIGTERM", () => console.log("deaf")); console.log("started"); setInterval(() => {}, 1e6)',
    );
    await newSecret(world, setting, 'A');
    await follower.waitForOutput('out', /^started$/m);
    const first = follower.end('SIGINT');
    await follower.waitForOutput('out', /^deaf$/m);
    await follower.end('SIGINT');
    expect(await first).to.equal(0);
  });

  it('does not pass more names than a variable can hold', async () => {
    const follower = await following('sh', '-c', 'echo "ran with ${#SALLYPORT_SECRET_KEYS} on $SALLYPORT_SECRET_PATH"');
    const secrets = Array.from({ length: 1000 }, (_, index) => ({
      secretKey: `${'K'.repeat(200)}${index}`,
      secretValue: '',
    }));
    const answer = await batchCall(() => world, 'createSecrets')(setting, { secretPath: '/app', secrets });
    expect(answer.status, JSON.stringify(answer.body)).to.equal(200);
    await follower.waitForOutput('out', /^ran with 0 on \/app$/m);
    await follower.end();
  });
});
