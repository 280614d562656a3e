import type { AnswerEvent, Chat, ChatModel, ModelRequest, ScoredDocument, Tool } from '@chatwright/core'
import { expect, test } from 'vitest'
import { buildNode } from '../../test/build-node.ts'
import { fixedMemory, fixedRetriever } from '../../test/conforming-values.ts'
import { testContext } from '../../test/test-context.ts'
import { testRun } from '../../test/test-run.ts'
import toolAgent from '../agents/tool-agent.ts'
import conversationalRetrievalQAChain from '../chains/conversational-retrieval-qa-chain.ts'
import calculator from '../tools/calculator.ts'
import currentDateTime from '../tools/current-date-time.ts'
import retrieverTool from '../tools/retriever-tool.ts'
import builtInAnswerer from './built-in-answerer.ts'

const note = '*Built-in answerer: this is not a language model, it quotes your documents.*'

async function reply(
  request: Partial<ModelRequest> & { question: string },
  nodeContext = testContext(),
): Promise<string[]> {
  const model = await buildNode<ChatModel>(builtInAnswerer, { context: nodeContext })
  const { question, ...rest } = request
  const words: string[] = []
  for await (const event of model.stream({ messages: [{ role: 'user', content: question }], ...rest }, testRun())) {
    if (event.type === 'text') words.push(event.text)
  }
  return words
}

const found = (pageContent: string, score?: number, metadata: Record<string, unknown> = {}): ScoredDocument => ({
  pageContent,
  metadata,
  ...(score !== undefined && { score }),
})

test('quotes the nearest passage with its source, and streams word by word', async () => {
  const words = await reply({
    question: 'How high is the fee?',
    context: [
      found('Dogs travel free.', 0.31, { source: 'ferry.txt' }),
      found('Returning late costs 20 cents a day.', 0.62, { source: 'rules.pdf', loc: { pageNumber: 3 } }),
    ],
  })
  expect(words.join('')).toBe(
    `Here is what I found:\n\n> Returning late costs 20 cents a day.\n>\n> — rules.pdf, page 3\n\n${note}`,
  )
  expect(words.length).toBeGreaterThan(15)
})

test('quotes a second passage that is about as near', async () => {
  const words = await reply({
    question: 'How high is the fee?',
    context: [found('First.', 0.62), found('Second.', 0.6), found('Third.', 0.61)],
  })
  expect(words.join('')).toContain('> First.\n\n> Third.')
})

test('quotes three where none stands out, and only the nearest has to reach the floor', async () => {
  const words = await reply({
    question: 'How high is the fee?',
    context: [found('First.', 0.34), found('Second.', 0.28), found('Third.', 0.26), found('Fourth.', 0.25)],
  })
  expect(words.join('')).toBe(
    `I'm not sure this answers your question. It is the closest I found:\n\n> First.\n\n> Second.\n\n> Third.\n\n${note}`,
  )
})

test('of a long passage it quotes the sentences that speak of what was asked', async () => {
  const filler = Array.from({ length: 12 }, (_, index) => `Sentence ${index} is about the garden and its many beds.`)
  const passage = [...filler, 'The late charge is twenty cents a day.', 'It stops at five euros.', ...filler].join(' ')
  const words = await reply({ question: 'What does the late charge come to?', context: [found(passage, 0.5)] })
  expect(words.join('')).toContain('The late charge is twenty cents a day. It stops at five euros.')
  expect(words.join('').length).toBeLessThan(700)
})

test('quotes Markdown without its marks, and says which heading it stands under', async () => {
  const passage = '# Pinewood\n\n## Dogs ##\n\nDogs are **welcome**, at most __two__ per pitch. They cost 3 euros.'
  const words = await reply({
    question: 'Are dogs allowed?',
    context: [found(passage, 0.6, { source: 'camping.docx' })],
  })
  expect(words.join('')).toContain(
    '> Dogs are welcome, at most two per pitch. They cost 3 euros.\n>\n> — camping.docx › Dogs\n',
  )
})

test('quotes items of lists and rows of tables on lines of their own', async () => {
  const list = 'Bring along:\n\n* a tent\n   + pegs. And a hammer.\n10) a lamp\n\nSee you soon.'
  const table = '## Hours\n| Day | Open \\| closed |\n| --- | :-: |\n| Monday | 9 to 12 |\n| Tuesday |  |'
  const facts = '|  |  |\n| --- | --- |\n| Telephone | 0123 |'
  const cut = '| Friday | 10 to 12 | by appointment |'
  const words = await reply({
    question: 'When?',
    context: [list, table, facts, cut].map((text) => found(text, 0.4)),
  })
  expect(words.join('')).toContain(
    '> Bring along:\n>\n> - a tent\n> - pegs. And a hammer.\n> 10. a lamp\n>\n> See you soon.\n\n' +
      '> - Day: Monday; Open | closed: 9 to 12\n> - Day: Tuesday\n>\n> — Hours\n\n' +
      '> - Telephone: 0123\n',
  )
  expect((await reply({ question: 'When?', context: [found(cut, 0.6)] })).join('')).toContain(
    '> - Friday, 10 to 12, by appointment\n',
  )
})

