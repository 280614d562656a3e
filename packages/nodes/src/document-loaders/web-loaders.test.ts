import type { Documents, VectorStore } from '@chatwright/core'
import { expect, test } from 'vitest'
import { buildNode } from '../../test/build-node.ts'
import { letterEmbeddings } from '../../test/conforming-values.ts'
import { json, networkFailure, replayRoutes, replay, text } from '../../test/replay.ts'
import { testContext } from '../../test/test-context.ts'
import { testRun } from '../../test/test-run.ts'
import apiLoader from './api-loader.ts'
import cheerioWebScraper from './cheerio-web-scraper.ts'
import github from './github.ts'
import vectorStoreToDocument from './vector-store-to-document.ts'

const html = (body: string, title = 'T') =>
  text(`<html><head><title>${title}</title></head><body>${body}</body></html>`, {
    headers: { 'content-type': 'text/html' },
  })

test('a crawl follows links within the site, once each, up to the limit, and survives a broken page', async () => {
  const { fetch, requests } = replayRoutes({
    '/a': html('<main>Page A</main><a href="/">home</a><a href="/b">b</a>'),
    '/b': html('<main>Page B</main>'),
    '/gone': text('gone', { status: 404 }),
    'site.test/': html(
      '<main>Home</main><a href="/a#top">a</a><a href="/a">a</a><a href="/gone">x</a><a href="https://other.test/">o</a>',
    ),
  })
  const documents = await buildNode<Documents>(cheerioWebScraper, {
    inputs: { url: 'https://site.test/', selector: 'main' },
    context: testContext({ fetch }),
  })
  expect(await documents.load(testRun())).toEqual([
    { pageContent: 'Home', metadata: { source: 'https://site.test/', title: 'T' } },
    { pageContent: 'Page A', metadata: { source: 'https://site.test/a', title: 'T' } },
    { pageContent: 'Page B', metadata: { source: 'https://site.test/b', title: 'T' } },
  ])
  expect(requests.map((request) => request.url)).toEqual([
    'https://site.test/',
    'https://site.test/a',
    'https://site.test/gone',
    'https://site.test/b',
  ])
})

test('a sitemap leads to its pages, through nested sitemaps', async () => {
  const { fetch } = replayRoutes({
    '/sitemap.xml': text('<sitemapindex><sitemap><loc>https://site.test/one.xml</loc></sitemap></sitemapindex>'),
    '/one.xml': text(
      '<urlset><url><loc>https://site.test/a</loc></url><url><loc>https://site.test/b</loc></url></urlset>',
    ),
    '/a': html('Page A'),
    '/b': html('Page B'),
  })
  const documents = await buildNode<Documents>(cheerioWebScraper, {
    inputs: { url: 'https://site.test', relativeLinksMethod: 'scrapeXMLSitemap', limit: 0 },
    context: testContext({ fetch }),
  })
  expect((await documents.load(testRun())).map((document) => document.pageContent)).toEqual(['Page A', 'Page B'])
})

test('the first page failing is told, and an address that is none', async () => {
  const load = async (url: string, fetch: typeof globalThis.fetch) =>
    (
      await buildNode<Documents>(cheerioWebScraper, { inputs: { url, limit: 1 }, context: testContext({ fetch }) })
    ).load(testRun())
  const { fetch } = replay(text('no', { status: 404 }))
  await expect(load('https://site.test/x', fetch)).rejects.toMatchObject({
    message: "site.test doesn't have that (404): no",
    code: 'not-found',
  })
  await expect(load('file:///etc/passwd', fetch)).rejects.toThrow('"file:///etc/passwd" isn\'t a web address.')
})

test('an API answer becomes a document; a service that cannot be reached is tried three times', async () => {
  const { fetch, requests } = replay(json([{ id: 1 }]))
  const documents = await buildNode<Documents>(apiLoader, {
    inputs: { method: 'POST', url: 'https://api.test/items', headers: { 'x-count': 2 }, body: { all: true } },
    context: testContext({ fetch }),
  })
  expect(await documents.load(testRun())).toEqual([
    { pageContent: '[{"id":1}]', metadata: { source: 'https://api.test/items' } },
  ])
  expect(requests[0]).toMatchObject({ method: 'POST', body: { all: true }, headers: { 'x-count': '2' } })

  const down = replay(...Array.from({ length: 3 }, () => networkFailure('ECONNREFUSED')))
  const failing = await buildNode<Documents>(apiLoader, {
    inputs: { url: 'https://api.test/items?key=secret' },
    context: testContext({ fetch: down.fetch }),
  })
  await expect(failing.load(testRun())).rejects.toThrow(
    "api.test can't be reached at https://api.test/items: ECONNREFUSED.",
  )
  expect(down.requests.length).toBe(3)
})

