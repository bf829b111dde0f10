import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export type Line = {
  /** There and back, in milliseconds. */
  roundTrip: number;
  /** Of both directions each, shared by all connections. */
  bitsPerSecond: number;
};

/** As the peers were measured. */
export const SLOW_LINE: Line = { roundTrip: 150, bitsPerSecond: 1_600_000 };

const PACKET = 1460;
const TICK = 5;
/** What stands for the end of a connection. */
const LAST = Buffer.alloc(0);

/** One direction: packets of all connections take turns, and arrive half a round trip later. */
const createDirection = ({ roundTrip, bitsPerSecond }: Line) => {
  const waiting = new Map<Socket, Buffer[]>();
  const perTick = (bitsPerSecond / 8 / 1000) * TICK;
  let credit = 0;
  const pump = () => {
    credit = waiting.size === 0 ? 0 : Math.min(credit + perTick, perTick + PACKET);
    while (credit > 0 && waiting.size > 0) {
      for (const [to, packets] of waiting) {
        const packet = packets.shift();
        // Whoever was served goes to the end of the line.
        waiting.delete(to);
        if (packets.length > 0) waiting.set(to, packets);
        if (!packet) continue;
        credit -= packet.length;
        const deliver = () => (packet === LAST ? to.destroy() : to.writable && to.write(packet));
        setTimeout(deliver, roundTrip / 2);
        if (credit <= 0) break;
      }
    }
  };
  const timer = setInterval(pump, TICK);
  return {
    send: (to: Socket, data: Buffer) => {
      const packets = waiting.get(to) ?? [];
      for (let at = 0; at < data.length; at += PACKET) packets.push(data.subarray(at, at + PACKET));
      waiting.set(to, packets);
    },
    /** Closes the connection behind what it still has to carry. */
    close: (to: Socket) => waiting.set(to, [...(waiting.get(to) ?? []), LAST]),
    end: () => clearInterval(timer),
  };
};

/**
 * A slow line to a server of this machine. It slows whatever goes over it, the requests of the
 * service worker included, which a browser's own throttling of a page leaves out.
 */
export const openSlowLine = async (port: number, line: Line = SLOW_LINE) => {
  const up = createDirection(line);
  const down = createDirection(line);
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(port, '127.0.0.1');
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.setNoDelay(true);
      socket.on('error', () => socket.destroy());
      socket.on('close', () => {
        sockets.delete(socket);
        if (socket === far) down.close(near);
        else far.destroy();
      });
    }
    near.on('data', (data) => up.send(far, data));
    far.on('data', (data) => down.send(near, data));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      up.end();
      down.end();
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
};
