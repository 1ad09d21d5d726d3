/** A request of the reference. */
export interface SampleRequest {
  readonly method: string;
  /** The path and the query. */
  readonly target: string;
  readonly hasToken: boolean;
  readonly body?: unknown;
}

export declare const samplesOf: (request: SampleRequest) => [language: string, block: unknown][];
