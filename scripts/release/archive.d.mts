export declare const archiveOf: (
  files: readonly { readonly name: string; readonly content: Buffer; readonly mode: number }[],
) => Buffer;
