export declare const anchorOf: (heading: string) => string;
export declare const buildGuides: () => Record<string, string>;
