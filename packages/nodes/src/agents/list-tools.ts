import { NodeError, type Run, type Tool, type Toolkit } from '@chatwright/core'

/** The tools of an agent, toolkits opened. Two of one name cannot be told apart by a model. */
export async function listTools(connected: readonly (Tool | Toolkit)[] | undefined, run: Run): Promise<Tool[]> {
  const opened = await Promise.all(
    (connected ?? []).map(async (each) => (each.kind === 'toolkit' ? each.tools(run) : [each])),
  )
  const tools = opened.flat()
  const names = new Set<string>()
  const twice = tools.find(({ name }) => names.size === names.add(name).size)?.name
  if (twice !== undefined) {
    throw new NodeError(`Two tools have the name "${twice}".`, {
      code: 'bad-input',
      field: 'tools',
      hint: 'Rename one of the tools.',
    })
  }
  return tools
}
