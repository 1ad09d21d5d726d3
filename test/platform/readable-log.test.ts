import { expect } from 'chai';
import { createLog } from '../../src/platform/log.ts';
import { readableLine } from '../../src/platform/readable-log.ts';

describe('the log on a terminal', () => {
  const lines: string[] = [];
  const log = createLog('info', { write: (line) => void lines.push(line) });
  const last = (isColoured = false): string => readableLine(lines.at(-1)!, isColoured);
  const time = String.raw`^\d\d:\d\d:\d\d\.\d{3}`;

  it('has a line of text for each request and message', () => {
    log.info({
      reqId: 'r1',
      operation: 'getProject',
      method: 'GET',
      status: 200,
      durationMs: 12.3,
      ip: '127.0.0.1',
      actor: { type: 'user', id: 'u1', organizationId: 'o1' },
    });
    expect(last()).to.match(new RegExp(`${time} info  GET getProject 200 12 ms user u1  reqId=r1  ip=127.0.0.1\n$`));
    log.warn({ daysLeft: 3 }, 'licence expires soon');
    expect(last()).to.match(new RegExp(`${time} warn  licence expires soon  daysLeft=3\n$`));
    expect(last(true)).to.include('\u001b[33mwarn \u001b[0m');
  });

  it('shows errors with their causes, and nothing that could control the terminal', () => {
    log.error({ err: new Error('first', { cause: new Error('second') }) }, 'failed\u001b[2J\nforged');
    expect(last()).to.match(new RegExp(`${time} error failed\\?\\[2J\\?forged\n    Error: first\n`));
    expect(last()).to.include('    caused by Error: second\n');
    expect(last()).not.to.include('\u001b');
  });
});
