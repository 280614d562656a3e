import type { NodeDefinition, Tool } from '@chatwright/core'
import { describe, expect, test } from 'vitest'
import { buildNode } from '../../test/build-node.ts'
import { hang, json, replay, text, type Answer, type ReplayedRequest } from '../../test/replay.ts'
import { testContext } from '../../test/test-context.ts'
import { testRun } from '../../test/test-run.ts'
import arxiv from './arxiv.ts'
import braveSearchAPI from './brave-search-api.ts'
import exaSearch from './exa-search.ts'
import googleCustomSearch from './google-custom-search.ts'
import searchAPI from './search-api.ts'
import searXNG from './searxng.ts'
import serpAPI from './serp-api.ts'
import serper from './serper.ts'
import tavilyAPI from './tavily-api.ts'
import wolframAlpha from './wolfram-alpha.ts'

interface Vendor {
  node: NodeDefinition
  service: string
  credential: Record<string, string>
  answer: Answer
  request: Partial<ReplayedRequest>
  result: string
}

const hit = 'Tea\nhttps://tea.test\nHow to brew'

const vendors: Vendor[] = [
  {
    node: serper,
    service: 'Serper',
    credential: { serperApiKey: 'key' },
    answer: json({
      answerBox: { answer: '3 minutes' },
      organic: [{ title: 'Tea', link: 'https://tea.test', snippet: 'How to brew' }],
    }),
    request: {
      url: 'https://google.serper.dev/search',
      body: { q: 'brew tea' },
      headers: expect.objectContaining({ 'x-api-key': 'key' }),
    },
    result: `3 minutes\n\n${hit}`,
  },
  {
    node: serpAPI,
    service: 'SerpApi',
    credential: { serpApiKey: 'key' },
    answer: json({ organic_results: [{ title: 'Tea', link: 'https://tea.test', snippet: 'How to brew' }] }),
    request: { url: 'https://serpapi.com/search.json?engine=google&api_key=key&q=brew+tea' },
    result: hit,
  },
  {
    node: searchAPI,
    service: 'SearchApi',
    credential: { searchApiKey: 'key' },
    answer: json({
      answer_box: { snippet: 'Three minutes' },
      organic_results: [{ title: 'Tea', link: 'https://tea.test', snippet: 'How to brew' }],
    }),
    request: {
      url: 'https://www.searchapi.io/api/v1/search?engine=google&q=brew+tea',
      headers: expect.objectContaining({ authorization: 'Bearer key' }),
    },
    result: `Three minutes\n\n${hit}`,
  },
  {
    node: braveSearchAPI,
    service: 'Brave Search',
    credential: { braveApiKey: 'key' },
    answer: json({ web: { results: [{ title: 'Tea', url: 'https://tea.test', description: 'How to brew' }] } }),
    request: {
      url: 'https://api.search.brave.com/res/v1/web/search?q=brew%20tea',
      headers: expect.objectContaining({ 'x-subscription-token': 'key' }),
    },
    result: hit,
  },
  {
    node: tavilyAPI,
    service: 'Tavily',
    credential: { tavilyApiKey: 'key' },
    answer: json({ answer: null, results: [{ title: 'Tea', url: 'https://tea.test', content: 'How to brew' }] }),
    request: {
      url: 'https://api.tavily.com/search',
      body: expect.objectContaining({ query: 'brew tea', topic: 'general', max_results: 5, include_domains: [] }),
    },
    result: hit,
  },
  {
    node: googleCustomSearch,
    service: 'Google Custom Search',
    credential: { googleCustomSearchApiKey: 'key', googleCustomSearchApiId: 'engine' },
    answer: json({ items: [{ title: 'Tea', link: 'https://tea.test', snippet: 'How to brew' }] }),
    request: { url: 'https://www.googleapis.com/customsearch/v1?key=key&cx=engine&q=brew+tea' },
    result: hit,
  },
  {
    node: exaSearch,
    service: 'Exa',
    credential: { exaSearchApiKey: 'key' },
    answer: json({ results: [{ title: 'Tea', url: 'https://tea.test', text: 'How to brew' }] }),
    request: {
      url: 'https://api.exa.ai/search',
      body: { query: 'brew tea', type: 'auto', numResults: 5, contents: { text: { maxCharacters: 1500 } } },
    },
    result: hit,
  },
  {
    node: wolframAlpha,
    service: 'WolframAlpha',
    credential: { wolframAlphaAppId: 'key' },
    answer: text('Result: 3 minutes'),
    request: { url: 'https://www.wolframalpha.com/api/v1/llm-api?appid=key&input=brew+tea' },
    result: 'Result: 3 minutes',
  },
  {
    node: searXNG,
    service: 'SearXNG',
    credential: {},
    answer: json({
      answers: [{ answer: '3 minutes' }],
      results: [{ title: 'Tea', url: 'https://tea.test', content: 'How to brew' }],
    }),
    request: { url: 'http://localhost:8080/search?q=brew+tea&format=json' },
    result: `3 minutes\n\n${hit}`,
  },
  {
    node: arxiv,
    service: 'arXiv',
    credential: {},
    answer: text(
      '<feed><entry><id>http://arxiv.org/abs/1</id><published>2024-01-02T00:00:00Z</published><title>On\n tea</title><author><name>A. Leaf</name></author><summary> Brewing. </summary></entry></feed>',
    ),
    request: { url: 'https://export.arxiv.org/api/query?search_query=all%3Abrew+tea&max_results=3' },
    result: 'On tea\nA. Leaf\n2024-01-02\nhttp://arxiv.org/abs/1\nBrewing.',
  },
]

