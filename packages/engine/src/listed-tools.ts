import { NodeError, type Run, type Tool, type Toolkit } from '@chatwright/core'
import { callOnce } from './calls.ts'
import type { NodeTag } from './fault.ts'

type Listed = Omit<Tool, 'kind' | 'call'>

/** The tools of a kit. Where a record tells which there were, the kit is asked only when one of them is really called. */
export async function listedTools(kit: Toolkit, node: NodeTag, run: Run): Promise<Tool[]> {
  let asked: Promise<Tool[]> | undefined
  const ask = (inner: Run): Promise<Tool[]> => (asked ??= kit.tools(inner))
  const asking = { kind: 'tools', method: 'list', effect: 'reads', input: {} } as const
  const listed = await callOnce(node, run, asking, async (inner) => (await ask(inner)).map(listing))
  if (asked) return asked
  return listed.map((tool): Tool => ({
    ...tool,
    kind: 'tool',
    call: async (input, inner) => {
      const found = (await ask(inner)).find(({ name }) => name === tool.name)
      if (!found) throw new NodeError(`The tool "${tool.name}" is no longer available.`, { code: 'failed' })
      return found.call(input, inner)
    },
  }))
}

function listing({ name, description, parameters, returnDirect, effect, callsNodes }: Tool): Listed {
  return {
    name,
    description,
    parameters,
    ...(returnDirect && { returnDirect }),
    ...(effect && { effect }),
    ...(callsNodes && { callsNodes }),
  }
}
