export declare const installNode: (version: string) => string;
export declare const versionsOf: (node: string) => { readonly node: string; readonly napi: string };
export declare const copyBuilt: (node: string, folder: string) => string;
