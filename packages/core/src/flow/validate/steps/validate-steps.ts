import type { NodeDescription } from '../../../node/definition.ts'
import type { CatalogueIndex } from '../../catalogue-index.ts'
import type { Flow, FlowNode } from '../../document.ts'
import { stateKeys } from '../../steps/offer-references.ts'
import { checkCredential } from '../check-credential.ts'
import { checkVersion } from '../check-version.ts'
import type { Problem } from '../problem.ts'
import { checkDeciders } from './check-deciders.ts'
import { checkPaths } from './check-paths.ts'
import { checkSideBySide } from './check-side-by-side.ts'
import { checkStepInputs } from './check-step-inputs.ts'
import { checkStepReferences } from './check-step-references.ts'

type Describe = Pick<CatalogueIndex, 'describe'>

/** Everything that would keep a flow of agents from running as it is drawn, each with its way out. */
export function validateSteps(flow: Flow, index: Describe, credentials: ReadonlySet<string> | undefined): Problem[] {
  const steps = flow.nodes.flatMap((node) => {
    const description = index.describe(node.data.name)
    return node.type === 'stickyNote' || description?.traits?.inert ? [] : [{ node, description }]
  })
  const keys = new Set(stateKeys(flow, index))
  const own = steps.flatMap(({ node, description }) => {
    if (!description) return [unknownStep(node)]
    if (!description.traits?.step) return [noStep(node, description)]
    return [
      ...checkVersion(node, description),
      ...checkStepInputs(node, { description, index, credentials }),
      ...checkCredential(node, description, credentials),
      ...checkStepReferences(flow, node, { description, index, keys }),
    ]
  })
  return [...checkPaths(flow, steps), ...checkSideBySide(flow, steps), ...own, ...checkDeciders(flow, steps, index)]
}

function unknownStep({ id, data }: FlowNode): Problem {
  return {
    code: 'unknown-node',
    severity: 'error',
    nodeId: id,
    message: `${data.label} (${data.name}) isn't installed on this server, so it can't run.`,
    fix: 'Replace it with a step from the palette, or delete it. Its settings are stored until then.',
    phrase: { id: 'stepUnknown', values: { node: data.label, name: data.name } },
  }
}

function noStep({ id, data }: FlowNode, description: NodeDescription): Problem {
  return {
    code: 'no-step',
    severity: 'error',
    nodeId: id,
    message: `${data.label} isn't a step, so it can't run in an agent flow.`,
    fix: `Delete it, and choose ${description.label} inside a step that needs one.`,
    phrase: { id: 'noStep', values: { node: data.label, kind: description.label } },
  }
}
