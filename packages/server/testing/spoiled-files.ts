import { crc32, deflateRawSync } from 'node:zlib'

export interface SpoiledFile {
  name: string
  bytes: Buffer
}

const FORMS = 12

/** Twelve files of a kind that none of its programs would open: cut off, of another kind, in a wrong encoding. */
export function spoiledFiles(ending: string, whole: Buffer): SpoiledFile[] {
  const foreign = [PICTURE, PROGRAM, Buffer.alloc(64), widened('{"a": "words"}'), widened('a,b\n1,2'), GZIP, ARCHIVE]
  const cut = Array.from({ length: FORMS - foreign.length }, (_, index) =>
    // A cut text is still a text: what was lost is said by a byte that none has.
    Buffer.concat([whole.subarray(0, Math.floor((whole.length * (index + 1)) / (FORMS + 1))), Buffer.from([0])]),
  )
  return [...foreign, ...cut].map((bytes, index) => ({ name: `spoiled-${index + 1}.${ending}`, bytes }))
}

const PICTURE = Buffer.from('89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c489', 'hex')
const PROGRAM = Buffer.from('7f454c4602010100000000000000000002003e00', 'hex')
const GZIP = Buffer.concat([Buffer.from('1f8b0800000000000003', 'hex'), Buffer.alloc(40)])
const ARCHIVE = zip([{ name: 'readme.txt', bytes: Buffer.from('Not what the name says') }])

/** UTF-16 that nobody marked as such. */
function widened(text: string): Buffer {
  return Buffer.from(text, 'utf16le')
}

/** A Word document as small as they come. */
export function wordDocument(text: string): Buffer {
  const types =
    '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>'
  const rels =
    '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>'
  const body = `<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body><w:p><w:r><w:t>${text}</w:t></w:r></w:p></w:body></w:document>`
  return zip([
    { name: '[Content_Types].xml', bytes: Buffer.from(types) },
    { name: '_rels/.rels', bytes: Buffer.from(rels) },
    { name: 'word/document.xml', bytes: Buffer.from(body) },
  ])
}

/** A Word document of half a megabyte that becomes more than a text can be long. */
export function wordBomb(): Buffer {
  return zip([{ name: 'word/styles.xml', bytes: Buffer.alloc(300 * 1024 * 1024, 32) }])
}

function zip(files: readonly { name: string; bytes: Buffer }[]): Buffer {
  const parts: Buffer[] = []
  const entries: Buffer[] = []
  let offset = 0
  for (const { name, bytes } of files) {
    const packed = deflateRawSync(bytes, { level: 1 })
    const facts = Buffer.alloc(26)
    facts.writeUInt16LE(20, 0)
    facts.writeUInt16LE(8, 4)
    facts.writeUInt32LE(crc32(bytes), 10)
    facts.writeUInt32LE(packed.length, 14)
    facts.writeUInt32LE(bytes.length, 18)
    facts.writeUInt16LE(name.length, 22)
    const head = Buffer.concat([Buffer.from('PK\u0003\u0004'), facts, Buffer.from(name)])
    const place = Buffer.alloc(14)
    place.writeUInt32LE(offset, 10)
    entries.push(Buffer.concat([Buffer.from('PK\u0001\u0002\u0014\u0000'), facts, place, Buffer.from(name)]))
    parts.push(head, packed)
    offset += head.length + packed.length
  }
  const list = Buffer.concat(entries)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(files.length, 4)
  end.writeUInt16LE(files.length, 6)
  end.writeUInt32LE(list.length, 8)
  end.writeUInt32LE(offset, 12)
  return Buffer.concat([...parts, list, Buffer.from('PK\u0005\u0006'), end])
}