test('a quote never runs from one section into the next', async () => {
  const passage = '## Cats\n\nThey stay at home.\n\n## Dogs\n\nThey are welcome.'
  const words = await reply({ question: 'What about dogs?', context: [found(passage, 0.6)] })
  expect(words.join('')).toContain('> They are welcome.\n>\n> — Dogs\n')
})

test.each([
  ['## Opening hours', 'Opening hours'],
  ['12 34', '12 34'],
])('a passage without a sentence is quoted all the same: %s', async (passage, quote) => {
  const words = await reply({ question: 'When?', context: [found(passage, 0.6)] })
  expect(words.join('')).toContain(`found:\n\n> ${quote}\n\n`)
})

test('says so when the nearest passage may be about something else', async () => {
  const context = [found('Dogs travel free on the ferry.', 0.44, { source: 'ferry.txt' })]
  expect((await reply({ question: 'When does the ferry leave?', context })).join('')).toBe(
    `I'm not sure this answers your question. It is the closest I found:\n\n> Dogs travel free on the ferry.\n>\n> — ferry.txt\n\n${note}`,
  )
})

test.each([
  ['below the floor', [found('Dogs travel free on the ferry.', 0.29)]],
  ['with nothing retrieved', []],
  ['without scores, when the words do not fit', [found('Dogs travel free on the ferry.')]],
])('says that it found nothing %s', async (_, context) => {
  const words = await reply({ question: 'Who painted the Night Watch?', context })
  expect(words.join('')).toBe(
    `I found nothing about that in the documents. Try other words, or another topic from the documents.\n\n${note}`,
  )
})

test('a question that names a heading is answered from there, below the floor too', async () => {
  const context = [
    found('# Guide\n\n## Authentication\n\nTokens expire.', 0.25),
    found('# Guide\n\n## Installing\n\nRun npm install.', 0.2),
  ]
  expect((await reply({ question: 'How do I install it?', context })).join('')).toBe(
    `I'm not sure this answers your question. It is the closest I found:\n\n> Run npm install.\n>\n> — Installing\n\n${note}`,
  )
})

test('without scores it goes by the words', async () => {
  const context = [found('Dogs travel free on the ferry.'), found('Cats must stay at home.')]
  expect((await reply({ question: 'Do dogs pay on the ferry?', context })).join('')).toContain('> Dogs travel free')
})

test('in a retrieval chain it is asked the question as it stands and quotes what was retrieved', async () => {
  const retriever = fixedRetriever(['Books are lent for four weeks.', 'The café is on the ground floor.'])
  const chain = await buildNode<Chat>(conversationalRetrievalQAChain, {
    inputs: {
      model: await buildNode(builtInAnswerer),
      vectorStoreRetriever: retriever,
      memory: fixedMemory([{ role: 'user', content: 'Hello' }]),
      chainOption: 'refine',
    },
  })
  let text = ''
  for await (const event of chain.answer({ question: 'For how long are books lent?' }, testRun())) {
    if (event.type === 'token') text += event.text
  }
  expect(retriever.queries).toEqual(['For how long are books lent?'])
  expect(text).toBe(`Here is what I found:\n\n> Books are lent for four weeks.\n>\n> — document 1\n\n${note}`)
})

const ferry = [found('Dogs travel free on the ferry.', 0.2)]

