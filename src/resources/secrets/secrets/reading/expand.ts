import { badRequest } from '../../../../platform/errors.ts';
import { isTimeUp, yieldToEventLoop } from '../../../../platform/event-loop.ts';
import { maxDepth, type ReferenceGraph, type ReferenceNode } from './graph.ts';
import { replaceReferences } from './references.ts';

const maxBytes = 8 * 1024 * 1024;

const tooLarge = () =>
  badRequest(
    'With its references replaced, the answer is larger than 8 MiB. Ask for less at once, or without expandSecretReferences.',
  );

/** On one line, as clients that write files want it. */
const onOneLine = (value: string): string => (value.includes('\n') ? `"${value.replaceAll('\n', '\\n')}"` : value);

/** Puts values in place of references, each secret once for each depth, and never more than an answer may hold. */
export class Expansion {
  readonly #graph: ReferenceGraph;
  readonly #valueOf: (node: ReferenceNode) => string;
  readonly #known = new Map<ReferenceNode, string[]>();
  #bytes = 0;

  constructor(graph: ReferenceGraph, valueOf: (node: ReferenceNode) => string) {
    this.#graph = graph;
    this.#valueOf = valueOf;
  }

  /**
   * Replaces everything below a secret in slices, the deepest first, so that expanding the secret itself is short work.
   */
  async prepare(node: ReferenceNode): Promise<void> {
    const waiting = [{ node, depth: 0, isEntered: false }];
    for (let next = waiting.at(-1); next; next = waiting.at(-1)) {
      if (next.isEntered || next.depth === maxDepth || this.#known.get(next.node)?.[next.depth] !== undefined) {
        waiting.pop();
        this.#expand(next.node, next.depth);
      } else {
        next.isEntered = true;
        for (const token of next.node.targets.keys()) {
          const target = this.#graph.targetOf(next.node, token);
          if (target) waiting.push({ node: target, depth: next.depth + 1, isEntered: false });
        }
      }
      if (isTimeUp()) await yieldToEventLoop();
    }
  }

  /** The value of a secret of the answer. */
  expand(node: ReferenceNode): string {
    const value = this.#expand(node, 0);
    this.#bytes += Buffer.byteLength(value);
    if (this.#bytes > maxBytes) throw tooLarge();
    return value;
  }

  #expand(node: ReferenceNode, depth: number): string {
    const known = this.#known.get(node) ?? [];
    this.#known.set(node, known);
    return (known[depth] ??= this.#replaced(node, depth));
  }

  #replaced(node: ReferenceNode, depth: number): string {
    const value = this.#valueOf(node);
    if (node.targets.size === 0 || depth === maxDepth) return value;
    let length = value.length;
    const replaced = replaceReferences(value, (token) => {
      const target = this.#graph.targetOf(node, token);
      if (!target) return undefined;
      const text = this.#expand(target, depth + 1);
      length += text.length - '${}'.length - token.length;
      // While it grows, before there is such a text at all.
      if (length > maxBytes) throw tooLarge();
      return text;
    });
    return replaced !== value && node.found.row.skipMultilineEncoding === true ? onOneLine(replaced) : replaced;
  }
}
