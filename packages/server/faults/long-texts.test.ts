import {
  parseInput,
  isParam,
  type Documents,
  type NodeContext,
  type NodeDefinition,
  type TextSplitter,
} from '@chatwright/core'
import { loadCatalogue } from '@chatwright/nodes'
import { afterAll, expect, test } from 'vitest'
import { createIsolate } from '../src/guards/isolate/isolate.ts'
import { leastTurn, longestTurn } from '../testing/longest-turn.ts'

// Every splitter and loader of the catalogue is given a long text, and the longest time is taken for which nobody else would be
// answered meanwhile. In processor time, so that other programs on the machine do not count.
const catalogue = await loadCatalogue()
const isolate = createIsolate()
afterAll(() => isolate.close())

const nodes = await Promise.all(
  catalogue.nodes
    .filter(({ category }) => category === 'Text Splitters' || category === 'Document Loaders')
    .map(({ name }) => catalogue.loadNode(name)),
)
const splitters = nodes.filter((node) => node.category === 'Text Splitters')
const loaders = nodes.filter((node) => node.category === 'Document Loaders')

const MB = 1024 ** 2
/** What takes no turn for itself does all of this in one: more than a quarter of a second of the processor, whatever the node. */
const LONGEST_MS = 150
const SIZE = 1.25 * MB

const line = 'It is told, in a few words, what this line of a long text is about.\n'
const fill = (unit: string, size = SIZE): string => unit.repeat(Math.ceil(size / unit.length))
const texts: Record<string, string> = {
  'lines of prose': fill(line),
  'one line without a blank': fill('x'),
  'nothing but blanks': fill(' \n'),
  'headings, tables and code': fill(`# One\n\n${line}| a | b |\n| - | - |\n| 1 | 2 |\n\n\`\`\`\n${line}\`\`\`\n`),
}
/** What the encoder of tokens takes is many times what cutting takes. */
const sizes: Record<string, number> = { tokenTextSplitter: MB / 2 }

test.each(splitters.flatMap((node) => Object.keys(texts).map((kind) => ({ node, kind, name: node.name }))))(
  '$name cuts $kind and holds nobody up',
  async ({ node, kind }) => {
    const splitter = (await build(node, {})) as TextSplitter
    await splitter.splitText('What is loaded at its first use is not what is measured.')
    const pageContent = (texts[kind] ?? '').slice(0, sizes[node.name])
    const cut = () => longestTurn(() => splitter.splitDocuments([{ pageContent, metadata: {} }]))
    expect(await leastTurn(LONGEST_MS, cut)).toBeLessThan(LONGEST_MS)
  },
)

const row = '{"name":"Ada","says":"a few words of hers"}'
const files: Record<string, () => string> = {
  '.txt': () => fill(line),
  '.csv': () => `name,says\n${fill('Ada,a few words of hers\n')}`,
  '.json': () => `[${fill(`${row},`)}${row}]`,
  '.jsonl': () => fill(`${row}\n`),
}
/** Loaders whose text comes from elsewhere, with the reason that it is not long. */
const SHORT: Record<string, string> = {
  airtable: 'records of a service, page by page',
  apiLoader: 'at most 20 MB, which are handed on as they are',
  cheerioWebScraper: 'pages of at most 2 MB, read in a child process',
  docxFile: 'read in a child process',
  documentStore: 'passages that were cut when their store was loaded, handed on as they are',
  epubFile: 'read in a child process',
  folderFiles: 'reads each file as the file loader does',
  github: 'reads each file as the file loader does',
  googleDrive: 'reads each file as the file loader does',
  googleSheets: 'rows of a service, in one answer of at most 20 MB',
  microsoftExcel: 'read in a child process',
  microsoftPowerpoint: 'read in a child process',
  notionDB: 'pages of a service, one after the other',
  notionPage: 'a page of a service',
  pdfFile: 'read in a child process',
  vectorStoreToDocument: 'a few documents that a search found',
}
const endingsOf: Record<string, readonly string[]> = {
  csvFile: ['.csv'],
  fileLoader: ['.txt', '.csv', '.json', '.jsonl'],
  jsonFile: ['.json'],
  jsonlinesFile: ['.jsonl'],
  plainText: ['.txt'],
  textFile: ['.txt'],
}

test('every loader is tried, or has a reason to be left out', () => {
  const known = new Set([...Object.keys(SHORT), ...Object.keys(endingsOf)])
  expect(loaders.map(({ name }) => name).filter((name) => !known.has(name))).toEqual([])
})

test.each(loaders.flatMap((node) => (endingsOf[node.name] ?? []).map((ending) => ({ node, name: node.name, ending }))))(
  '$name reads a long $ending and holds nobody up',
  async ({ node, ending }) => {
    const text = (files[ending] ?? (() => ''))()
    const fields = Object.entries(node.inputs).filter(([, { type }]) => type === 'file')
    const inputs = {
      text,
      pointerName: 'says',
      ...Object.fromEntries(fields.map(([name]) => [name, 'FILE-STORAGE::a'])),
    }
    const loader = (await build(node, inputs, { name: `a${ending}`, bytes: Buffer.from(text) })) as Documents
    let count = 0
    const read = () =>
      longestTurn(async () => (count = (await loader.load({ signal: AbortSignal.timeout(600_000) } as never)).length))
    const turn = await leastTurn(LONGEST_MS, read)
    expect(count).toBeGreaterThan(0)
    expect(turn).toBeLessThan(LONGEST_MS)
  },
)

async function build(
  node: NodeDefinition,
  given: Record<string, unknown>,
  file?: { name: string; bytes: Uint8Array },
): Promise<unknown> {
  const inputs = Object.fromEntries(
    Object.entries(node.inputs).map(([name, input]) => [
      name,
      isParam(input) ? parseInput({ name, ...input }, given[name]) : undefined,
    ]),
  )
  const context = {
    isolate: isolate.run,
    files: { open: async () => ({ mimeType: '', ...file }) },
  } as unknown as NodeContext
  const output = Object.keys(node.outputs ?? {})[0] ?? node.name
  const named = { id: `${node.name}_0`, name: node.name, label: node.label }
  return node.build({ inputs, output, credential: {}, node: named, request: undefined, context })
}
