import { crc32, deflateRawSync } from "node:zlib";

/** Returns a zip file with the given files, as Binance publishes its data with one each. */
export function zipFile(files: Readonly<Record<string, string>>): Buffer {
  const parts: Buffer[] = [];
  const central: Buffer[] = [];
  let place = 0;
  for (const [name, text] of Object.entries(files)) {
    const data = deflateRawSync(text);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(8, 4);
    common.writeUInt32LE(crc32(text), 10);
    common.writeUInt32LE(data.length, 14);
    common.writeUInt32LE(Buffer.byteLength(text), 18);
    common.writeUInt16LE(Buffer.byteLength(name), 22);
    const local = Buffer.concat([Buffer.from("PK\x03\x04"), common, Buffer.from(name), data]);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(place, 10);
    central.push(Buffer.concat([Buffer.from("PK\x01\x02\x14\0"), common, rest, Buffer.from(name)]));
    parts.push(local);
    place += local.length;
  }
  const directory = Buffer.concat(central);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(central.length, 4);
  end.writeUInt16LE(central.length, 6);
  end.writeUInt32LE(directory.length, 8);
  end.writeUInt32LE(place, 12);
  return Buffer.concat([...parts, directory, Buffer.from("PK\x05\x06"), end]);
}
