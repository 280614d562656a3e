import { flowKind, isOlderAgentflow } from '../agentflow.ts'
import type { CatalogueIndex } from '../catalogue-index.ts'
import type { Flow, FlowNode } from '../document.ts'
import { replacementFor } from '../older-replacements.ts'
import { upstreamOf } from '../upstream.ts'
import { checkCredential } from './check-credential.ts'
import { checkCycle } from './check-cycle.ts'
import { checkEdges } from './check-edges.ts'
import { checkEndings } from './check-endings.ts'
import { checkInputs } from './check-inputs.ts'
import { checkPromptVariables } from './check-prompt-variables.ts'
import { checkReferences } from './check-references.ts'
import { checkVersion } from './check-version.ts'
import { checkConversion } from './check-conversion.ts'
import { endingNodes } from './ending-nodes.ts'
import type { Problem } from './problem.ts'
import { validateSteps } from './steps/validate-steps.ts'

export interface ValidateOptions {
  /** The ids of the credentials that exist; without them, only their absence from a node is a problem. */
  credentials?: Iterable<string>
}

/** Everything that would keep a flow from answering, or make it answer oddly, each with its way out. */
export function validateFlow(
  flow: Flow,
  index: Pick<CatalogueIndex, 'describe'>,
  options: ValidateOptions = {},
): Problem[] {
  if (flow.nodes.length === 0) return []
  const credentials = options.credentials && new Set(options.credentials)
  if (flowKind(flow) === 'agents') return validateSteps(flow, index, credentials)
  if (isOlderAgentflow(flow)) return validateOlder(flow, index, credentials)
  const endings = endingNodes(flow, index)
  const problems = [...checkEndings(flow, index, endings), ...checkCycle(flow), ...checkEdges(flow)]
  const needed = neededNodes(flow, index, endings)
  for (const node of flow.nodes) {
    for (const problem of checkNode(flow, node, { index, credentials })) {
      problems.push(needed.has(node.id) ? problem : { ...problem, severity: 'warning' })
    }
  }
  return problems
}

/** A flow of the first agent kind has no ending node: it is whole when it can become steps. */
function validateOlder(
  flow: Flow,
  index: Pick<CatalogueIndex, 'describe'>,
  credentials: ReadonlySet<string> | undefined,
): Problem[] {
  const own = flow.nodes.flatMap((node) => checkNode(flow, node, { index, credentials }))
  return [...checkConversion(flow, index), ...checkCycle(flow), ...checkEdges(flow), ...own]
}

function checkNode(
  flow: Flow,
  node: FlowNode,
  { index, credentials }: { index: Pick<CatalogueIndex, 'describe'>; credentials: ReadonlySet<string> | undefined },
): Problem[] {
  if (node.type === 'stickyNote') return []
  const description = index.describe(node.data.name)
  if (description?.traits?.inert) return []
  if (!description) return [unknownNode(node)]
  return [
    ...checkVersion(node, description),
    ...checkInputs(flow, node, description),
    ...checkCredential(node, description, credentials),
    ...checkPromptVariables(flow, node, index),
    ...checkReferences(flow, node),
  ]
}

/** What the answer or a store of documents hangs on; a node left lying beside the flow keeps nobody from running it. */
function neededNodes(flow: Flow, index: Pick<CatalogueIndex, 'describe'>, endings: readonly FlowNode[]): Set<string> {
  const stores = flow.nodes.filter((node) => index.describe(node.data.name)?.traits?.upserts)
  const needed = new Set<string>()
  for (const node of [...endings, ...stores]) {
    if (needed.has(node.id)) continue
    needed.add(node.id)
    for (const id of upstreamOf(flow, node.id)) needed.add(id)
  }
  return needed
}

function unknownNode({ id, data }: FlowNode): Problem {
  const instead = replacementFor(data.name)
  return {
    code: 'unknown-node',
    severity: 'error',
    nodeId: id,
    message: `${data.label} (${data.name}) isn't installed on this server, so it can't run.`,
    fix:
      instead === undefined
        ? 'Replace it with a node from the palette, or delete it. Its settings are stored until then.'
        : `Use ${instead} instead. Its settings are stored until then.`,
    phrase:
      instead === undefined
        ? { id: 'nodeUnknown', values: { node: data.label, name: data.name } }
        : { id: 'nodeReplaced', values: { node: data.label, name: data.name, instead } },
  }
}
