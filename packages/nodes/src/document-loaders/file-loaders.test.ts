import type { Document, Documents, NodeDefinition, NodeError, OpenFile } from '@chatwright/core'
import { expect, test } from 'vitest'
import { buildDocx, paragraph } from '../../test/build-docx.ts'
import { buildNode } from '../../test/build-node.ts'
import { printedPdf, samplePdf } from '../../test/sample-files.ts'
import { testContext } from '../../test/test-context.ts'
import { testRun } from '../../test/test-run.ts'
import recursiveCharacterTextSplitter from '../text-splitters/recursive-character-text-splitter.ts'
import csvFile from './csv-file.ts'
import docxFile from './docx-file.ts'
import fileLoader from './file-loader.ts'
import folderFiles from './folder-files.ts'
import jsonFile from './json-file.ts'
import jsonLinesFile from './json-lines-file.ts'
import pdfFile from './pdf-file.ts'
import plainText from './plain-text.ts'
import textFile from './text-file.ts'

function contextWith(files: Record<string, string | Uint8Array>) {
  const context = testContext()
  for (const [name, content] of Object.entries(files)) {
    const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content
    for (const place of [name, `FILE-STORAGE::${name}`]) {
      context.storedFiles.set(place, { name, mimeType: 'application/octet-stream', bytes } satisfies OpenFile)
    }
  }
  return context
}

async function load(
  node: NodeDefinition,
  { inputs, files }: { inputs: Record<string, unknown>; files?: Record<string, string | Uint8Array> },
): Promise<Document[]> {
  const documents = await buildNode<Documents>(node, { inputs, context: contextWith(files ?? {}) })
  return documents.load(testRun())
}

test('text is split, and metadata chosen', async () => {
  const documents = await load(plainText, {
    inputs: {
      text: 'one two three four',
      textSplitter: await buildNode(recursiveCharacterTextSplitter, { inputs: { chunkSize: 11, chunkOverlap: 0 } }),
      metadata: { team: 'blue' },
      omitMetadataKeys: 'loc',
    },
  })
  expect(documents).toEqual([
    { pageContent: 'one two', metadata: { team: 'blue' } },
    { pageContent: 'three four', metadata: { team: 'blue' } },
  ])
})

test('the text output is all text in one', async () => {
  const text = await buildNode<string>(textFile, {
    inputs: { txtFile: ['FILE-STORAGE::a.txt', 'FILE-STORAGE::b.md'] },
    output: 'text',
    request: { question: '', run: testRun() },
    context: contextWith({ 'a.txt': 'first', 'b.md': '# second' }),
  })
  expect(text).toBe('first\n# second')
})

test('text in UTF-16 and in Windows-1252 is read as it was written', async () => {
  const utf16 = new Uint8Array(Buffer.from('\uFEFFgrüß', 'utf16le'))
  const windows = Uint8Array.from([0x67, 0x72, 0xfc, 0xdf, 0x20, 0x80])
  const documents = await load(textFile, {
    inputs: { txtFile: ['FILE-STORAGE::a.txt', 'FILE-STORAGE::b.txt'] },
    files: { 'a.txt': utf16, 'b.txt': windows },
  })
  expect(documents.map((document) => document.pageContent)).toEqual(['grüß', 'grüß €'])
})

test('a PDF is read page by page or as a whole, and says how many pages it has', async () => {
  const files = { 'manual.pdf': samplePdf(['Press the green button', '', 'Then wait']) }
  const pages = await load(pdfFile, { inputs: { pdfFile: ['FILE-STORAGE::manual.pdf'] }, files })
  expect(pages.map(({ pageContent, metadata }) => [pageContent, metadata.loc])).toEqual([
    ['Press the green button', { pageNumber: 1 }],
    ['Then wait', { pageNumber: 3 }],
  ])
  expect(pages[0]?.metadata).toMatchObject({ source: 'manual.pdf', pdf: { totalPages: 3 } })
  const whole = await load(pdfFile, { inputs: { pdfFile: ['FILE-STORAGE::manual.pdf'], usage: 'perFile' }, files })
  expect(whole.map((document) => document.pageContent)).toEqual(['Press the green button\n\n\n\nThen wait'])
})

test('a page of a PDF that begins within a section opens with its heading', async () => {
  const long = 'Every tent has a place of its own, and some have a fire of their own, too.'
  const file = printedPdf([
    [
      { text: 'Tents', y: 720, size: 20 },
      { text: long, y: 680 },
    ],
    [{ text: 'Bring pegs.', y: 720 }],
    [
      { text: 'Dogs', y: 720, size: 20 },
      { text: 'They are welcome.', y: 680 },
    ],
  ])
  const read = async (usage: string): Promise<string[]> =>
    (await load(pdfFile, { inputs: { pdfFile: ['FILE-STORAGE::a.pdf'], usage }, files: { 'a.pdf': file } })).map(
      ({ pageContent }) => pageContent,
    )
  const dogs = '# Dogs\n\nThey are welcome.'
  expect(await read('perPage')).toEqual([`# Tents\n\n${long}`, '# Tents\n\nBring pegs.', dogs])
  expect(await read('perFile')).toEqual([`# Tents\n\n${long}\n\nBring pegs.\n\n${dogs}`])
})

