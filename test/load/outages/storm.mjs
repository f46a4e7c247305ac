// Opens many connections at once, and asks on each as soon as an answer begins. In a thread of its own: the probes, whose
// times count, must not wait for it.
import { connect } from 'node:net';
import { parentPort, workerData } from 'node:worker_threads';

const { connections, address, host, port, request } = workerData;
const open = new Set();
let isOver = false;
let opened = 0;
let answered = 0;

function begin() {
  if (isOver) return;
  opened++;
  const socket = connect({ host, port, localAddress: address });
  open.add(socket);
  socket
    .on('error', () => undefined)
    .once('close', () => {
      open.delete(socket);
      begin();
    });
  socket.on('data', () => {
    answered++;
    socket.write(request);
  });
  socket.write(request);
}

for (let n = 0; n < connections; n++) begin();
parentPort.once('message', () => {
  isOver = true;
  for (const socket of open) socket.destroy();
  parentPort.postMessage({ opened, answered });
});
