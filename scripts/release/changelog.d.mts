export declare const sectionOf: (changelog: string, version: string) => string;
