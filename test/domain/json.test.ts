import { describe, expect, it } from 'vitest';
import { isJsonObject, parseJson } from '../../src/domain/json.ts';

describe('JSON', () => {
  it.each<[text: string, value: unknown]>([
    ['{"a":[1]}', { a: [1] }],
    ['null', null],
    ['', undefined],
    ['undefined', undefined],
    ['{"a":1', undefined],
  ])('parses %j as %j, undefined for what is not JSON', (text, value) => {
    expect(parseJson(text)).toEqual(value);
  });

  it.each<[value: unknown, isObject: boolean]>([
    [{}, true],
    [[], false],
    [null, false],
    ['{}', false],
    [undefined, false],
  ])('of %j, knows whether it is an object: %j', (value, isObject) => {
    expect(isJsonObject(value)).toBe(isObject);
  });
});
