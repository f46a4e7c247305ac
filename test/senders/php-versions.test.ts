import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { withSenders } from '../support/left-out.ts';
import { runPhp } from './support/php-wasm.ts';

const PLUGIN = 'senders/site-traffic-wordpress/includes/class-site-traffic-';
const PARTS = ['settings', 'request', 'spool', 'delivery', 'settings-page'];

/** What of WordPress the plugin calls in the functions that are run here. */
const WORDPRESS = `
define('ABSPATH', '/');
define('SITE_TRAFFIC_URL', 'https://stats.example.org');
define('SITE_TRAFFIC_SITE', 'site_0123456789abcdef');
function get_option($name, $fallback = false) { return $fallback; }
`;

const REQUEST = `
$_SERVER = [
  'REQUEST_METHOD' => 'GET',
  'REQUEST_URI' => '/guide?a=1',
  'HTTP_HOST' => 'example.org',
  'HTTP_USER_AGENT' => "GPTBot/1.2 \\xff",
  'HTTP_X_FORWARDED_FOR' => '[2001:db8::7]:443, 10.0.0.1',
  'REMOTE_ADDR' => '::ffff:192.0.2.7',
  'REQUEST_TIME_FLOAT' => 0.0,
] + $_SERVER;
`;

const SPOOLING = `
mkdir('/spool');
$_SERVER['SITE_TRAFFIC_SPOOL'] = '/spool';
$_SERVER['SITE_TRAFFIC_URL'] = 'https://stats.example.org';
$_SERVER['SITE_TRAFFIC_SITE'] = 'site_0123456789abcdef';
$_SERVER['SITE_TRAFFIC_KEY'] = 'st_live_key';
`;

describe.skipIf(!withSenders).each(['7.4', '8.4'] as const)('on PHP %s', (version) => {
  it('the plugin reads a request and an answer, without fastcgi_finish_request', async () => {
    const files = Object.fromEntries(
      PARTS.map((part) => [`${part}.php`, readFileSync(`${PLUGIN}${part}.php`, 'utf8')]),
    );
    const requires = PARTS.map((part) => `require '/site/${part}.php';`).join('\n');
    const code = `<?php ${WORDPRESS} ${REQUEST} ${requires}
      $request = Site_Traffic_Request::read('x-forwarded-for');
      unset($request['created_at']);
      echo json_encode([
        'version' => PHP_MAJOR_VERSION . '.' . PHP_MINOR_VERSION,
        'finishes' => function_exists('fastcgi_finish_request'),
        'line' => json_decode(Site_Traffic_Request::line($request, 410), true),
        'problems' => Site_Traffic_Settings::problems(),
        'outcomes' => array_map(
          function ($status, $text) { return Site_Traffic_Delivery::outcome($status, $text, 7)['outcome']; },
          [200, 200, 0, 307, 429, 429, 503, 401],
          ['{"recorded":1}', 'ok', '', '', '{"code":"LIMIT_EXCEEDED"}', '', 'x', '{"code":"INVALID_KEY","error":"No."}']
        ),
      ]);`;
    expect(JSON.parse(await runPhp(version, files, code))).toEqual({
      version,
      finishes: false,
      line: {
        ...{ type: 'request', method: 'GET', target: '/guide?a=1', status: 410 },
        ...{ user_agent: 'GPTBot/1.2 \uFFFD', host: 'example.org', address: '2001:db8::7' },
      },
      problems: ['key is missing: set it to an API key of scope collect for the site'],
      outcomes: [
        ...['RECORDED', 'REFUSED', 'DELAYED', 'REFUSED', 'LIMIT_EXCEEDED', 'DELAYED', 'DELAYED', 'REFUSED'],
      ],
    });
  });

  it.each(['REQUEST_METHOD', 'REQUEST_URI'])(
    'the file for plain PHP spools no request without %s',
    async (name) => {
      const files = { 'site-traffic.php': readFileSync('senders/site-traffic.php', 'utf8') };
      const request = `<?php ${REQUEST} ${SPOOLING} unset($_SERVER['${name}']); require '/site/site-traffic.php';`;
      const look = `<?php echo count(glob('/spool/*/spool'));`;
      expect(await runPhp(version, files, request, look)).toBe('0');
    },
  );

  it('the file for plain PHP spools a request, and makes a batch of what is whole', async () => {
    const files = { 'site-traffic.php': readFileSync('senders/site-traffic.php', 'utf8') };
    const request = `<?php ${REQUEST} ${SPOOLING} require '/site/site-traffic.php';`;
    const look = `<?php
      [$folder] = glob('/spool/*');
      $line = file_get_contents("$folder/spool");
      file_put_contents("$folder/spool", '{"half', FILE_APPEND);
      require '/site/site-traffic.php';
      $make = (new ReflectionClass('SiteTraffic'))->newInstanceWithoutConstructor();
      foreach (['folder' => $folder, 'settings' => ['key' => 'st_live_key']] as $name => $value) {
        $property = new ReflectionProperty('SiteTraffic', $name);
        $property->setAccessible(true);
        $property->setValue($make, $value);
      }
      $cut = new ReflectionMethod('SiteTraffic', 'cutBatches');
      $cut->setAccessible(true);
      $cut->invoke($make);
      [$batch] = glob("$folder/batch-*");
      echo json_encode([
        'target' => json_decode($line, true)['target'],
        'isWhole' => file_get_contents($batch) === $line,
        'left' => count(glob("$folder/spool")) + count(glob("$folder/taken-*")),
      ]);`;
    expect(JSON.parse(await runPhp(version, files, request, look))).toEqual({
      ...{ target: '/guide?a=1', isWhole: true, left: 0 },
    });
  });
});
