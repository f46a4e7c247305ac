import { type Transporter, createTransport } from 'nodemailer';

/** The server of an address such as `smtps://user:password@mail.example.com`. What an attempt may take is up to each mail. */
export function openTransport(smtpUrl: string): Transporter {
  const { protocol, hostname, port, username, password } = new URL(smtpUrl);
  return createTransport({
    host: hostname.replace(/^\[|\]$/g, ''),
    ...(port !== '' && { port: Number(port) }),
    secure: protocol === 'smtps:',
    ...(username !== '' && {
      auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
    }),
    // a server that does not answer must not hold its connection when the mail was given up
    socketCloseTimeout: 0,
    ...{ disableFileAccess: true, disableUrlAccess: true },
  });
}
