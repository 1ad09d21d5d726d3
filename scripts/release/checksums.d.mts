export declare const checksumsOf: (folder: string, names: readonly string[]) => string;
