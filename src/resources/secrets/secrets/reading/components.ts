import { isTimeUp, yieldToEventLoop } from '../../../../platform/event-loop.ts';

interface Visit<Node> {
  readonly node: Node;
  readonly rest: Iterator<Node>;
}

/**
 * Numbers the strongly connected components of a graph: two nodes have the same number exactly if each can be reached
 * from the other. This is Tarjan's algorithm with an explicit stack, because a chain may be longer than the call stack;
 * it yields to the event loop, because there may be very many nodes.
 */
export const componentsOf = async <Node>(
  nodes: Iterable<Node>,
  targetsOf: (node: Node) => Iterable<Node>,
): Promise<Map<Node, number>> => {
  const order = new Map<Node, number>();
  const lowest = new Map<Node, number>();
  const components = new Map<Node, number>();
  const open: Node[] = [];

  const enter = (node: Node): Visit<Node> => {
    lowest.set(node, order.size);
    order.set(node, order.size);
    open.push(node);
    return { node, rest: targetsOf(node)[Symbol.iterator]() };
  };

  const close = (node: Node): void => {
    if (lowest.get(node) !== order.get(node)) return;
    let member: Node;
    do {
      member = open.pop()!;
      components.set(member, order.get(node)!);
    } while (member !== node);
  };

  const lower = (node: Node, to: number): void => void lowest.set(node, Math.min(lowest.get(node)!, to));

  for (const start of nodes) {
    if (order.has(start)) continue;
    const path = [enter(start)];
    while (path.length > 0) {
      if (isTimeUp()) await yieldToEventLoop();
      const { node, rest } = path.at(-1)!;
      const next = rest.next();
      if (next.done) {
        path.pop();
        close(node);
        if (path.length > 0) lower(path.at(-1)!.node, lowest.get(node)!);
      } else if (!order.has(next.value)) path.push(enter(next.value));
      else if (!components.has(next.value)) lower(node, order.get(next.value)!);
    }
  }
  return components;
};
