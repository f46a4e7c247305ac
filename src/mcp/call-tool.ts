import type { CallToolResult } from '@modelcontextprotocol/server';
import type { RequestContext } from '../context.ts';
import { Refusal } from '../domain/refusal.ts';
import { refusalOf } from '../operations/refusal-of.ts';
import { inert } from './inert.ts';
import type { GivenArguments } from './parse-arguments.ts';
import type { Tool } from './tool.ts';
import { TOOL_WORDING } from './wording.ts';

type Call = {
  readonly ctx: RequestContext;
  readonly given: GivenArguments;
  /** Called with what is not a refusal. */
  readonly fail: (cause: unknown) => void;
};

/** The result of a tool. A refusal is a result too, which the assistant reads: the error object of the other doors. */
export async function callTool(tool: Tool, { ctx, given, fail }: Call): Promise<CallToolResult> {
  try {
    const { value, summary } = await tool.answer(ctx, given);
    // the value again as text, for clients that show assistants nothing else
    const texts = [summary, JSON.stringify(value)];
    return {
      content: texts.map((text) => ({ type: 'text', text })),
      structuredContent: { ...value },
    };
  } catch (thrown) {
    if (!(thrown instanceof Refusal)) fail(thrown);
    const text = JSON.stringify(errorObject(refusalOf(thrown)));
    return { isError: true, content: [{ type: 'text', text }] };
  }
}

function errorObject(refusal: Refusal) {
  const { code, retryAfterSeconds } = refusal;
  return {
    error: inert(refusal.wordedBy(TOOL_WORDING)),
    code,
    ...(retryAfterSeconds !== undefined && { retry_after: retryAfterSeconds }),
  };
}
