import type { components } from '../../../../generated/api.d.ts';

export type Group = components['schemas']['GroupWithRole'];

export const pathOf = ({ id }: Group) => ({ path: { id } });
