import { expect } from 'chai';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { animate } from '../../scripts/screenshots/animation.ts';

const picture = (name: string): Buffer => readFileSync(join('src', 'console', 'screenshots', name));

/** The chunks of a PNG; throws if a checksum is wrong. */
const chunksOf = (png: Buffer): { type: string; data: Buffer }[] => {
  const chunks = [];
  for (let at = 8; at < png.length;) {
    const end = at + 8 + png.readUInt32BE(at);
    expect(png.readUInt32BE(end)).to.equal(crc32(png.subarray(at + 4, end)));
    chunks.push({ type: png.toString('latin1', at + 4, at + 8), data: png.subarray(at + 8, end) });
    at = end + 4;
  }
  return chunks;
};

const pixels = (png: Buffer, type = 'IDAT', from = 0): Buffer =>
  Buffer.concat(chunksOf(png).flatMap((chunk) => (chunk.type === type ? [chunk.data.subarray(from)] : [])));

describe('an animated picture', () => {
  const first = picture('explain-light.png');
  const second = picture('explain-dark.png');
  const animation = animate([
    { png: first, ms: 1500 },
    { png: second, ms: 500 },
  ]);

  it('has the pictures in order, and the first for programs that know no animation', () => {
    const chunks = chunksOf(animation);
    expect(chunks.slice(0, 3).map(({ type }) => type)).to.deep.equal(['IHDR', 'acTL', 'fcTL']);
    expect(chunks.at(-1)!.type).to.equal('IEND');
    expect(pixels(animation).equals(pixels(first))).to.equal(true);
    expect(pixels(animation, 'fdAT', 4).equals(pixels(second))).to.equal(true);
  });

  it('numbers what belongs to the animation, and says how long each picture is shown', () => {
    const numbered = chunksOf(animation).filter(({ type }) => ['fcTL', 'fdAT'].includes(type));
    expect(numbered.map(({ data }) => data.readUInt32BE(0))).to.deep.equal(numbered.map((_, index) => index));
    const controls = numbered.filter(({ type }) => type === 'fcTL').map(({ data }) => data);
    expect(controls.map((data) => (data.readUInt16BE(20) / data.readUInt16BE(22)) * 1000)).to.deep.equal([1500, 500]);
    for (const data of controls) expect([data.readUInt32BE(4), data.readUInt32BE(8)]).to.deep.equal([1200, 680]);
  });

  it('refuses pictures of different sizes', () => {
    expect(() =>
      animate([
        { png: first, ms: 1 },
        { png: picture('first-minute.png'), ms: 1 },
      ]),
    ).to.throw('different sizes');
  });
});
