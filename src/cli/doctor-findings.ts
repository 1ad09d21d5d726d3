import type { Config } from '../config.ts';

export interface Finding {
  readonly state: 'good' | 'note' | 'wrong';
  readonly about: string;
  readonly advice?: string;
}

export type Check = (config: Config) => Finding[] | Promise<Finding[]>;

export const good = (about: string): Finding => ({ state: 'good', about });
export const note = (about: string, advice: string): Finding => ({ state: 'note', about, advice });
export const wrong = (about: string, advice: string): Finding => ({ state: 'wrong', about, advice });

export const reasonOf = (error: unknown): string => {
  const { message, code = 'unknown' } = error as { message?: string; code?: string };
  return message === undefined || message === '' ? code : message;
};
