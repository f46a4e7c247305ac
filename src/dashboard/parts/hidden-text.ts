/**
 * Characters that nobody sees, or that move or imitate others: controls, marks of direction, separators but for the plain
 * space, what fonts may ignore, and letters that look like a slash. Not those that join or vary the character before
 * them, as in emoji and in Persian.
 */
const HIDDEN =
  /(?! )(?!(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}\p{M}\u0600-\u0dff])[\u200c\u200d\ufe0e\ufe0f])[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2044\u2215\u29f8\uff0f]/gu;

export const replaceHidden = (text: string, write: (hidden: string) => string): string =>
  text.replace(HIDDEN, write);

export const hasHidden = (text: string): boolean => replaceHidden(text, () => '') !== text;
