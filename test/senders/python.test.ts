import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, it } from 'vitest';
import { itKeepsThePromises } from './conformance.ts';
import { APPS, PYTHON, PYTHON_HOSTS, environment } from './hosts/python.ts';
import { hasPrograms } from '../support/left-out.ts';

describe.skipIf(!hasPrograms('gunicorn'))('the sender for Python', () => {
  it('keeps to WSGI and ASGI, and to its promises in threads and forked processes', async () => {
    await promisify(execFile)(PYTHON, [`${APPS}/test_site_traffic.py`], { env: environment({}) });
  });

  for (const host of PYTHON_HOSTS) itKeepsThePromises(host);
});
