import { type Transporter, createTransport } from 'nodemailer';

/** The server of an address such as `smtps://user:password@mail.example.com`, whose steps may take so many milliseconds each. */
export function openTransport(smtpUrl: string, withinMs: number): Transporter {
  const { protocol, hostname, port, username, password } = new URL(smtpUrl);
  return createTransport({
    host: hostname.replace(/^\[|\]$/g, ''),
    ...(port !== '' && { port: Number(port) }),
    secure: protocol === 'smtps:',
    ...(username !== '' && {
      auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
    }),
    ...{ connectionTimeout: withinMs, greetingTimeout: withinMs, socketTimeout: withinMs },
    ...{ disableFileAccess: true, disableUrlAccess: true },
  });
}
