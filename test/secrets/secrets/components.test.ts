import { expect } from 'chai';
import fc from 'fast-check';
import { countEventLoopTurns } from '../../support/expect/event-loop.ts';
import { componentsOf } from '../../../src/resources/secrets/secrets/reading/components.ts';
import { cases } from '../../support/world/cases.ts';

const size = 8;
const anyGraph = fc.array(fc.tuple(fc.nat(size - 1), fc.nat(size - 1)), { maxLength: 20 });

const reachable = (edges: readonly (readonly [number, number])[], from: number): Set<number> => {
  const reached = new Set([from]);
  for (const node of reached) for (const [source, target] of edges) if (source === node) reached.add(target);
  return reached;
};

describe('the components of a graph', () => {
  it('are the sets of nodes that can reach each other, in 5,000 random graphs', async () => {
    await fc.assert(
      fc.asyncProperty(anyGraph, async (edges) => {
        const nodes = Array.from({ length: size }, (_, index) => index);
        const components = await componentsOf(nodes, (node) =>
          edges.filter(([source]) => source === node).map(([, target]) => target),
        );
        return nodes.every((one) =>
          nodes.every(
            (other) =>
              (components.get(one) === components.get(other)) ===
              (reachable(edges, one).has(other) && reachable(edges, other).has(one)),
          ),
        );
      }),
      { numRuns: cases(5_000) },
    );
  });

  it('are found in a chain longer than the call stack, without blocking the event loop', async () => {
    const length = 200_000;
    const nodes = Array.from({ length }, (_, index) => index);
    const { result: components, turns } = await countEventLoopTurns(() =>
      componentsOf(nodes, (node) => (node + 1 < length ? [node + 1] : [])),
    );
    expect(turns).to.be.above(1);
    expect(new Set(components.values()).size).to.equal(length);
  });
});
