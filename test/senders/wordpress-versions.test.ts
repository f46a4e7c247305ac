import { readFileSync, readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { withSenders } from '../support/left-out.ts';
import { runPhp } from './support/php-wasm.ts';

const PLUGIN = 'senders/site-traffic-wordpress';
const FILES = readdirSync(PLUGIN, { recursive: true, encoding: 'utf8' }).filter((path) =>
  path.endsWith('.php'),
);

const files = Object.fromEntries(
  FILES.map((path) => [path.replace('includes/', ''), readFileSync(`${PLUGIN}/${path}`, 'utf8')]),
);

/** What the service would refuse, and with it the other requests of the batch. */
const REFUSED = `
define('ABSPATH', '/');
require '/site/class-site-traffic-request.php';
$request = ['method' => 'GET', 'target' => '/'];
$_SERVER = [
  'REQUEST_METHOD' => 'GET',
  'REQUEST_URI' => '/',
  'HTTP_CF_CONNECTING_IP' => 'rubbish',
  'REMOTE_ADDR' => '192.0.2.7',
];
$read = function ($ray) {
  $_SERVER['HTTP_CF_RAY'] = $ray;
  $read = Site_Traffic_Request::read('cf-connecting-ip');
  return [$read['id'] ?? null, $read['address']];
};
`;

describe.skipIf(!withSenders).each(['7.4', '8.4'] as const)(
  'the plugin for WordPress on PHP %s',
  (version) => {
    it('has no syntax that is newer, and leaves out what the service would refuse', async () => {
      const code = `<?php ${REFUSED}
      foreach (glob('/site/*.php') as $file) token_get_all(file_get_contents($file), TOKEN_PARSE);
      echo json_encode([
        'files' => count(glob('/site/*.php')),
        'statuses' => array_map(
          function ($status) use ($request) { return json_decode(Site_Traffic_Request::line($request, $status))->status ?? null; },
          [-1, 0, 99, 200, 999, 1000]
        ),
        'rays' => array_map($read, ['8f0-FRA', str_repeat('x', 201), '']),
        'no request' => Site_Traffic_Request::line(['method' => 'GET'], 200),
      ]);`;
      expect(JSON.parse(await runPhp(version, files, code))).toEqual({
        files: FILES.length,
        statuses: [0, 0, 99, 200, 999, 0],
        rays: [
          ['8f0-FRA', '192.0.2.7'],
          [null, '192.0.2.7'],
          [null, '192.0.2.7'],
        ],
        'no request': null,
      });
    });
  },
);
