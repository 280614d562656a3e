import { findReferences, isParam, type Flow, type NodeDefinition } from '@chatwright/core'
import type { Catalogue } from './catalogue.ts'
import { closure } from './closure.ts'
import { compileInputs } from './compile-inputs.ts'
import { readDrawing, type DrawnNode, type Drawing } from './drawing.ts'
import { findEndings, findStore, unknownNode } from './endings.ts'
import { orderNeeded } from './order.ts'
import type { Link, Plan, Step, StepCredential } from './plan.ts'

export interface CompileOptions {
  /** `answer` a question (the default), or `upsert`: load documents into a vector store. */
  mode?: 'answer' | 'upsert'
  /** Which vector store, when there are several. */
  stopNodeId?: string
}

/** Checks a flow and makes it ready to run many times. Throws a FlowError when the drawing cannot run. */
export async function compile(flow: Flow, catalogue: Catalogue, options: CompileOptions = {}): Promise<Plan> {
  const mode = options.mode ?? 'answer'
  const drawing = readDrawing(flow, catalogue, mode)
  const targets =
    mode === 'answer'
      ? liveEndings(findEndings(flow, catalogue, drawing), drawing)
      : [findStore(drawing, options.stopNodeId)]
  const order = orderNeeded(drawing, targets).map((id) => known(drawing, id))
  const definitions = await Promise.all(
    order.map(({ node, description }) => catalogue.loadNode(description?.name ?? node.data.name)),
  )

  const indexOf = new Map(order.map(({ id }, index) => [id, index]))
  const steps: Step[] = []
  for (const [index, drawn] of order.entries()) {
    const definition = definitions[index]
    if (definition) steps.push(makeStep(drawn, definition, { index, indexOf, steps, mode }))
  }
  const forks = steps.filter(({ isFork }) => isFork).map(({ index }) => index)
  const endings = targets.flatMap((id) => indexOf.get(id) ?? [])
  return {
    mode,
    steps,
    indexOf,
    fresh: new Set(steps.filter(({ isFresh }) => isFresh).map(({ index }) => index)),
    endings,
    forks,
    needs: new Map([...endings, ...forks].map((target) => [target, closure(steps, target)])),
    usesHistory: usesRequestVariable(order, 'chat_history'),
    usesFileAttachment: usesRequestVariable(order, 'file_attachment'),
    usesVariables: order.some(({ inputs }) => findReferences(inputs).some(({ type }) => type === 'variable')),
    shared: steps.map(() => ({ state: 'absent' })),
  }
}

/** The best ending; and when a branch decides whether it is alive, the ones that may be alive in its place. */
function liveEndings(endings: string[], drawing: Drawing): string[] {
  const firstCertain = endings.findIndex((id) => !hangsOnFork(drawing, id))
  return firstCertain === -1 ? endings : endings.slice(0, firstCertain + 1)
}

function hangsOnFork({ nodes }: Drawing, id: string): boolean {
  const seen = new Set([id])
  // A set is walked in insertion order, also over what is added meanwhile.
  for (const current of seen) {
    const drawn = nodes.get(current)
    if (drawn?.description?.traits?.branches) return true
    for (const { source } of drawn?.incoming ?? []) seen.add(source)
  }
  return false
}

function known(drawing: Drawing, id: string): DrawnNode {
  const drawn = drawing.nodes.get(id)
  if (!drawn) throw new Error(`The order holds the node "${id}" that the drawing lacks`)
  if (!drawn.description) throw unknownNode(drawn)
  return drawn
}

interface StepPlace {
  index: number
  indexOf: ReadonlyMap<string, number>
  /** The steps before this one, so all it depends on. */
  steps: readonly Step[]
  mode: Plan['mode']
}

function makeStep(drawn: DrawnNode, definition: NodeDefinition, { index, indexOf, steps, mode }: StepPlace): Step {
  const { node, description, output } = drawn
  const traits = description?.traits ?? {}
  const values = migrate(definition, drawn)
  const links = drawn.incoming.flatMap((incoming): Link[] => {
    const source = indexOf.get(incoming.source)
    if (source === undefined) return []
    return [{ source, output: incoming.output, isRequired: isRequiredAnchor(drawn, incoming.input) }]
  })
  const dependencies = [...new Set(links.map(({ source }) => source))]
  const usesRequest = traits.usesRequest === true || (traits.usesRequest?.includes(output) ?? false)
  const isFork = traits.branches === true
  return {
    index,
    tag: { id: drawn.id, name: definition.name, label: node.data.label },
    definition,
    credential: stepCredential(drawn),
    output,
    inputs: compileInputs(drawn, values, { indexOf, mode }),
    dependencies,
    links,
    isFork,
    isGuarded: dependencies.some((source) => steps[source]?.isGuarded || steps[source]?.isFork),
    isFresh:
      usesRequest ||
      isFork ||
      findReferences(values).some(({ type }) => type !== 'node') ||
      dependencies.some((source) => steps[source]?.isFresh),
    worksWhileBuilding: usesRequest || isFork,
  }
}

/** Brings the inputs of a flow saved with an older version of the node into today's shape. */
function migrate(definition: NodeDefinition, { node, inputs }: DrawnNode): Record<string, unknown> {
  const savedWith = node.data.version ?? 1
  const due = (definition.migrations ?? []).filter(({ to }) => to > savedWith).sort((a, b) => a.to - b.to)
  return due.reduce((values, migration) => migration.migrate(values), { ...inputs })
}

function isRequiredAnchor({ description }: DrawnNode, name: string | undefined): boolean {
  const input = description?.inputs.find((candidate) => candidate.name === name)
  return input !== undefined && !isParam(input) && !input.optional && !input.list
}

function stepCredential({ node, description }: DrawnNode): StepCredential | undefined {
  if (!description?.credential) return undefined
  const id: unknown = node.data.credential ?? node.data.inputs?.['FLOWISE_CREDENTIAL_ID']
  return {
    id: typeof id === 'string' && id !== '' ? id : undefined,
    names: description.credential.credentialNames ?? [],
    isOptional: description.credential.optional ?? false,
  }
}

function usesRequestVariable(order: readonly DrawnNode[], variable: string): boolean {
  return order.some(({ inputs }) =>
    findReferences(inputs).some((reference) => reference.type === 'request' && reference.name === variable),
  )
}
