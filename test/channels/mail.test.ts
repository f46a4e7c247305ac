import { once } from 'node:events';
import { type AddressInfo, type Socket, createServer } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { describe, expect, it } from 'vitest';
import { atEnd } from '../support/at-end.ts';
import { MESSAGE, openChannels } from './receiver.ts';

const TARGET = 'ann@example.org';
const UNSUBSCRIBE = 'https://stats.example.com/mail/u_token';

/** How a server refuses a receiver, and a wrong password. */
type Refusals = {
  readonly refuse?: { readonly responseCode: number; readonly message: string };
  readonly login?: string;
};

/** A server for mails on this machine, and what it got. */
async function startMailServer({ refuse, login = 'Invalid login' }: Refusals = {}) {
  const mails: { readonly to: readonly string[]; readonly text: string }[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _, done) =>
      username === 'user' && password === 'p@ss' ? done(null, { user: username }) : done(new Error(login)),
    onRcptTo: (_, __, done) =>
      done(refuse && Object.assign(new Error(refuse.message), { responseCode: refuse.responseCode })),
    onData: (stream, session, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const to = session.envelope.rcptTo.map(({ address }) => address);
        mails.push({ to, text: Buffer.concat(chunks).toString() });
        done();
      });
    },
  });
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  atEnd(async () => new Promise<void>((resolve) => server.close(resolve)));
  return { mails, port: (server.server.address() as AddressInfo).port };
}

function channelsAt(port: number, user = 'user:p%40ss@', more: Parameters<typeof openChannels>[0] = {}) {
  return openChannels({
    smtpUrl: `smtp://${user}127.0.0.1:${port}`,
    mailFrom: 'Site Traffic <traffic@example.com>',
    ...more,
  });
}

const receiver = { kind: 'email', target: TARGET, secrets: [] } as const;

/** Its lines that were folded or encoded are read as they were written. */
function decoded(text: string): string {
  return text
    .replaceAll(/=\r\n/g, '')
    .replaceAll(/(?:=[\dA-F]{2})+/g, (bytes) => Buffer.from(bytes.replaceAll('=', ''), 'hex').toString());
}

describe('a mail', () => {
  it('has a text and its twin in HTML, one id at each attempt, and unsubscribes by one click', async () => {
    const { mails, port } = await startMailServer();
    const channels = channelsAt(port);
    const message = { ...MESSAGE, unsubscribe: UNSUBSCRIBE };
    expect(await channels.send(receiver, message)).toEqual({ state: 'delivered' });
    expect(await channels.send(receiver, message)).toEqual({ state: 'delivered' });
    expect(mails.map(({ to }) => to)).toEqual([[TARGET], [TARGET]]);
    for (const { text } of mails) {
      const [head = ''] = text.split('\r\n\r\n', 1);
      const unfolded = head.replaceAll(/\r\n[ \t]+/g, ' ');
      expect(unfolded).toContain('From: Site Traffic <traffic@example.com>');
      expect(unfolded).toContain(`To: ${TARGET}`);
      expect(unfolded).toContain('Subject: Example: GPTBot read 412 pages');
      expect(unfolded).toContain('Message-ID: <alert_12_channel_3@example.com>');
      expect(unfolded).toContain(`List-Unsubscribe: <${UNSUBSCRIBE}>`);
      expect(unfolded).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
      expect(unfolded).toContain('Auto-Submitted: auto-generated');
      const body = decoded(text);
      expect(body).toContain('Most read: /\u200bblog.');
      expect(body).toContain(`See the day: ${MESSAGE.link?.url}`);
      expect(body).toContain(`Unsubscribe: ${UNSUBSCRIBE}`);
      expect(body).toContain(`<a class="btn" href="${MESSAGE.link?.url}"`);
    }
  });

  it('takes the HTML that it is given', async () => {
    const { mails, port } = await startMailServer();
    await channelsAt(port).send(receiver, { ...MESSAGE, html: '<p>the digest</p>' });
    expect(decoded(mails[0]?.text ?? '')).toContain('<p>the digest</p>');
  });

  it('makes nothing of what visitors chose: no header, no markup', async () => {
    const { mails, port } = await startMailServer();
    const hostile = '/a\r\nBcc: all@example.com\r\n\r\n<img src=x onerror=alert(1)> "quoted" &amp;';
    await channelsAt(port).send(receiver, { ...MESSAGE, title: hostile, text: hostile });
    const [mail] = mails;
    expect(mail?.to).toEqual([TARGET]);
    const [head = ''] = (mail?.text ?? '').split('\r\n\r\n', 1);
    expect(head).not.toMatch(/^Bcc:/im);
    const html = decoded(mail?.text ?? '').split('text/html')[1];
    expect(html).not.toContain('<img');
    expect(html).toContain('&lt;img src=x onerror');
  });

  it('that is refused says what the server answered, without the password', async () => {
    const { port } = await startMailServer({
      refuse: { responseCode: 550, message: 'no such user here\u0007' },
    });
    expect(await channelsAt(port).send(receiver, MESSAGE)).toEqual({
      ...{ state: 'failed', reason: '550 no such user here' },
    });
    const wrong = await channelsAt(port, 'user:secret-word@').send(receiver, MESSAGE);
    expect(wrong).toMatchObject({ state: 'failed', reason: expect.stringContaining('Invalid login') });
    expect(JSON.stringify(wrong)).not.toContain('secret-word');
  });

  it('says that the server is away', async () => {
    const { port } = await startMailServer();
    const closed = await startMailServer();
    expect(port).not.toBe(closed.port);
    expect(await channelsAt(1).send(receiver, MESSAGE)).toMatchObject({
      ...{ state: 'failed', reason: 'the connection was refused' },
    });
  });
});

