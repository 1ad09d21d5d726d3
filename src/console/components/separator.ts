/** The line above each entry of a list but the first. */
export const separator = { borderTop: '1px solid var(--mantine-color-default-border)' };
