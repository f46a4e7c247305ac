import type { Sender } from '../../domain/sender.ts';
import type { Spool } from '../spool.ts';
import { FIREHOSE, isFromFirehose } from './firehose.ts';
import { LINES } from './lines.ts';
import { LOGPLEX, isFromLogplex } from './logplex.ts';
import { OTLP_JSON, isOtlpBody, otlpRules } from './otlp.ts';
import { PUBSUB, isPushBody } from './pubsub.ts';
import type { DrainHead, SenderRules } from './sender.ts';
import { VERCEL, isFromVercel } from './vercel.ts';

/** Who sends, as far as the head of the delivery tells. */
export function senderOfHead(head: DrainHead): SenderRules {
  if (isFromFirehose(head)) return FIREHOSE;
  if (isFromLogplex(head)) return LOGPLEX;
  if (isFromVercel(head)) return VERCEL;
  return otlpRules(head) ?? LINES;
}

/** Who sends, now that the body is there. */
export function senderOfBody(rules: SenderRules, spool: Spool): SenderRules {
  if (rules !== LINES) return rules;
  if (isOtlpBody(spool)) return OTLP_JSON;
  return isPushBody(spool) ? PUBSUB : LINES;
}

/** The formats that one sender alone has, by their names. */
const SENDERS_BY_FORMAT: Readonly<Record<string, Sender>> = {
  cloudflare: 'logpush',
  vercel: 'vercel',
  fastly: 'fastly',
  akamai: 'akamai',
  netlify: 'netlify',
  'azure-front-door': 'azure',
};

/** The sender of lines in a format, or of whatever else. */
export function senderOfFormat(format: string | undefined): Sender {
  return SENDERS_BY_FORMAT[format ?? ''] ?? 'lines';
}
