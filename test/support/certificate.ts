import { execFileSync } from 'node:child_process';
import { isIP } from 'node:net';
import { join } from 'node:path';

export type Certificate = {
  /** Files in PEM: the certificate, its key, and the certificate of the authority that signed it. */
  readonly certificate: string;
  readonly key: string;
  readonly authority: string;
};

const DAYS = '2';
/** One of RSA takes ten times the CPU time to make. */
const QUICK_KEY = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1'];

/** Makes an authority and a certificate of it for an address or a name, in the given folder. It needs the program `openssl`. */
export function makeCertificate(folder: string, address: string): Certificate {
  const [authority, authorityKey] = [join(folder, 'authority.pem'), join(folder, 'authority.key')];
  const [certificate, key] = [join(folder, 'server.pem'), join(folder, 'server.key')];
  request(authority, authorityKey, ['-subj', '/CN=authority']);
  const subject = `subjectAltName=${isIP(address) === 0 ? 'DNS' : 'IP'}:${address}`;
  const signed = ['-CA', authority, '-CAkey', authorityKey, '-addext', subject];
  request(certificate, key, ['-subj', '/CN=server', ...signed]);
  return { certificate, key, authority };
}

function request(certificate: string, key: string, args: readonly string[]): void {
  const made = [...QUICK_KEY, '-nodes', '-keyout', key, '-out', certificate, '-days', DAYS];
  execFileSync('openssl', ['req', '-x509', ...made, ...args], { stdio: 'pipe' });
}
