/** The sign of Sallyport; the text beside it says the name. */
export const Logo = ({ size = 24 }: { size?: number }) => (
  <img src="/docs/icon.svg" alt="" width={size} height={size} />
);
