import { gzipSync } from 'node:zlib';

// By hand, because the `tar` commands of Linux and macOS have different options, and four files do not need a package.
const blockSize = 512;

/** The header of a file in a tar archive (ustar): owned by root, without a time, so that equal files make equal archives. */
const headerOf = (name, { length }, mode) => {
  const header = Buffer.alloc(blockSize);
  const octal = (value, size) => value.toString(8).padStart(size, '0');
  header.write(name, 0);
  header.write(octal(mode, 7), 100);
  header.write(octal(0, 7), 108);
  header.write(octal(0, 7), 116);
  header.write(octal(length, 11), 124);
  header.write(octal(0, 11), 136);
  // The checksum counts itself as blanks.
  header.write(' '.repeat(8), 148);
  header.write('0', 156);
  header.write('ustar\0' + '00', 257);
  header.write(
    `${octal(
      header.reduce((sum, byte) => sum + byte, 0),
      6,
    )}\0 `,
    148,
  );
  return header;
};

const padded = (content) => Buffer.concat([content, Buffer.alloc(-content.length & (blockSize - 1))]);

/** A .tar.gz of files: by name, their content and mode. */
export const archiveOf = (files) =>
  gzipSync(
    Buffer.concat([
      ...files.flatMap(({ name, content, mode }) => [headerOf(name, content, mode), padded(content)]),
      Buffer.alloc(2 * blockSize),
    ]),
    { level: 9 },
  );
