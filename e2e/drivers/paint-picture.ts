import { crc32, deflateSync } from 'node:zlib'

/** A PNG of a bar chart: blue on white, so that a picture that is cut, stretched or missing is seen at once. */
export function paintPicture({ width, height }: { width: number; height: number }): Buffer {
  const rows = Array.from({ length: height }, (_, y) => {
    const row = Buffer.alloc(1 + width * 3, 0xff)
    // No filter: the row stands as it is.
    row[0] = 0
    for (let x = 0; x < width; x += 1) if (isInBar(x / width, 1 - y / height)) row.set(BLUE, 1 + x * 3)
    return row
  })
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  // Eight bits for each of red, green and blue.
  header.set([8, 2, 0, 0, 0], 8)
  const parts = [chunk('IHDR', header), chunk('IDAT', deflateSync(Buffer.concat(rows))), chunk('IEND', Buffer.alloc(0))]
  return Buffer.concat([SIGNATURE, ...parts])
}

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const BLUE = [0x15, 0x65, 0xc0]
const BARS = [0.3, 0.55, 0.45, 0.8, 0.65, 0.9]

function isInBar(x: number, y: number): boolean {
  const place = x * BARS.length
  const within = place % 1
  return within > 0.2 && within < 0.8 && y > 0.05 && y < (BARS[Math.floor(place)] ?? 0)
}

function chunk(name: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const check = Buffer.alloc(4)
  check.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, check])
}
