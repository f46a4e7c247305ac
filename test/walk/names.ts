import type { OpenScreen } from './window.ts';

const ROLES: readonly (string | undefined)[] = [
  'button',
  'link',
  'textbox',
  'searchbox',
  'combobox',
  'checkbox',
  'radio',
  'slider',
];

type AccessibilityNode = {
  readonly ignored: boolean;
  readonly role?: { readonly value?: string };
  readonly name?: { readonly value?: string };
};

/** Reports controls whose name says nothing, or begins in the middle. */
export async function namelessControls({ walk, screen, page }: OpenScreen): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const { nodes } = (await session.send('Accessibility.getFullAXTree')) as {
    readonly nodes: readonly AccessibilityNode[];
  };
  await session.detach();
  for (const { ignored, role, name } of nodes) {
    const text = name?.value ?? '';
    if (ignored || !ROLES.includes(role?.value) || isName(text)) continue;
    walk.report({
      screen: screen.name,
      at: '390',
      what: 'a name that says nothing, or begins in the middle',
      example: `${role?.value ?? ''} ${JSON.stringify(text)}`,
    });
  }
}

/** What can be read aloud, and is not the rest of something. The path of a start page is "/". */
const isName = (text: string) =>
  text === '/' || (/[\p{L}\p{N}\p{Extended_Pictographic}]/u.test(text) && !/^\s*[:,;]/.test(text));
