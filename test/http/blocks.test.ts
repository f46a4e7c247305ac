import { expect, it } from 'vitest';
import { createBlocks } from '../../src/http/blocks.ts';

/** Blocks of four bytes, and room for so many of them. */
function open(room: number) {
  let left = room;
  const taken = () => room - left;
  const blocks = createBlocks(4, () => {
    if (left === 0) return undefined;
    left--;
    return () => {
      left++;
    };
  });
  const text = () => Buffer.concat([...blocks.all()]).toString();
  return { blocks, taken, text };
}

it('takes room once for each block, however short the chunks are, and keeps none of them', () => {
  const { blocks, taken, text } = open(9);
  const chunk = Buffer.alloc(1);
  for (const letter of 'abcdefghi') {
    chunk.write(letter);
    expect(blocks.add(chunk)).toBe(true);
  }
  expect([text(), taken(), blocks.bytes()]).toEqual(['abcdefghi', 3, 12]);
});

it('holds a chunk of many blocks, and hands out those that are full', () => {
  const { blocks, taken, text } = open(9);
  blocks.add(Buffer.from('abcdefghij'));
  const full = blocks.takeFull();
  for (const { give } of full) give();
  expect([full.map(({ bytes }) => bytes.toString()), text(), taken()]).toEqual([['abcd', 'efgh'], 'ij', 1]);

  blocks.add(Buffer.from('kl'));
  expect([blocks.takeFull().map(({ bytes }) => bytes.toString()), text()]).toEqual([['ijkl'], '']);
});

it('says when there is no room for all of a chunk', () => {
  const { blocks } = open(2);
  expect([blocks.add(Buffer.from('abcdefgh')), blocks.add(Buffer.from('i'))]).toEqual([true, false]);
});
