/** Several addresses in a text, separated by commas, spaces or lines. */
export const addressesIn = (text: string): string[] => text.split(/[\s,;]+/).filter((address) => address !== '');

export const addressesError = (text: string, max: number): string | null => {
  const addresses = addressesIn(text);
  if (addresses.length === 0) return 'Enter an e-mail address.';
  const wrong = addresses.find((address) => !/^[^@\s]+@[^@\s]+$/.test(address));
  if (wrong !== undefined) return `“${wrong}” is not an e-mail address.`;
  return addresses.length > max ? `Enter at most ${max} addresses.` : null;
};
