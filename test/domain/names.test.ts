import { describe, expect, it } from 'vitest';
import { API_KEY, generateApiKey, hashApiKey, lastFour } from '../../src/domain/api-key.ts';
import { generateSiteId } from '../../src/domain/site.ts';

describe('an API key', () => {
  it('is st_ and 256 random bits, URL-safe, never the same twice', () => {
    const keys = Array.from({ length: 1000 }, generateApiKey);
    for (const key of keys) expect(key).toMatch(/^st_[\w-]{43}$/);
    expect(new Set(keys).size).toBe(1000);
  });

  it('is kept as its SHA-256 in hexadecimal', () => {
    expect(hashApiKey('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
    expect(hashApiKey('')).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
  });

  it('is found wherever a text holds it, and nothing else is taken for one', () => {
    const [one, two] = [generateApiKey(), generateApiKey()];
    expect(`/sites/${one}/stats?${two}`.replaceAll(API_KEY, '[key]')).toBe('/sites/[key]/stats?[key]');
    const others = `st_ site_abcdefghij012345 ${one.slice(0, -1)}`;
    expect(others.replaceAll(API_KEY, '[key]')).toBe(others);
  });

  it('may be told apart by its last four characters', () => {
    expect(lastFour('st_abcdefgh')).toBe('efgh');
  });
});

describe('a site id', () => {
  it('is site_ and 16 letters and digits, never the same twice, and uses the whole alphabet', () => {
    const ids = Array.from({ length: 1000 }, generateSiteId);
    for (const id of ids) expect(id).toMatch(/^site_[a-z0-9]{16}$/);
    expect(new Set(ids).size).toBe(1000);
    const used = new Set(ids.flatMap((id) => Array.from(id.slice('site_'.length))));
    expect([...used].sort().join('')).toBe('0123456789abcdefghijklmnopqrstuvwxyz');
  });
});
