import { lacks, sees } from '../../parts/sight.ts';
import { type Aim, ANSWERED, MIDDLEWARE, type Step, type Way, environmentOf, tryIt } from './way.ts';

const LANGUAGE = { ...MIDDLEWARE, place: 'application' } as const;

const IN_MEMORY = [
  sees('Status and address.', 'Behind a proxy of yours, let it trust the proxy.'),
  sees('Each visit once.', 'What it sends again has a key of its own.'),
  lacks('A process that is killed loses a second.', 'What it holds is in its memory.'),
];
const ON_DISK = [
  sees('Status and address.', 'Behind a proxy of yours, let it trust the proxy.'),
  sees('Each visit once.', 'What was not sent yet survives a crash.'),
];

const settings = (aim: Aim): Step => ({
  title: 'Set three variables',
  what: 'In the environment of your site, so that the key is in no file of it. In a terminal, write `export` before each.',
  code: environmentOf(aim),
});

const file = ({ origin }: Aim, name: string, path = name): Step => ({
  title: 'Get the file',
  what: 'It needs no package.',
  code: `curl --create-dirs -o ${path} ${origin}/senders/${name}`,
});

/** A plugin, and a file for each language. */
export const LANGUAGE_WAYS: readonly Way[] = [
  {
    ...LANGUAGE,
    id: 'wordpress',
    name: 'WordPress',
    hint: 'a plugin',
    words: 'woocommerce php cms blog elementor',
    guide: '/docs/wordpress',
    steps: (aim) => [
      {
        title: 'Install the plugin',
        what: 'In WordPress: Plugins, Add New, Upload Plugin. Choose the file, and activate it.',
        download: 'site-traffic-wordpress.zip',
      },
      {
        title: 'Enter where to send to',
        what: 'In WordPress: Settings, Site Traffic. The address of the service, the site id and the key are:',
        code: [aim.origin, aim.siteId, aim.key].join('\n'),
      },
      tryIt(aim),
    ],
    sees: [...ON_DISK, ANSWERED],
  },
  {
    ...LANGUAGE,
    id: 'php',
    name: 'PHP',
    hint: 'Laravel, Symfony, Drupal, any',
    words: 'joomla typo3 magento fpm codeigniter',
    guide: '/docs/php',
    steps: (aim) => [
      {
        title: 'Get the file',
        what: 'To a folder outside of what the web server serves. It needs no package.',
        code: `sudo curl -o /usr/local/lib/site-traffic.php ${aim.origin}/senders/site-traffic.php`,
      },
      {
        title: 'Load it before every page',
        what: 'In the pool of PHP-FPM, such as `/etc/php/8.2/fpm/pool.d/www.conf`; then reload it. Elsewhere cron has to send, too: the documentation says how.',
        code: `env[SITE_TRAFFIC_URL] = ${aim.origin}
env[SITE_TRAFFIC_SITE] = ${aim.siteId}
env[SITE_TRAFFIC_KEY] = ${aim.key}
php_admin_value[auto_prepend_file] = /usr/local/lib/site-traffic.php`,
      },
      tryIt(aim),
    ],
    sees: [...ON_DISK, ANSWERED],
  },
  {
    ...LANGUAGE,
    id: 'python',
    name: 'Python',
    hint: 'Django, Flask, FastAPI',
    words: 'wsgi asgi starlette gunicorn uvicorn',
    guide: '/docs/python',
    steps: (aim) => [
      file(aim, 'site_traffic.py'),
      settings(aim),
      {
        title: 'Mount it',
        what: 'The line of your framework.',
        code: `import site_traffic

application = site_traffic.wsgi(application)     # Django, in wsgi.py
app.wsgi_app = site_traffic.wsgi(app.wsgi_app)   # Flask
app.add_middleware(site_traffic.asgi)            # FastAPI`,
      },
      tryIt(aim),
    ],
    sees: [...IN_MEMORY, ANSWERED],
  },
  {
    ...LANGUAGE,
    id: 'ruby',
    name: 'Ruby',
    hint: 'Rails, Sinatra, Rack',
    words: 'puma hanami',
    guide: '/docs/ruby',
    steps: (aim) => [
      file(aim, 'site_traffic.rb', 'lib/site_traffic.rb'),
      settings(aim),
      {
        title: 'Mount it',
        what: 'In `config/application.rb`, or in `config.ru`.',
        code: `# Rails
require_relative '../lib/site_traffic'
config.middleware.insert_before 0, SiteTraffic

# config.ru
require_relative 'lib/site_traffic'
use SiteTraffic`,
      },
      tryIt(aim),
    ],
    sees: [...IN_MEMORY, ANSWERED],
  },
  {
    ...LANGUAGE,
    id: 'go',
    name: 'Go',
    hint: 'net/http, chi, gin, echo',
    words: 'golang gorilla',
    guide: '/docs/go',
    steps: (aim) => [
      file(aim, 'sitetraffic.go', 'internal/sitetraffic/sitetraffic.go'),
      settings(aim),
      {
        title: 'Wrap your handler',
        what: 'And close it when the server has shut down.',
        code: `traffic := sitetraffic.New(sitetraffic.Options{})
server := &http.Server{Addr: ":8080", Handler: traffic.Handler(mux)}
// after server.Shutdown(ctx)
traffic.Close(ctx)`,
      },
      tryIt(aim),
    ],
    sees: [...IN_MEMORY, ANSWERED],
  },
];
