/** Hands a content to the browser as a file; it is removed from memory once the browser has taken it. */
export const download = (content: BlobPart, name: string): void => {
  const address = URL.createObjectURL(new Blob([content], { type: 'application/octet-stream' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
};
