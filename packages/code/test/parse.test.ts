import { expect, test } from 'vitest'
import { ENTRY, LAYOUT, parse, print, read, template } from './folder.ts'

const CHAT = `export default chatFlow('Support')

const model = chatOpenAI.v8_3({
  temperature: 0.2,
})

const answer = conversationChain.v3('Answer', {
  model,
  memory: bufferMemory_0,
})

const bufferMemory_0 = bufferMemory.v2()
`

function plain(code: string): unknown {
  const { flow, problems } = read(code)
  expect(problems).toEqual([])
  return flow?.nodes.map(({ id, data }) => ({ id, label: data.label, inputs: data.inputs }))
}

test('hand-written code is a flow: nodes in any order, with places beside what feeds them', () => {
  const { flow } = read(CHAT)
  expect(flow?.edges.map(({ source, target, targetHandle }) => [source, target, targetHandle.split('-')[2]])).toEqual([
    ['model', 'answer', 'model'],
    ['bufferMemory_0', 'answer', 'memory'],
  ])
  const answer = flow?.nodes.find(({ id }) => id === 'answer')
  expect(answer?.data.label).toBe('Answer')
  expect(answer?.data.inputs['model']).toBe('{{model.data.instance}}')
  const right = Math.max(...(flow?.nodes.map(({ position }) => position.x) ?? []))
  expect(answer?.position.x).toBe(right)
})

test.each([
  ['double quotes', "'Answer'", '"Answer"'],
  ['template literals', "'Answer'", '`Answer`'],
  ['escapes', "'Answer'", "'\\x41n\\u0073we\\u{72}'"],
  ['no trailing commas', ',\n}', '\n}'],
  ['semicolons', '})\n', '});\n'],
  ['windows line ends', '\n', '\r\n'],
  ['tabs', '  ', '\t'],
  ['a mark of byte order', 'export', '\uFEFFexport'],
  ['a literal in a const', "conversationChain.v3('Answer'", 'conversationChain.v3(label'],
  ['exported consts', 'const model', 'export const model'],
  ['quoted keys', 'temperature:', "'temperature':"],
  ['a whole object in a const', '{\n  temperature: 0.2,\n}', '{ temperature: warmth }'],
])('%s are read as the same flow', (_, from, to) => {
  const code = CHAT.replaceAll(from, () => to)
  expect(code).not.toBe(CHAT)
  const more = code.includes('label')
    ? "const label = 'Answer'\n"
    : code.includes('warmth')
      ? 'const warmth = 0.2\n'
      : ''
  expect(plain(code + more)).toEqual(plain(CHAT))
})

test('comments stay with the node below them, and come back above it', () => {
  const { flow } = read(`// About the flow.
export default chatFlow('Support')

/**
 * The cheap one
 * is enough.
 */
const chatOpenAI_0 = chatOpenAI.v8_3({
  // Not too warm.
  temperature: 0.2,
})
// The end.
`)
  expect(flow?.nodes[0]?.data['code']).toEqual({
    head: 'About the flow.',
    comment: 'The cheap one\nis enough.\nNot too warm.',
    tail: 'The end.',
  })
  expect(print(flow!).get(ENTRY)).toBe(`// About the flow.
export default chatFlow('Support')

// The cheap one
// is enough.
// Not too warm.
const chatOpenAI_0 = chatOpenAI.v8_3({
  temperature: 0.2,
})

// The end.
`)
})

test.each([
  ['no end of a text', "const a = chatOpenAI.v8_3('x\n)", '2:27 text-open'],
  ['no end of a comment', '/* x', '2:1 comment-open'],
  ['a hole', 'const a = `x${1}`', '2:13 template-hole'],
  ['a loop', 'for (;;) {}', '2:1 statement-unknown'],
  ['an import', "import x from 'y'", '2:1 statement-unknown'],
  ['a function', 'const a = () => 1', '2:11 sign-unexpected'],
  ['a computed value', 'const a = 1 + 1', '2:13 statement-unknown'],
  ['a call of anything', 'const a = fetch("x")', '2:11 node-unknown'],
  ['a regular expression', 'const a = /x/', '2:11 sign-unexpected'],
  ['a spread', 'const a = { ...b }', '2:13 key-unknown'],
  ['an assertion of a type', 'const a = 1 as const', '2:13 statement-unknown'],
  ['a number without bounds', 'const a = 1e999', '2:11 number-wrong'],
  ['a number with letters', 'const a = 1n', '2:11 number-wrong'],
  ['two of a name', 'const a = 1\nconst a = 2', '3:7 name-twice'],
  ['a name of nothing', 'const a = chatOpenAI.v8_3({ temperature: b })', '2:42 name-unknown'],
  ['a const made of itself', 'const a = [a]', '2:12 name-circle'],
  ['an unknown node', 'const a = chatOpenAl.v1()', '2:11 node-unknown'],
  ['another version', 'const a = chatOpenAI.v1()', '2:11 version-other'],
  ['an unknown input', 'const a = chatOpenAI.v8_3({ temprature: 1 })', '2:29 input-unknown'],
  ['an input twice', 'const a = chatOpenAI.v8_3({ topP: 1, topP: 2 })', '2:38 key-twice'],
  ['a change of prototypes', 'const a = { __proto__: {} }', '2:13 key-proto'],
  ['a letter that looks like another', 'const \u0430 = 1', '2:7 letter-foreign'],
  ['a hidden mark of direction', "const a = '\u202E'", '2:12 sign-hidden'],
  ['a file elsewhere', "const a = plainText.v2({ text: file('../../etc/passwd') })", '2:32 file-outside'],
  ['a file that is not there', "const a = plainText.v2({ text: file('prompts/a.md') })", '2:32 file-missing'],
  ['what does not fit', 'const a = bufferMemory.v2()\nconst b = llmChain.v3({ model: a })', '3:32 cannot-connect'],
  ['itself', 'const b = llmChain.v3({ model: b })', '2:32 cannot-connect'],
  ['a step of an agent flow', 'const a = startAgentflow.v1_4()', '2:7 kind-other'],
  ['a second name', "export default chatFlow('Other')", '2:1 header-twice'],
  ['raw of anything', 'raw({ flows: [] })', '2:1 raw-wrong'],
  ['no id', 'const a = chatOpenAI.v8_3({ id: 1 })', '2:29 setting-wrong'],
  ['one id twice', "const a = chatOpenAI.v8_3()\nconst b = chatOpenAI.v8_3({ id: 'a' })", '3:7 id-twice'],
])('%s is refused where it stands', (_, code, problem) => {
  const { flow, problems, messages } = read(`export default chatFlow('Support')\n${code}\n`)
  expect(flow).toBeUndefined()
  expect(problems).toContain(problem)
  // What is wrong, then what to do; and nothing that was not filled in.
  expect(
    messages.filter((message) =>
      /\{\w+\}/.test(message.replaceAll(/const name = node\.v1\(\{ … \}\)|\{\{id\}\}/g, '')),
    ),
  ).toEqual([])
})

