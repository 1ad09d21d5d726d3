export declare const bindingFor: (napi: string) => string;
