export declare const packageFor: (platform: string, arch: string) => string;
export declare const serverNodeVersion: () => string | undefined;