test.each([
  ['hello', /^Hello! Ask about something in your documents/],
  ['Good morning!', /^Hello!/],
  ['Thanks a lot!', /^You're welcome\./],
  ['What can you do?', /^I find the passages of your documents .*chat model/s],
  ['Who are you?', /^I find the passages/],
  ['what is 12*7', /^12\*7 = 84\n\n.*not a language model/],
  ['What day is it?', /^It is Sunday,? 15 November 2026/],
  ['Please summarise this document', /^A summary takes a language model.*> Dogs travel free on the ferry\./s],
  ['What is this document about?', /^A summary takes a language model/],
  ['Who says hello?', /^I found nothing about that/],
  ['What day is the meeting?', /^I found nothing about that/],
])('what is no question to the documents gets an answer of its own: %s', async (question, answer) => {
  const context = testContext({ now: () => Date.UTC(2026, 10, 15, 12) })
  const text = (await reply({ question, context: ferry }, context)).join('')
  expect(text).toMatch(answer)
  expect(text).toContain('not a language model')
})

test('documents that speak of it go before small talk', async () => {
  const context = [found('Say hello to the porter when you arrive.', 0.6)]
  expect((await reply({ question: 'Hello', context })).join('')).toContain('> Say hello to the porter')
})

test.each([
  ['Wie hoch ist der Beitrag?', 'The fee is 60 euros.'],
  ['How high is the fee?', 'Der Beitrag ist im Januar zu zahlen. Hunde sind nicht erlaubt.'],
  ['Сколько стоит билет?', 'Dogs travel free.'],
])('where it is not sure, it says that it is made for English: %s', async (question, passage) => {
  const unsure = (await reply({ question, context: [found(passage, 0.35)] })).join('')
  expect(unsure).toContain('The built-in search is made for English.')
  const sure = (await reply({ question, context: [found(passage, 0.7)] })).join('')
  expect(sure).not.toContain('made for English')
})

test('paragraphs and fields are not run together', async () => {
  const passage = 'Rules of the club\n\nRides start at nine.\nBring a helmet.'
  expect((await reply({ question: 'When?', context: [found(passage, 0.6)] })).join('')).toContain(
    '> Rules of the club\n>\n> Rides start at nine. Bring a helmet.\n',
  )
  const row = 'sku: A-102\nname: Lamp, brass\nprice: 89.90'
  expect((await reply({ question: 'What is a lamp?', context: [found(row, 0.6)] })).join('')).toContain(
    '> sku: A-102; name: Lamp, brass; price: 89.90\n',
  )
})

test.each([
  ['For how long are books lent?', ['Books are lent for four weeks.']],
  ['Who painted the Night Watch?', []],
])('the sources of an answer are what it quotes: %s', async (question, sources) => {
  const chain = await buildNode<Chat>(conversationalRetrievalQAChain, {
    inputs: {
      model: await buildNode(builtInAnswerer),
      vectorStoreRetriever: fixedRetriever(['Books are lent for four weeks.', 'The café is on the ground floor.']),
      returnSourceDocuments: true,
    },
  })
  const documents: string[] = []
  for await (const event of chain.answer({ question }, testRun())) {
    if (event.type === 'source-documents') documents.push(...event.documents.map((each) => each.pageContent))
  }
  expect(documents).toEqual(sources)
})

test('without documents it says what it is and how to connect a model', async () => {
  const text = (await reply({ question: 'Write me a poem' })).join('')
  expect(text).toContain('I am not a language model')
  expect(text).toContain('Ollama')
})

async function askAgent(question: string, tools: unknown[]): Promise<{ text: string; used: unknown }> {
  const agent = await buildNode<Chat>(toolAgent, { inputs: { model: await buildNode(builtInAnswerer), tools } })
  const events: AnswerEvent[] = []
  for await (const event of agent.answer({ question }, testRun({ question }))) events.push(event)
  return {
    text: events.map((event) => (event.type === 'token' ? event.text : '')).join(''),
    used: events.flatMap((event) => (event.type === 'used-tools' ? event.tools.map((each) => each.toolInput) : [])),
  }
}

test('as an agent it calculates, tells the date and searches when the match is plain', async () => {
  const context = testContext({ now: () => Date.UTC(2026, 10, 15, 5, 30) })
  const tools = [
    await buildNode<Tool>(calculator),
    await buildNode<Tool>(currentDateTime, { context }),
    await buildNode<Tool>(retrieverTool, {
      inputs: {
        retriever: fixedRetriever(['Books are lent for four weeks.', 'The café is on the ground floor.']),
        name: 'search_library',
        description: 'Searches the rules of the library.',
      },
    }),
  ]
  const pass = '*Built-in answerer: not a language model. It passes on what its tools return.*'
  expect(await askAgent('What is 20% of 80 plus 4?', tools)).toEqual({
    text: `20% * 80 + 4 = 20\n\n${pass}`,
    used: [{ input: '20% * 80 + 4' }],
  })
  expect(await askAgent('What day is it today?', tools)).toEqual({
    text: `It is Sunday, 2026-11-15, 05:30:00 (UTC).\n\n${pass}`,
    used: [{}],
  })
  const searched = await askAgent('For how many weeks are books lent?', tools)
  expect(searched.used).toEqual([{ input: 'For how many weeks are books lent?' }])
  expect(searched.text).toContain('> Books are lent for four weeks.')
})

test.each([
  ['Add chapter 3 - the fee to my list', undefined],
  ['How many days are in 2024?', undefined],
  ['Calculate 3 x (4 + 5)', '3 * (4 + 5)'],
  ['what is the square root of 2 ?', 'sqrt(2)'],
])('takes %s for arithmetic only when it is', async (question, expression) => {
  const { used } = await askAgent(question, [await buildNode<Tool>(calculator)])
  expect(used).toEqual(expression === undefined ? [] : [{ input: expression }])
})
