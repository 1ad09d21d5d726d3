import { expect } from 'chai';
import { measureInRounds, type Measurable } from '../../scripts/bench/rounds.ts';

const idle = { usage: async () => ({ processorMicroseconds: 0, residentMiB: 100, peakMiB: 100 }) };

/** Measurements that give the figures in turn and note their names. */
const measured = (log: string[], name: string, ...perSecond: number[]): Measurable => ({
  name,
  warm: async () => void log.push(`warm ${name}`),
  measure: async () => {
    log.push(name);
    return { count: 10, perSecond: perSecond.shift()!, p50: 1, p99: 2, worst: 3 };
  },
});

describe('the rounds of the benchmark', () => {
  it('measure each scenario between two measurements of its own limit', async () => {
    const log: string[] = [];
    const select = measured(log, 'select', 1000, 3000, 1000, 2000, 2000, 4000);
    const transaction = measured(log, 'transaction', 100, 300, 400, 400);
    const { limits, scenarios } = await measureInRounds({
      rounds: 2,
      limitServer: idle,
      nodes: [idle],
      limited: [
        { measurable: measured(log, 'get', 500, 600), limit: select },
        { measurable: measured(log, 'list', 200, 300), limit: select },
        { measurable: measured(log, 'update', 20, 40), limit: transaction },
      ],
    });
    const round = ['select', 'get', 'select', 'list', 'select', 'transaction', 'update', 'transaction'];
    expect(log).to.deep.equal([
      ...['select', 'transaction', 'get', 'list', 'update'].map((name) => `warm ${name}`),
      ...round,
      ...round,
    ]);
    expect(scenarios.map(({ name, limit, rounds }) => ({ name, limit, rounds }))).to.deep.equal([
      { name: 'get', limit: 'select', rounds: [0.25, 0.3] },
      { name: 'list', limit: 'select', rounds: [0.1, 0.1] },
      { name: 'update', limit: 'transaction', rounds: [0.1, 0.1] },
    ]);
    expect(limits.map(({ name, perSecond, worst }) => ({ name, perSecond, worst }))).to.deep.equal([
      { name: 'select', perSecond: 2000, worst: 3 },
      { name: 'transaction', perSecond: 350, worst: 3 },
    ]);
  });
});