describe('a server for mails', () => {
  it.each([
    ['is silent', () => undefined],
    ['trickles', (socket: Socket) => trickle(socket)],
  ])('that %s is left in time', async (_, serve) => {
    const closed = new Set<Socket>();
    const server = createServer((socket) => {
      socket.on('error', () => undefined).on('close', () => closed.add(socket));
      serve(socket);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    atEnd(async () => new Promise<void>((resolve) => server.close(() => resolve())));
    const { port } = server.address() as AddressInfo;
    expect(await channelsAt(port, '', { withinMs: 100 }).send(receiver, MESSAGE)).toEqual({
      ...{ state: 'failed', reason: 'no answer within 0.1 seconds' },
    });
    await expect.poll(() => closed.size).toBe(1);
  });

  it('gets one sender, whatever is in its name', async () => {
    const { mails, port } = await startMailServer();
    const mailFrom = 'Example, Inc. (Alerts) <traffic@example.com>';
    await channelsAt(port, '', { mailFrom }).send(receiver, MESSAGE);
    expect(mails[0]?.text).toMatch(/^From: "Example, Inc\. \(Alerts\)" <traffic@example\.com>\r$/m);
  });

  it('that echoes the password, also as it was sent, is quoted without it', async () => {
    const sent = Buffer.from('\0user\0secret-word').toString('base64');
    const { port } = await startMailServer({ login: `Invalid login: secret-word or ${sent}` });
    expect(await channelsAt(port, 'user:secret-word@').send(receiver, MESSAGE)).toEqual({
      ...{ state: 'failed', reason: '535 Invalid login: … or …' },
    });
  });
});

/** A server that greets, and never ends its next answer: no pause is long enough to be noticed. */
function trickle(socket: Socket): void {
  socket.write('220 hello\r\n');
  socket.once('data', () => {
    const timer = setInterval(() => socket.write('250-x\r\n'), 5);
    socket.on('close', () => clearInterval(timer));
  });
}

describe('an e-mail address', () => {
  it.each(['ann@example.org', 'ann+alerts@sub.example.org', 'änn@exämple.org'])('%s is allowed', (target) => {
    expect(channelsAt(1).parseTarget('email', target)).toBe(target);
  });

  it.each([
    'ann',
    'ann@example',
    'ann@example.org, bob@example.org',
    'Ann <ann@example.org>',
    'ann@example.org\r\nBcc: x@example.org',
    '"a b"@example.org',
    'a@b@example.org',
    `${'a'.repeat(65)}@example.org`,
    'ann@example\u202e.org',
    'ann\u200b@example.org',
  ])('%j is refused', (target) => {
    expect(() => channelsAt(1).parseTarget('email', target)).toThrow('e-mail address such as');
  });

  it('is refused where no server is set that sends mails', () => {
    expect(() => openChannels().parseTarget('email', TARGET)).toThrow('SMTP_URL and MAIL_FROM');
  });
});