test('a scanned PDF and a broken one are told apart', async () => {
  const scanned = load(pdfFile, {
    inputs: { pdfFile: ['FILE-STORAGE::scan.pdf'] },
    files: { 'scan.pdf': samplePdf(['']) },
  })
  await expect(scanned).rejects.toThrow('scan.pdf contains images of text, but no text.')
  const broken = load(pdfFile, {
    inputs: { pdfFile: ['FILE-STORAGE::broken.pdf'] },
    files: { 'broken.pdf': '%PDF-1.4 nonsense' },
  })
  await expect(broken).rejects.toThrow(/^broken\.pdf couldn't be read: /)
})

const letter = (): Promise<Uint8Array> => buildDocx({ body: paragraph('A letter') + paragraph('from Word') })

test('a Word document is read', async () => {
  const documents = await load(docxFile, {
    inputs: { docxFile: ['FILE-STORAGE::letter.docx'] },
    files: { 'letter.docx': await letter() },
  })
  expect(documents).toEqual([{ pageContent: 'A letter\n\nfrom Word', metadata: { source: 'letter.docx' } }])
})

test('a Word document without text is said to be so', async () => {
  const empty = load(docxFile, {
    inputs: { docxFile: ['FILE-STORAGE::empty.docx'] },
    files: { 'empty.docx': await buildDocx({ body: '' }) },
  })
  await expect(empty).rejects.toThrow('empty.docx contains no text.')
})

test('a CSV row becomes a document, with any delimiter and quoted line breaks', async () => {
  const files = { 'people.csv': '\uFEFFname;note\nAda;"first\nprogrammer"\nGrace;compiler\n' }
  expect(await load(csvFile, { inputs: { csvFile: ['FILE-STORAGE::people.csv'] }, files })).toEqual([
    { pageContent: 'name: Ada\nnote: first\nprogrammer', metadata: { source: 'people.csv', line: 1 } },
    { pageContent: 'name: Grace\nnote: compiler', metadata: { source: 'people.csv', line: 2 } },
  ])
  const names = await load(csvFile, { inputs: { csvFile: ['FILE-STORAGE::people.csv'], columnName: 'name' }, files })
  expect(names.map((document) => document.pageContent)).toEqual(['Ada', 'Grace'])
  const failure = await load(csvFile, {
    inputs: { csvFile: ['FILE-STORAGE::people.csv'], columnName: 'age' },
    files,
  }).catch((error: NodeError) => error)
  expect(failure).toMatchObject({ message: 'people.csv has no column "age".', hint: 'Its columns are name, note.' })
})

test('a large CSV is parsed in a child process', async () => {
  const modules: string[] = []
  const context = contextWith({ 'big.csv': `name\n${'somebody with a long name\n'.repeat(40_000)}` })
  const { isolate } = context
  context.isolate = (module, ...rest) => {
    modules.push(module.pathname.split('/').at(-1) ?? '')
    return isolate(module, ...rest)
  }
  const documents = await buildNode<Documents>(csvFile, { inputs: { csvFile: 'FILE-STORAGE::big.csv' }, context })
  expect(await documents.load(testRun())).toHaveLength(40_000)
  expect(modules).toEqual(['parse-csv.ts'])
})

test('a CSV of more columns than any table has is refused, however its heading is written', async () => {
  const inputs = { csvFile: ['FILE-STORAGE::wide.csv'] }
  const names = Array.from({ length: 10_001 }, (_, index) => index.toString(36))
  for (const first of ['a', '"a\nb"']) {
    const heading = [first, ...names.slice(1)].join(',')
    const failure = await load(csvFile, { inputs, files: { 'wide.csv': `${heading}\n1\n` } }).catch(
      (error: NodeError) => error,
    )
    expect(failure).toMatchObject({ code: 'unsupported', message: 'The table has more than 10,000 columns.' })
  }
  const files = { 'wide.csv': `${names.slice(1).join(',')}\n1\n` }
  expect(await load(csvFile, { inputs, files })).toMatchObject([{ pageContent: '1: 1' }])
})

test('JSON gives its texts, those a pointer names, or one document per object', async () => {
  const files = {
    'posts.json': '[{"title":"One","by":{"name":"Ada"},"n":1},{"title":"Two","by":{"name":"Grace"},"n":2}]',
  }
  const texts = async (inputs: Record<string, unknown>): Promise<string[]> =>
    (await load(jsonFile, { inputs: { jsonFile: ['FILE-STORAGE::posts.json'], ...inputs }, files })).map(
      (document) => document.pageContent,
    )
  expect(await texts({})).toEqual(['One', 'Ada', 'Two', 'Grace'])
  expect(await texts({ pointersName: 'title, /by/name' })).toEqual(['One', 'Ada', 'Two', 'Grace'])
  expect(await texts({ pointersName: 'n' })).toEqual(['1', '2'])
  expect(await texts({ separateByObject: true })).toEqual([
    'title: One\nby: {"name":"Ada"}\nn: 1',
    'title: Two\nby: {"name":"Grace"}\nn: 2',
  ])
})

test('JSON lines give the pointed text, and a bad line is named', async () => {
  const documents = await load(jsonLinesFile, {
    inputs: { jsonlinesFile: ['FILE-STORAGE::a.jsonl'], pointerName: '/text' },
    files: { 'a.jsonl': '{"text":"one"}\n\n{"text":"two","other":1}\n' },
  })
  expect(documents).toEqual([
    { pageContent: 'one', metadata: { source: 'a.jsonl', line: 1 } },
    { pageContent: 'two', metadata: { source: 'a.jsonl', line: 3 } },
  ])
  const broken = load(jsonLinesFile, {
    inputs: { jsonlinesFile: ['FILE-STORAGE::a.jsonl'], pointerName: 'text' },
    files: { 'a.jsonl': '{"text":"one"}\nnot json' },
  })
  await expect(broken).rejects.toThrow(/^a\.jsonl, line 2 isn't JSON: /)
})

test('a key that is nowhere in a JSON file is named instead of loading nothing', async () => {
  const json = load(jsonFile, {
    inputs: { jsonFile: ['FILE-STORAGE::a.json'], pointersName: 'titel' },
    files: { 'a.json': '[{"title":"One"}]' },
  })
  await expect(json).rejects.toMatchObject({ message: 'a.json contains no text at "titel".', field: 'pointersName' })
  const lines = load(jsonLinesFile, {
    inputs: { jsonlinesFile: ['FILE-STORAGE::a.jsonl'], pointerName: 'titel' },
    files: { 'a.jsonl': '{"title":"One"}' },
  })
  await expect(lines).rejects.toMatchObject({ message: 'a.jsonl contains no text at "titel".', field: 'pointerName' })
})

test('any file is read by what it is, not by what it is called', async () => {
  const documents = await load(fileLoader, {
    inputs: {
      file: [
        'FILE-STORAGE::really-a-pdf.txt',
        'FILE-STORAGE::letter.docx',
        'FILE-STORAGE::page.html',
        'FILE-STORAGE::notes.md',
      ],
    },
    files: {
      'really-a-pdf.txt': samplePdf(['From a PDF']),
      'letter.docx': await letter(),
      'page.html': '<html><head><title>T</title></head><body><p>One</p><script>no()</script><p>Two</p></body></html>',
      'notes.md': '# Notes',
    },
  })
  expect(documents.map((document) => document.pageContent.trim())).toEqual([
    'From a PDF',
    'A letter\n\nfrom Word',
    'One\nTwo',
    '# Notes',
  ])
  const picture = load(fileLoader, {
    inputs: { file: ['FILE-STORAGE::cat.bin'] },
    files: { 'cat.bin': Uint8Array.of(1, 0, 2) },
  })
  await expect(picture).rejects.toThrow("cat.bin has a type that can't be loaded here.")
})

test('a folder is read without what cannot be read, and without its folders unless asked', async () => {
  const files = { 'docs/a.txt': 'A', 'docs/cat.png': Uint8Array.of(137, 0, 0), 'docs/deep/b.txt': 'B' }
  const contents = async (recursive: boolean): Promise<string[]> =>
    (await load(folderFiles, { inputs: { folderPath: 'docs', recursive }, files })).map((found) => found.pageContent)
  expect(await contents(false)).toEqual(['A'])
  expect(await contents(true)).toEqual(['A', 'B'])
})

test.each([
  ['a list of 300,000 values', `[${'"x",'.repeat(300_000)}"x"]`, 300_001],
  ['30,000 objects in objects', `${'{"a":'.repeat(30_000)}"x"${'}'.repeat(30_000)}`, 1],
])('%s is read without a stack or a minute', async (_, text, count) => {
  const began = process.cpuUsage()
  const inputs = { jsonFile: ['FILE-STORAGE::a.json'], pointersName: '' }
  expect(await load(jsonFile, { inputs, files: { 'a.json': text } })).toHaveLength(count)
  expect(process.cpuUsage(began).user / 1000).toBeLessThan(5000)
})

test('a JSON file nested too deeply to be shown is said to be so', async () => {
  const text = `{"a":${'['.repeat(30_000)}${']'.repeat(30_000)}}`
  const inputs = { jsonFile: ['FILE-STORAGE::a.json'], separateByObject: true }
  await expect(load(jsonFile, { inputs, files: { 'a.json': text } })).rejects.toMatchObject({ code: 'bad-input' })
})
