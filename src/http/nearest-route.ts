import { editDistance } from './edit-distance.ts';

interface Route {
  readonly method: string;
  readonly path: string;
}

interface Template {
  readonly path: string;
  readonly segments: readonly string[];
  readonly methods: string[];
}

/** Longer paths get no suggestion, which bounds the work that an unknown path causes. */
const maxLength = 200;

/** In edited characters; paths that differ more are not similar. */
const maxCost = 4;

const segmentsOf = (path: string): string[] => path.split('/').filter(Boolean);

/** Parameters accept any segment, but a literal one is nearer; at most a third of its characters may differ. */
const segmentCost = (requested: string, segment: string): number => {
  if (requested === segment) return 0;
  if (segment.startsWith('{')) return 0.01;
  const limit = Math.max(1, Math.floor(segment.length / 3));
  if (Math.abs(requested.length - segment.length) > limit) return Infinity;
  const cost = editDistance(requested, segment);
  return cost <= limit ? cost : Infinity;
};

const pathCost = (requested: readonly string[], segments: readonly string[], limit: number): number => {
  if (requested.length !== segments.length) return Infinity;
  let cost = 0;
  for (let index = 0; index < requested.length && cost <= limit; index += 1)
    cost += segmentCost(requested[index]!, segments[index]!);
  return cost;
};

/** Finds the operation of the contract whose path is most similar to an unknown path, if one is similar. */
export class NearestRoute {
  readonly #templates: readonly Template[];

  constructor(routes: readonly Route[]) {
    const templates = new Map<string, Template>();
    for (const { method, path } of routes) {
      const template = templates.get(path) ?? { path, segments: segmentsOf(path), methods: [] };
      template.methods.push(method);
      templates.set(path, template);
    }
    this.#templates = [...templates.values()];
  }

  find(method: string, path: string): Route | undefined {
    if (path.length > maxLength) return undefined;
    const requested = segmentsOf(path);
    // Clients that were configured without `/api` send the rest of the path.
    if (requested[0] !== 'api') requested.unshift('api');
    let nearest: Template | undefined;
    let least = maxCost;
    for (const template of this.#templates) {
      const cost = pathCost(requested, template.segments, least);
      if (cost < least) [nearest, least] = [template, cost];
    }
    return nearest && { method: nearest.methods.includes(method) ? method : nearest.methods[0]!, path: nearest.path };
  }
}
