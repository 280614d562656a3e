import { parseFlowData, readRows, type FlowNode, type NodeDescription } from '@chatwright/core'

/** Where nodes keep what a model is told, the most telling first. */
const PROMPTS = ['systemMessage', 'systemMessagePrompt', 'systemPrompt', 'template', 'prefix', 'workerPrompt']
/** The same in steps: rows with a role and a text. */
const MESSAGES = ['agentMessages', 'llmMessages']
/** A list does not wait for graphs longer than this, in characters. */
export const LONGEST_READ = 100_000
/** More does not fit on a card. */
const MOST = 160

type Describe = (name: string) => Pick<NodeDescription, 'inputs'> | undefined

/** How the first prompt of a flow begins. What nodes come with says nothing of the flow. */
export function firstPrompt(flowData: string | undefined, describe: Describe): string | undefined {
  for (const node of nodesOf(flowData)) {
    const line = promptsOf(node, describe)
      .map(firstLine)
      .find((text) => text !== '')
    if (line !== undefined) return line.length > MOST ? `${line.slice(0, MOST - 1).trimEnd()}…` : line
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

function firstLine(text: string): string {
  const line = text.split('\n').find((each) => /\p{L}/u.test(each)) ?? ''
  return line
    .replaceAll(/<[^>]{1,100}>/g, '')
    .replace(/^[\s#>*-]+/, '')
    .trim()
}
