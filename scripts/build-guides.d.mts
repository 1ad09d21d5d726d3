export declare const anchorOf: (heading: string) => string;
export declare const buildGuides: () => Promise<Record<string, Buffer>>;
