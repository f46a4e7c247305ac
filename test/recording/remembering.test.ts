import { describe, expect, it } from 'vitest';
import { bytesHeldBy, remembering } from '../../src/recording/remembering.ts';

/** `text => text in capitals`, and the texts it was asked. */
function asked(maxBytes?: number) {
  const texts: string[] = [];
  const find = (text: string) => {
    texts.push(text);
    return text.toUpperCase();
  };
  return { texts, answer: remembering(find, maxBytes) };
}

describe('remembering', () => {
  it('asks once for a text that comes again', () => {
    const { texts, answer } = asked();
    expect(['a', 'b', 'a', '', 'b', ''].map(answer)).toEqual(['A', 'B', 'A', '', 'B', '']);
    expect(texts).toEqual(['a', 'b', '']);
  });

  it('keeps what is asked often while others come and go', () => {
    const { texts, answer } = asked(bytesHeldBy('often') + bytesHeldBy('a'));
    for (const text of ['often', 'a', 'often', 'b', 'often', 'c', 'often', 'd', 'often']) answer(text);
    expect(texts).toEqual(['often', 'a', 'b', 'c', 'd']);
  });

  it('forgets what was not asked for two rounds of new texts', () => {
    const { texts, answer } = asked(2 * bytesHeldBy('a'));
    for (const text of ['a', 'b', 'c', 'd', 'e', 'a']) answer(text);
    expect(texts).toEqual(['a', 'b', 'c', 'd', 'e', 'a']);
  });

  it('counts bytes: few long texts take the place of many short ones', () => {
    const { texts, answer } = asked(bytesHeldBy('x'.repeat(500)));
    const [one, other] = ['x'.repeat(400), 'y'.repeat(400)];
    for (const text of ['a', 'b', 'c', 'a', 'b', one, other, 'a']) answer(text);
    expect(texts).toEqual(['a', 'b', 'c', one, other, 'a']);
  });

  it('does not keep texts of more than 512 characters', () => {
    const { texts, answer } = asked();
    const [longest, longer] = ['x'.repeat(512), 'x'.repeat(513)];
    for (const text of [longest, longest, longer, longer]) answer(text);
    expect(texts).toEqual([longest, longer, longer]);
  });

  it('tells texts with halves of characters apart', () => {
    const { answer } = asked();
    expect(['\ud800', '\ud801', '\ud800'].map(answer)).toEqual(['\ud800', '\ud801', '\ud800']);
  });
});
