import { expect } from 'chai';
import { approvalSetting, type ApprovalSetting } from '../support/fixtures/access-requests.ts';
import { CommandLine } from '../support/world/command-line.ts';
import { newStorage, ownWorld, type World } from '../support/world/world.ts';

describe('the commands for requests for access', () => {
  let world: World;
  let setting: ApprovalSetting;
  let requester: CommandLine;
  let approver: CommandLine;
  before(async () => {
    world = await ownWorld(await newStorage('sqlite'));
  });
  beforeEach(async () => {
    setting = await approvalSetting(world);
    const lineOf = ({ token }: { token: string }) =>
      new CommandLine(() => ({ SALLYPORT_URL: world.server.url, SALLYPORT_TOKEN: token }));
    [requester, approver] = [lineOf(setting.requester), lineOf(setting.approver)];
  });

  const ask = async (...args: string[]): Promise<string> => {
    const { out } = await requester.good(['request', `${setting.project.slug}:prod`, '--for', '2h', ...args, '--json']);
    return JSON.parse(out).id as string;
  };

  it('ask for what the only policy of the environment covers, and approve it', async () => {
    const { project, newPolicy, mayRead } = setting;
    await newPolicy();
    const { out } = await requester.good(['request', `${project.slug}:prod`, '--for', '2h', '--note', 'a failed one']);
    const [, id] = /To withdraw it: sallyport reject (\S+)/.exec(out)!;
    expect(out).to.include(`${project.slug}:prod:/payments/**`);
    const listed = await approver.good(['requests', project.slug, '--waiting']);
    expect(listed.out).to.include(id).and.include('waits for you').and.include('a failed one');
    expect((await approver.good(['approve', id!])).err).to.match(/^Granted to \S+, until 2030-01-01T02:00:00Z\.\n$/);
    expect(await mayRead()).to.equal(true);
    expect((await approver.good(['requests', project.slug])).err).to.match(/^No requests wait/);
    expect((await requester.good(['requests', project.slug, '--all'])).out).to.include('approved until');
  });

  it('ask for less, with other actions', async () => {
    const { project, newPolicy, find } = setting;
    await newPolicy();
    const place = `${project.slug}:prod:/payments/*`;
    const { out } = await requester.good(['request', place, '--permanent', '--action', 'edit', '--json']);
    expect((await find(JSON.parse(out).id)).permissions).to.deep.equal([
      ['edit', 'secrets', { environment: 'prod', secretPath: { $glob: '/payments/*' } }],
    ]);
  });

  it('reject and withdraw requests', async () => {
    const { newPolicy, find } = setting;
    await newPolicy();
    const first = await ask();
    expect((await approver.good(['reject', first])).err).to.match(/^Rejected/);
    const second = await ask();
    await requester.good(['reject', second]);
    for (const id of [first, second]) expect((await find(id)).status).to.equal('rejected');
  });

  it('say what is missing', async () => {
    const { project, newPolicy } = setting;
    const place = `${project.slug}:prod`;
    expect((await requester.bad(1, ['request', place, '--for', '2h'])).err).to.include('No access policy');
    await newPolicy();
    await newPolicy({ secretPath: '/other' });
    const several = await requester.run(['request', place, '--for', '2h']);
    expect(several.err).to.include('Name a path').and.include('/payments/**').and.include('/other');
    expect((await requester.run(['request', place])).err).to.include('Say for how long');
    expect((await requester.run(['request', project.slug, '--for', '2h'])).err).to.include('Ask for an environment');
    expect((await approver.run(['approve', 'none'])).err).to.include('Access request not found');
  });
});
