import traffic = require('site-traffic/client');

const { URL: url = '', COLLECTING_KEY: key, SITE: site = '' } = process.env;

async function main() {
  const client: traffic.Client = traffic.createClient({ url, key });
  const purchase: traffic.NewItem = {
    type: 'conversion',
    page_path: '/thanks',
    event_name: 'purchase',
    event_value: 49.9,
  };
  console.log(JSON.stringify(await client.record(site, [purchase, purchase])));
}

void main();