test('a repository gives its text files without the ignored ones', async () => {
  const { fetch, requests } = replayRoutes({
    'git/trees/main?recursive=1': json({
      tree: [
        { path: 'README.md', type: 'blob', size: 10 },
        { path: 'src', type: 'tree' },
        { path: 'src/a b.ts', type: 'blob', size: 10 },
        { path: 'test/a.test.ts', type: 'blob', size: 10 },
        { path: 'huge.txt', type: 'blob', size: 5_000_000 },
      ],
    }),
    'contents/README.md': text('# Read me'),
    'contents/src/a%20b.ts': text('export {}'),
  })
  const documents = await buildNode<Documents>(github, {
    inputs: { repoLink: 'https://github.com/owner/name.git', recursive: true, ignorePath: '["test/**"]' },
    credential: { accessToken: 'token-1' },
    context: testContext({ fetch }),
  })
  const metadata = { repository: 'https://github.com/owner/name.git', branch: 'main' }
  expect(await documents.load(testRun())).toEqual([
    { pageContent: '# Read me', metadata: { ...metadata, source: 'README.md' } },
    { pageContent: 'export {}', metadata: { ...metadata, source: 'src/a b.ts' } },
  ])
  expect(requests[0]).toMatchObject({
    url: 'https://api.github.com/repos/owner/name/git/trees/main?recursive=1',
    headers: { authorization: 'Bearer token-1' },
  })
})

test('what is left out of a repository is told, file by file, and Enterprise is asked at its own address', async () => {
  const { fetch, requests } = replayRoutes({
    'git/trees': json({
      truncated: true,
      tree: [
        { path: 'a.md', type: 'blob', size: 1 },
        { path: 'gone.md', type: 'blob', size: 1 },
        { path: 'huge.md', type: 'blob', size: 5_000_000 },
      ],
    }),
    'contents/a.md': text('A'),
    'contents/gone.md': json({ message: 'Not Found' }, { status: 404 }),
  })
  const repoLink = 'https://git.acme.example/owner/name'
  const documents = await buildNode<Documents>(github, {
    inputs: { repoLink, githubBaseUrl: 'https://git.acme.example/' },
    context: testContext({ fetch }),
  })
  const failures: string[] = []
  const loaded = await documents.load(testRun(), (document, error) => failures.push(`${document}: ${String(error)}`))
  expect(loaded.map(({ pageContent }) => pageContent)).toEqual(['A'])
  expect(failures).toEqual([
    expect.stringMatching(/^huge\.md: .*larger than 1 MB/),
    expect.stringMatching(`^${repoLink}: .*more files than`),
    expect.stringMatching(/^gone\.md: .*doesn't have that/),
  ])
  expect(requests[0]?.url).toBe('https://git.acme.example/api/v3/repos/owner/name/git/trees/main')
})

test('a refused token names GitHub and the way out', async () => {
  const { fetch } = replay(json({ message: 'Bad credentials' }, { status: 401 }))
  const documents = await buildNode<Documents>(github, {
    inputs: { repoLink: 'https://github.com/owner/name' },
    context: testContext({ fetch }),
  })
  await expect(documents.load(testRun())).rejects.toMatchObject({
    message: 'GitHub refused the credential (401): Bad credentials',
    code: 'wrong-credential',
    hint: "Open this node's credential and enter a valid GitHub key.",
  })
})

test('a vector store is searched for the question, and weak finds are left out', async () => {
  const asked: string[] = []
  const vectorStore: VectorStore = {
    kind: 'vector-store',
    embeddings: letterEmbeddings(),
    search: async (query) => {
      asked.push(query)
      return [
        { pageContent: 'near', metadata: {}, score: 0.9 },
        { pageContent: 'far', metadata: {}, score: 0.4 },
      ]
    },
    add: async () => {},
    searchByVector: async () => [],
    upsert: () => Promise.reject(new Error('not asked for')),
    delete: async () => {},
  }
  const found = await buildNode<string>(vectorStoreToDocument, {
    inputs: { vectorStore, minScore: 75 },
    output: 'text',
    request: { question: 'What is near?', run: testRun({ question: 'What is near?' }) },
  })
  expect([found, asked]).toEqual(['near', ['What is near?']])
})
