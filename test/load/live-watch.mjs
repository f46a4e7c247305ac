// Asks whether processes are live, in a thread of its own: that of the load is too busy to take the time.
import { request } from 'node:http';
import { parentPort, workerData } from 'node:worker_threads';

const PAUSE_MS = 50;
let longestMs = 0;
let asked = 0;
let failed = 0;

function ask(url) {
  const fromMs = performance.now();
  const end = () => {
    longestMs = Math.max(longestMs, performance.now() - fromMs);
    asked++;
    setTimeout(ask, PAUSE_MS, url);
  };
  const asking = request(`${url}/health/live`, { agent: false }, (response) => {
    if (response.statusCode !== 200) failed++;
    response.on('end', end).resume();
  });
  asking.on('error', () => {
    failed++;
    end();
  });
  asking.end();
}

for (const url of workerData) ask(url);
parentPort.on('message', () => {
  parentPort.postMessage({ longestMs: Math.round(longestMs), asked, failed });
  parentPort.close();
  process.exit();
});