describe.each(vendors.map((vendor) => [vendor.node.name, vendor] as const))('%s', (_, vendor) => {
  const { node, credential, service } = vendor
  const build = (fetch: typeof globalThis.fetch) =>
    buildNode<Tool>(node, { credential, context: testContext({ fetch }) })

  test('asks the service and tells what it found', async () => {
    const { fetch, requests } = replay(vendor.answer)
    const tool = await build(fetch)
    expect(await tool.call({ input: 'brew tea' }, testRun())).toBe(vendor.result)
    expect(requests).toEqual([expect.objectContaining(vendor.request)])
  })

  test('names the service when the key is wrong, and does not repeat the key', async () => {
    const { fetch } = replay(json({ error: 'Invalid API key' }, { status: 401 }))
    const failure = (await build(fetch)).call({ input: 'brew tea' }, testRun())
    await expect(failure).rejects.toMatchObject({
      message: `${service} refused the credential (401): Invalid API key`,
      code: 'wrong-credential',
    })
  })

  test('stops with the run', async () => {
    const controller = new AbortController()
    const { fetch } = replay(hang())
    const asking = (await build(fetch)).call({ input: 'brew tea' }, testRun({ signal: controller.signal }))
    controller.abort(new Error('gone'))
    await expect(asking).rejects.toThrow('gone')
  })
})

test('a limit that is reached is tried three times in all, honouring Retry-After, then told', async () => {
  const limited = json({ message: 'slow down' }, { status: 429, headers: { 'retry-after': '0' } })
  const { fetch, requests } = replay(limited, limited, limited)
  const tool = await buildNode<Tool>(serper, { credential: { serperApiKey: 'key' }, context: testContext({ fetch }) })
  await expect(tool.call({ input: 'x' }, testRun())).rejects.toMatchObject({
    message: 'Serper has reached its limit (429): slow down',
    code: 'rate-limit',
  })
  expect(requests.length).toBe(3)
})

test('an answer that is not JSON, or of another shape, is told as such', async () => {
  const ask = async (answer: Answer) => {
    const { fetch } = replay(answer)
    const tool = await buildNode<Tool>(exaSearch, { credential: {}, context: testContext({ fetch }) })
    return tool.call({ input: 'x' }, testRun())
  }
  await expect(ask(text('<html>'))).rejects.toThrow("Exa sent a response that isn't JSON.")
  await expect(ask(json({ results: 7 }))).rejects.toThrow('Exa sent an unexpected response: results')
})
