import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { spoiledFiles, wordBomb, wordDocument, type SpoiledFile } from '../../../testing/spoiled-files.ts'
import { testServer, type TestServer } from '../../../testing/test-server.ts'

const root = '/api/v1/document-store'
const wholePdf = Buffer.from(
  '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[]>>endobj\n',
)

/** Each kind of file that a source reads. */
const kinds = [
  { loader: 'textFile', input: 'txtFile', ending: 'txt', whole: Buffer.from('Words that stay.') },
  { loader: 'csvFile', input: 'csvFile', ending: 'csv', whole: Buffer.from('a,b\nWords that stay,2') },
  { loader: 'jsonFile', input: 'jsonFile', ending: 'json', whole: Buffer.from('{"a": "Words that stay"}') },
  { loader: 'jsonlinesFile', input: 'jsonlinesFile', ending: 'jsonl', whole: Buffer.from('{"a": "Words that stay"}') },
  { loader: 'fileLoader', input: 'file', ending: 'html', whole: Buffer.from('<p>Words that stay</p>') },
  { loader: 'fileLoader', input: 'file', ending: 'md', whole: Buffer.from('# Words\n\nthat stay') },
  { loader: 'docxFile', input: 'docxFile', ending: 'docx', whole: wordDocument('Words that stay') },
  { loader: 'pdfFile', input: 'pdfFile', ending: 'pdf', whole: wholePdf },
]

describe('Spoiled files', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await testServer()
  })
  afterAll(() => server.close())

  async function send(path: string, body?: object) {
    const answer = await server.send(body ? 'POST' : 'GET', `${root}${path}`, body)
    expect(answer.status, answer.text).toBeLessThan(300)
    return answer.body
  }
  const reference = ({ name, bytes }: SpoiledFile) =>
    `data:application/octet-stream;base64,${bytes.toString('base64')},filename:${name}`

  /** Loads a good text, then lets a source read what is spoiled beside it: what each is said of, and what is stored. */
  async function loadBeside(loader: string, input: string, files: readonly SpoiledFile[]) {
    const { id: storeId } = await send('/store', { name: loader })
    const text = { storeId, loaderId: 'plainText', loaderConfig: { text: 'Stored before.' } }
    await send('/loader/save', text)
    await send(`/refresh/${storeId}`, {})
    const loaderConfig = { [input]: files.map(reference), pointerName: 'a' }
    await send('/loader/save', { storeId, loaderId: loader, loaderConfig })
    const [result] = await send(`/refresh/${storeId}`, {})
    const { chunks } = await send(`/chunks/${storeId}/all/1`)
    return { failures: result.failures as { document: string; message: string; hint?: string }[], chunks }
  }

  test.each(kinds)('$ending: each is named with the reason, and nothing stored is lost', async (kind) => {
    const files = spoiledFiles(kind.ending, kind.whole)
    expect(files).toHaveLength(12)
    const { failures, chunks } = await loadBeside(kind.loader, kind.input, files)
    expect(failures.map(({ document }) => document)).toEqual(files.map(({ name }) => name))
    for (const { document, message, hint } of failures) {
      expect(message).toContain(document)
      expect(hint).toMatch(/./)
    }
    expect(chunks).toMatchObject([{ pageContent: 'Stored before.' }])
  })

  test('a small file that becomes a huge one is ended, and the next is read', async () => {
    const files = [
      { name: 'bomb.docx', bytes: wordBomb() },
      { name: 'torn.docx', bytes: wordDocument('</w:p><w:p') },
      { name: 'good.docx', bytes: wordDocument('Words that stay') },
    ]
    const { failures, chunks } = await loadBeside('docxFile', 'docxFile', files)
    expect(failures).toMatchObject([
      { document: 'bomb.docx', message: expect.stringMatching(/memory|bomb\.docx could not be read/) },
      { document: 'torn.docx', message: expect.stringContaining('torn.docx') },
    ])
    expect(chunks.map(({ pageContent }: { pageContent: string }) => pageContent).sort()).toEqual([
      'Stored before.',
      'Words that stay',
    ])
  })
})
