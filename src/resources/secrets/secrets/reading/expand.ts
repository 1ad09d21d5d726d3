import { badRequest } from '../../../../platform/errors.ts';
import { isTimeUp, yieldToEventLoop } from '../../../../platform/event-loop.ts';
import { maxDepth, type ReferenceGraph, type ReferenceNode } from './graph.ts';
import { replaceReferences } from './references.ts';

const maxBytes = 8 * 1024 * 1024;

const tooLarge = () =>
  badRequest(
    'With its references replaced, the response is larger than 8 MiB. Ask for less at once, or without expandSecretReferences.',
  );

/** Encodes line breaks, as clients that write files expect. */
const onOneLine = (value: string): string => (value.includes('\n') ? `"${value.replaceAll('\n', '\\n')}"` : value);

/**
 * Replaces references by values, each secret once for each depth. Throws 400 when the response exceeds its size limit.
 */
export class Expansion {
  readonly #graph: ReferenceGraph;
  readonly #valueOf: (node: ReferenceNode) => string;
  readonly #cache = new Map<ReferenceNode, string[]>();
  #bytes = 0;

  constructor(graph: ReferenceGraph, valueOf: (node: ReferenceNode) => string) {
    this.#graph = graph;
    this.#valueOf = valueOf;
  }

  /**
   * Expands everything that a secret refers to, the deepest first, yielding to the event loop in between, so that
   * expanding the secret itself takes little time.
   */
  async prepare(node: ReferenceNode): Promise<void> {
    const waiting = [{ node, depth: 0, isEntered: false }];
    for (let next = waiting.at(-1); next; next = waiting.at(-1)) {
      if (next.isEntered || next.depth === maxDepth || this.#cache.get(next.node)?.[next.depth] !== undefined) {
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

  /** Expands the value of a secret of the response, and counts its bytes. */
  expand(node: ReferenceNode): string {
    const value = this.#expand(node, 0);
    this.#bytes += Buffer.byteLength(value);
    if (this.#bytes > maxBytes) throw tooLarge();
    return value;
  }

  #expand(node: ReferenceNode, depth: number): string {
    const cached = this.#cache.get(node) ?? [];
    this.#cache.set(node, cached);
    return (cached[depth] ??= this.#replace(node, depth));
  }

  #replace(node: ReferenceNode, depth: number): string {
    const value = this.#valueOf(node);
    if (node.targets.size === 0 || depth === maxDepth) return value;
    let length = value.length;
    const expandedValue = replaceReferences(value, (token) => {
      const target = this.#graph.targetOf(node, token);
      if (!target) return undefined;
      const text = this.#expand(target, depth + 1);
      length += text.length - '${}'.length - token.length;
      // Checked while the text grows, before all of it is in memory.
      if (length > maxBytes) throw tooLarge();
      return text;
    });
    return expandedValue !== value && node.secret.row.skipMultilineEncoding === true
      ? onOneLine(expandedValue)
      : expandedValue;
  }
}
