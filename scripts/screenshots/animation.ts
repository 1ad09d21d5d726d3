import { crc32 } from 'node:zlib';

/** A picture of an animation, as a PNG, and for how long it is shown. */
export interface Frame {
  readonly png: Buffer;
  readonly ms: number;
}

interface Chunk {
  readonly type: string;
  readonly data: Buffer;
}

const signatureLength = 8;

const chunksOf = (png: Buffer): Chunk[] => {
  const chunks: Chunk[] = [];
  for (let at = signatureLength; at < png.length;) {
    const length = png.readUInt32BE(at);
    const type = png.toString('latin1', at + 4, at + 8);
    chunks.push({ type, data: png.subarray(at + 8, at + 8 + length) });
    at += length + 12;
  }
  return chunks;
};

const numbers = (...values: readonly number[]): Buffer => {
  const bytes = Buffer.alloc(values.length * 4);
  values.forEach((value, index) => bytes.writeUInt32BE(value, index * 4));
  return bytes;
};

const write = ({ type, data }: Chunk): Buffer => {
  const content = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  return Buffer.concat([numbers(data.length), content, numbers(crc32(content))]);
};

/**
 * Joins pictures of one size into an animated PNG that repeats. Programs that know no animation show the first.
 * https://www.w3.org/TR/png-3/#apng-frame-based-animation
 */
export const animate = (frames: readonly Frame[]): Buffer => {
  const [first] = frames;
  const header = chunksOf(first!.png)[0]!;
  let sequence = 0;
  const body = frames.flatMap(({ png, ms }, index): Chunk[] => {
    const [{ data: own }, ...rest] = chunksOf(png) as [Chunk, ...Chunk[]];
    if (!own.equals(header.data)) throw new Error('The pictures have different sizes or formats.');
    const delay = Buffer.alloc(6);
    delay.writeUInt16BE(ms, 0);
    delay.writeUInt16BE(1000, 2);
    const size = own.subarray(0, 8);
    const control = Buffer.concat([numbers(sequence++), size, numbers(0, 0), delay]);
    const pixels = rest.filter(({ type }) => type === 'IDAT').map(({ data }) => data);
    return [
      { type: 'fcTL', data: control },
      ...pixels.map((data) =>
        index === 0 ? { type: 'IDAT', data } : { type: 'fdAT', data: Buffer.concat([numbers(sequence++), data]) },
      ),
    ];
  });
  return Buffer.concat([
    first!.png.subarray(0, signatureLength),
    ...[
      header,
      { type: 'acTL', data: numbers(frames.length, 0) },
      ...body,
      { type: 'IEND', data: Buffer.alloc(0) },
    ].map(write),
  ]);
};
