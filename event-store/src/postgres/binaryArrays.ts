/**
 * One-dimensional arrays without nulls, which need no escaping of JSON (docs/decisions/event-store-group-commit.md).
 */

const headerBytes = 20;
const lengthBytes = 4;
const oids = { int4: 23, int8: 20, text: 25, uuid: 2950 } as const;

export function textArray(values: readonly string[]): Buffer {
  const lengths = values.map((value) => Buffer.byteLength(value));
  const array = allocate(
    oids.text,
    values.length,
    lengths.reduce((sum, length) => sum + length, 0),
  );
  let at = headerBytes;
  for (const value of values) {
    const length = array.write(value, at + lengthBytes);
    array.writeInt32BE(length, at);
    at += lengthBytes + length;
  }
  return array;
}

export function uuidArray(values: readonly string[]): Buffer {
  const array = allocate(oids.uuid, values.length, 16 * values.length);
  values.forEach((value, n) => {
    const at = headerBytes + n * (lengthBytes + 16);
    array.writeInt32BE(16, at);
    array.write(value.replaceAll('-', ''), at + lengthBytes, 'hex');
  });
  return array;
}

export function integerArray(values: readonly number[]): Buffer {
  const array = allocate(oids.int4, values.length, 4 * values.length);
  values.forEach((value, n) => {
    const at = headerBytes + n * (lengthBytes + 4);
    array.writeInt32BE(4, at);
    array.writeInt32BE(value, at + lengthBytes);
  });
  return array;
}

export function bigintArray(values: readonly number[]): Buffer {
  const array = allocate(oids.int8, values.length, 8 * values.length);
  values.forEach((value, n) => {
    const at = headerBytes + n * (lengthBytes + 8);
    array.writeInt32BE(8, at);
    array.writeBigInt64BE(BigInt(value), at + lengthBytes);
  });
  return array;
}

function allocate(oid: number, count: number, elementBytes: number): Buffer {
  const array = Buffer.allocUnsafe(headerBytes + count * lengthBytes + elementBytes);
  array.writeInt32BE(1, 0); // dimensions
  array.writeInt32BE(0, 4); // no nulls
  array.writeInt32BE(oid, 8);
  array.writeInt32BE(count, 12);
  array.writeInt32BE(1, 16); // first index
  return array;
}
