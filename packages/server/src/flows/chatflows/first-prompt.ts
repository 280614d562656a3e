import {
  markdownOfHtml,
  parseFlowData,
  readableText,
  readRows,
  withoutMarks,
  type FlowNode,
  type NodeDescription,
} from '@chatwright/core'

/** Where nodes keep what a model is told, the most telling first. */
const PROMPTS = ['systemMessage', 'systemMessagePrompt', 'systemPrompt', 'template', 'prefix', 'workerPrompt']
/** The same in steps: rows with a role and a text. */
const MESSAGES = ['agentMessages', 'llmMessages']
/** A list does not wait for graphs longer than this, in characters. */
export const LONGEST_READ = 100_000
/** More does not fit on a card. */
const MOST = 160
const TAG = /<\/?[a-z][^<>]*>/gi

export type Describe = (name: string) => Pick<NodeDescription, 'inputs'> | undefined

/** How the first prompt of a flow begins. What nodes come with says nothing of the flow. */
export function firstPrompt(flowData: string | undefined, describe: Describe): string | undefined {
  const nodes = nodesOf(flowData)
  const labels = new Map(nodes.map(({ id, data }) => [id, data.label]))
  for (const node of nodes) {
    const line = promptsOf(node, describe)
      .map(firstLine)
      .find((text) => text !== '')
    if (line !== undefined) return shortened(readableText(withoutMarks(line), (id) => labels.get(id)))
  }
  return undefined
}

/** One that cannot be read is told of where it is opened; lists show the flow all the same. */
function nodesOf(flowData = ''): readonly FlowNode[] {
  try {
    return parseFlowData(flowData).nodes
  } catch {
    return []
  }
}

function promptsOf({ data: { name, inputs } }: FlowNode, describe: Describe): string[] {
  const usual = new Map(describe(name)?.inputs?.map((input) => [input.name, input.default]))
  const written = PROMPTS.map((key) => (inputs[key] === usual.get(key) ? undefined : inputs[key]))
  const said = MESSAGES.flatMap((key) => readRows(inputs[key]) ?? []).filter(({ role }) => role === 'system')
  return [...written, ...said.map(({ content }) => content)].filter((text) => typeof text === 'string')
}

/** The first line that says something. A tag says nothing, nor do marks that begin a line. */
function firstLine(text: string): string {
  const written = markdownOfHtml(text)
  const line = written.split('\n').find((each) => /\p{L}/u.test(each.replaceAll(TAG, ''))) ?? ''
  // One that is never closed stands for something: “Answer in <language>.”
  const closed = new Set((written.match(TAG) ?? []).filter((tag) => tag[1] === '/').map(nameOf))
  return line
    .replaceAll(TAG, (tag) => (closed.has(nameOf(tag)) ? '' : tag))
    .replace(/^(?:[\s#>-]|\*\s)+/, '')
    .trim()
}

function nameOf(tag: string): string {
  return /[a-z][\w-]*/i.exec(tag)?.[0].toLowerCase() ?? ''
}

/** Never within a sign that takes two units. */
function shortened(line: string): string {
  if (line.length <= MOST) return line
  return `${line
    .slice(0, MOST - 1)
    .replace(/[\uD800-\uDBFF]$/, '')
    .trimEnd()}…`
}
