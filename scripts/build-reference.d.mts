export declare const buildReference: (contract: unknown) => { pages: Record<string, unknown>; index: string };
