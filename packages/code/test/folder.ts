import type { Flow } from '@chatwright/core'
import { createCatalogueIndex, isStepDescription } from '@chatwright/core'
import { loadCatalogue } from '@chatwright/nodes'
import type { ParsedFlow } from '../src/index.ts'
import { parseFlow, printFlow } from '../src/index.ts'

export const { nodes, templates } = await loadCatalogue()
export const catalogue = createCatalogueIndex(nodes)
export const steps = nodes.filter((node) => isStepDescription(node))
export const chats = nodes.filter((node) => !isStepDescription(node))

export const ENTRY = 'flows/support.flow.ts'
export const LAYOUT = 'flows/support.layout.json'

export function print(flow: Flow): Map<string, string> {
  return new Map(printFlow(flow, catalogue, { name: 'Support' }).files)
}

export function parse(files: ReadonlyMap<string, string>, before?: Flow): ParsedFlow {
  return parseFlow((path) => files.get(path), catalogue, { entry: ENTRY, ...(before && { before }) })
}

/** The flow of some code, with what was wrong with it as `line:column code`. */
export function read(
  code: string,
  others: Record<string, string> = {},
): { flow: Flow | undefined; problems: string[]; messages: string[] } {
  const { flow, problems } = parse(new Map(Object.entries({ [ENTRY]: code, ...others })))
  return {
    flow,
    problems: problems.map(({ line, column, code: name }) => `${line}:${column} ${name}`),
    messages: problems.map(({ message }) => message),
  }
}

/** The flow of a template. */
export async function template(id: string): Promise<Flow> {
  const found = (await templates()).find((each) => each.id === id)
  if (!found) throw new Error(`There is no template ${id}`)
  const { nodes: drawn, edges } = JSON.parse(JSON.stringify(found.content)) as Flow
  return { nodes: drawn, edges }
}
