/**
 * Reads the rows of a table from an SQLite file, as its format is documented: pages in a b-tree, cells,
 * records. Nothing is executed, and what is damaged gives fewer rows, never an endless walk.
 */

export type Row = { id: number; cells: (string | number | Uint8Array | undefined)[] };

const HEADER = 100;
const decoders = ['utf-8', 'utf-8', 'utf-16le', 'utf-16be'];

/** The parts one after another. */
export const joinBytes = (parts: Uint8Array[]): Uint8Array => {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let end = 0;
  for (const part of parts) {
    whole.set(part, end);
    end += part.length;
  }
  return whole;
};

/** A number of one to nine bytes, and where it ends. */
const readVarint = (bytes: Uint8Array, at: number): [value: number, end: number] => {
  let value = 0;
  for (let place = 0; place < 8; place += 1) {
    const byte = bytes[at + place] ?? 0;
    value = value * 128 + (byte & 127);
    if (byte < 128) return [value, at + place + 1];
  }
  return [value * 256 + (bytes[at + 8] ?? 0), at + 9];
};

const readInteger = (bytes: Uint8Array) => {
  let value = bytes[0] !== undefined && bytes[0] > 127 ? -1 : 0;
  for (const byte of bytes) value = value * 256 + byte;
  return value;
};

/** Bytes of the whole numbers that have the codes 1 to 6. */
const SIZES = [0, 1, 2, 3, 4, 6, 8];

const readRecord = (payload: Uint8Array, decoder: TextDecoder): Row['cells'] => {
  const [headerEnd, start] = readVarint(payload, 0);
  const cells: Row['cells'] = [];
  let body = headerEnd;
  for (let at = start; at < headerEnd && at < payload.length; ) {
    const [code, next] = readVarint(payload, at);
    at = next;
    const size = code >= 12 ? Math.floor((code - 12) / 2) : code === 7 ? 8 : (SIZES[code] ?? 0);
    const bytes = payload.subarray(body, body + size);
    body += size;
    if (code === 0) cells.push(undefined);
    else if (code < 7) cells.push(readInteger(bytes));
    else if (code === 8 || code === 9) cells.push(code - 8);
    else if (code >= 12) cells.push(code % 2 === 1 ? decoder.decode(bytes) : bytes);
    else cells.push(undefined);
  }
  return cells;
};

/** Opens a database. Undefined if these are no bytes of one. */
export const openDatabase = (file: Uint8Array) => {
  const magic = new TextDecoder().decode(file.subarray(0, 15));
  if (magic !== 'SQLite format 3' || file.length < HEADER) return undefined;
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const declared = view.getUint16(16);
  const pageSize = declared === 1 ? 65_536 : declared;
  const usable = pageSize - (file[20] ?? 0);
  const pages = Math.floor(file.length / pageSize);
  if (pageSize < 512 || usable < 480) return undefined;
  const decoder = new TextDecoder(decoders[view.getUint32(56)] ?? 'utf-8');
  const numberAt = (at: number) => (at + 4 <= file.length ? view.getUint32(at) : 0);
  const shortAt = (at: number) => (at + 2 <= file.length ? view.getUint16(at) : 0);

  /** What a cell holds, with what overflowed onto other pages. */
  const readPayload = (at: number, size: number, isIndex: boolean) => {
    const most = isIndex ? Math.floor(((usable - 12) * 64) / 255) - 23 : usable - 35;
    if (size <= most) return file.subarray(at, at + size);
    const least = Math.floor(((usable - 12) * 32) / 255) - 23;
    const fitting = least + ((size - least) % (usable - 4));
    const here = fitting <= most ? fitting : least;
    const parts = [file.subarray(at, at + here)];
    let left = size - here;
    let page = numberAt(at + here);
    for (let count = 0; left > 0 && page > 0 && page <= pages && count < pages; count += 1) {
      const start = (page - 1) * pageSize;
      parts.push(file.subarray(start + 4, start + 4 + Math.min(left, usable - 4)));
      left -= usable - 4;
      page = numberAt(start);
    }
    return joinBytes(parts);
  };

  const readTree = (root: number): Row[] => {
    const rows: Row[] = [];
    const seen = new Set<number>();
    const waiting = [root];
    for (let page = waiting.pop(); page !== undefined; page = waiting.pop()) {
      if (page < 1 || page > pages || seen.has(page)) continue;
      seen.add(page);
      const start = (page - 1) * pageSize;
      const head = page === 1 ? HEADER : start;
      const kind = file[head] ?? 0;
      const isInner = kind === 2 || kind === 5;
      const isIndex = kind === 2 || kind === 10;
      if (!isInner && kind !== 13 && kind !== 10) continue;
      const cells = head + (isInner ? 12 : 8);
      const below: number[] = [];
      for (let index = 0; index < shortAt(head + 3); index += 1) {
        let at = start + shortAt(cells + index * 2);
        if (isInner) below.push(numberAt(at));
        if (isInner) at += 4;
        if (kind === 5) continue;
        const [size, sized] = readVarint(file, at);
        const [id, begin] = isIndex ? [0, sized] : readVarint(file, sized);
        if (size > file.length) continue;
        rows.push({ id, cells: readRecord(readPayload(begin, size, isIndex), decoder) });
      }
      if (isInner) below.push(numberAt(head + 8));
      waiting.push(...below.reverse());
    }
    return rows;
  };

  const roots = new Map(
    readTree(1)
      .filter(({ cells: [type] }) => type === 'table')
      .map(({ cells: [, name, , root] }) => [String(name), Number(root)]),
  );
  /** The rows of a table; none if there is no such table. */
  return (table: string): Row[] => {
    const root = roots.get(table);
    return root === undefined ? [] : readTree(root);
  };
};
