export declare const anchorOf: (heading: string) => string;
export declare const guideIndex: () => { guide: string; summary: string; page: string; id: string; text: string }[];
export declare const guidePictures: () => Record<string, Buffer>;
export declare const buildGuides: () => Record<string, string>;