test('a circle names the nodes of it', () => {
  const { messages } = read(`export default agentFlow('Support')
const a = directReplyAgentflow.v1({ after: b })
const b = llmAgentflow.v1_1({ after: c })
const c = llmAgentflow.v1_1({ after: b })
`)
  expect(messages).toContain('These nodes form a circle: c → b → c. Remove one of the connections between them.')
})

test('one broken statement hides no other problem', () => {
  const { problems } = read(`export default chatFlow('Support')
const a = chatOpenAI.v8_3({ temperature: ?? })
const b = chatOpenAI.v8_3({ temprature: 1 })
`)
  expect(problems).toEqual(['2:42 sign-unexpected', '3:29 input-unknown'])
})

test('a merge conflict is named, in the code and beside it', () => {
  const conflict = '<<<<<<< HEAD\nconst a = 1\n=======\nconst a = 2\n>>>>>>> feature\n'
  expect(read(`export default chatFlow('Support')\n${conflict}`).messages).toEqual([
    'A merge conflict starts here (HEAD and feature). Choose one version and delete the markers.',
  ])
  expect(read(CHAT, { [LAYOUT]: conflict }).problems).toEqual(['1:1 merge-conflict'])
  const code = `export default chatFlow('Support')\nconst a = plainText.v2({ text: file('prompts/a.md') })\n`
  expect(read(code, { 'prompts/a.md': conflict }).problems).toEqual(['1:1 merge-conflict'])
})

test('deep nesting and consts that multiply are refused, not followed', () => {
  const deep = `const a = ${'['.repeat(100_000)}`
  expect(read(`export default chatFlow('S')\n${deep}`).problems).toEqual(['2:121 too-deep'])
  const bomb = Array.from({ length: 40 }, (_, index) => `const c${index} = [${`c${index + 1}, `.repeat(20)}]`)
  const { problems } = read(`export default chatFlow('S')\n${bomb.join('\n')}\nconst c40 = 1\n`)
  expect(problems.filter((each) => each.endsWith('too-large')).length).toBeGreaterThan(0)
  const chain = Array.from({ length: 5000 }, (_, index) => `const c${index} = c${index + 1}`)
  expect(read(`export default chatFlow('S')\n${chain.join('\n')}\nconst c5000 = 1\n`).problems).toContain(
    '2:12 too-deep',
  )
})

test('a renamed const is a renamed node: its place, its connections and what speaks of it go along', async () => {
  const flow = await template('two-steps')
  const files = print(flow)
  const code = files.get(ENTRY)!
  files.set(ENTRY, code.replaceAll(/\bllmChain_0\b/g, 'outline'))
  const { flow: after, problems } = parse(files, flow)
  expect(problems).toEqual([])
  const [was, is] = [
    flow.nodes.find(({ id }) => id === 'llmChain_0')!,
    after!.nodes.find(({ id }) => id === 'outline')!,
  ]
  expect(is.position).toEqual(was.position)
  expect(after!.nodes.map(({ id }) => id)).toEqual(flow.nodes.map(({ id }) => (id === 'llmChain_0' ? 'outline' : id)))
  expect(JSON.stringify(after)).not.toContain('llmChain_0')
  expect(after!.edges).toHaveLength(flow.edges.length)
})

test('a node that no catalogue has is written with all its inputs, and read without one', () => {
  const code = `export default chatFlow('Support')

const shout_0 = node('shout@1', 'Shout', {
  model: chatOpenAI_0,
  suffix: '!',
})

const chatOpenAI_0 = chatOpenAI.v8_3()
`
  const { flow, problems } = read(code)
  expect(problems).toEqual([])
  expect(flow?.nodes.find(({ id }) => id === 'shout_0')?.data).toMatchObject({
    name: 'shout',
    version: 1,
    label: 'Shout',
    inputs: { model: '{{chatOpenAI_0.data.instance}}', suffix: '!' },
  })
  expect(flow?.edges).toMatchObject([{ source: 'chatOpenAI_0', target: 'shout_0' }])
})
