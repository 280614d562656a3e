import { parseJson, NodeError, type VectorRecord } from '@chatwright/core'
import { z } from 'zod'

/** Kinds of flat index by their first four letters; the other kinds of FAISS compress and cannot be read here. */
const FLAT_KINDS: ReadonlySet<string> = new Set(['IxF2', 'IxFI', 'IxFl'])
const L2_METRIC = 1
const HEADER_BYTES = 4 + 4 + 8 + 8 + 8 + 1 + 4
/** What FAISS itself writes in two fields it does not use. */
const UNUSED_FIELD = 1n << 20n

const Docstore = z.tuple([
  z.array(
    z.tuple([
      z.string(),
      z.object({ pageContent: z.string(), metadata: z.record(z.string(), z.unknown()).default({}) }),
    ]),
  ),
  z.record(z.string(), z.string()),
])

export interface FaissFiles {
  index: Uint8Array
  docstore: Uint8Array
}

/** Reads `faiss.index` (a flat index) and `docstore.json` as LangChain for JavaScript writes them. */
export function readFaissFiles({ index, docstore }: FaissFiles): VectorRecord[] {
  const vectors = readFlatIndex(index)
  const parsed = Docstore.safeParse(parseJson(new TextDecoder().decode(docstore)))
  if (!parsed.success) throw unreadable("docstore.json isn't in the format of LangChain for JavaScript")
  const [entries, positions] = parsed.data
  const documents = new Map(entries)
  return vectors.flatMap((vector, position) => {
    const id = positions[String(position)]
    const document = id === undefined ? undefined : documents.get(id)
    return id === undefined || !document ? [] : [{ id, vector, document }]
  })
}

/** The same two files, which FAISS and LangChain for JavaScript can read. */
export function writeFaissFiles(records: readonly VectorRecord[]): FaissFiles {
  const positions = Object.fromEntries(records.map(({ id }, position) => [String(position), id]))
  const docstore = [records.map(({ id, document }) => [id, document]), positions]
  return {
    index: writeFlatIndex(records.map(({ vector }) => vector)),
    docstore: new TextEncoder().encode(JSON.stringify(docstore)),
  }
}

function readFlatIndex(bytes: Uint8Array): number[][] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const kind = new TextDecoder().decode(bytes.subarray(0, 4))
  if (!FLAT_KINDS.has(kind)) throw unreadable(`the index has the type "${kind}", and only flat ones are supported`)
  const dimension = view.getInt32(4, true)
  const count = Number(view.getBigInt64(8, true))
  const metric = view.getInt32(HEADER_BYTES - 4, true)
  // Metrics beyond the two common ones carry a number of their own.
  const at = HEADER_BYTES + (metric > 1 ? 4 : 0) + 8
  // Of an index from which all was deleted nobody knows how long its vectors were.
  if (dimension < 0 || count < 0 || (dimension === 0 && count > 0) || at + count * dimension * 4 > bytes.byteLength) {
    throw unreadable('the index is cut off or damaged')
  }
  return Array.from({ length: count }, (_, row) =>
    Array.from({ length: dimension }, (__, column) => view.getFloat32(at + (row * dimension + column) * 4, true)),
  )
}

function writeFlatIndex(vectors: readonly (readonly number[])[]): Uint8Array {
  const dimension = vectors[0]?.length ?? 0
  const bytes = new Uint8Array(HEADER_BYTES + 8 + vectors.length * dimension * 4)
  const view = new DataView(bytes.buffer)
  bytes.set(new TextEncoder().encode('IxF2'))
  view.setInt32(4, dimension, true)
  view.setBigInt64(8, BigInt(vectors.length), true)
  view.setBigInt64(16, UNUSED_FIELD, true)
  view.setBigInt64(24, UNUSED_FIELD, true)
  view.setUint8(32, 1)
  view.setInt32(33, L2_METRIC, true)
  view.setBigUint64(HEADER_BYTES, BigInt(vectors.length * dimension), true)
  for (const [row, vector] of vectors.entries()) {
    for (const [column, value] of vector.entries()) {
      view.setFloat32(HEADER_BYTES + 8 + (row * dimension + column) * 4, value, true)
    }
  }
  return bytes
}

function unreadable(reason: string): NodeError {
  return new NodeError(`The FAISS folder can't be read: ${reason}.`, {
    code: 'unsupported',
    field: 'basePath',
    hint: 'Use a folder with faiss.index and docstore.json, or load the documents again.',
  })
}
