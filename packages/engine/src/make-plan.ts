import { findReferences, isParam, type NodeAlias, type NodeDefinition, type ValueKind } from '@chatwright/core'
import type { Catalogue } from './catalogue.ts'
import { closure } from './closure.ts'
import { compileInputs } from './compile-inputs.ts'
import type { DrawnNode, Drawing } from './drawing.ts'
import { unknownNode } from './find-wanted.ts'
import { orderNeeded } from './order.ts'
import type { Link, ValuePlan, SharedCell, SharedCells, Step } from './plan.ts'
import type { StepCredential } from './step-credential.ts'

interface PlanOptions<Kind extends ValueKind> {
  want: Kind
  /** The nodes whose values are wanted. */
  targets: readonly string[]
  catalogue: Catalogue
  cells: SharedCells
}

/** Makes what the targets need ready to be built many times. */
export async function makePlan<Kind extends ValueKind>(
  drawing: Drawing,
  { want, targets, catalogue, cells }: PlanOptions<Kind>,
): Promise<ValuePlan<Kind>> {
  const order = orderNeeded(drawing, targets).map((id) => known(drawing, id))
  const definitions = await Promise.all(
    order.map(({ node, description }) => catalogue.loadNode(description?.name ?? node.data.name)),
  )

  const indexOf = new Map(order.map(({ id }, index) => [id, index]))
  const steps: Step[] = []
  for (const [index, drawn] of order.entries()) {
    const definition = definitions[index]
    if (definition) steps.push(makeStep(drawn, definition, { index, indexOf, steps }))
  }
  const forks = steps.filter(({ isFork }) => isFork).map(({ index }) => index)
  const wanted = targets.flatMap((id) => indexOf.get(id) ?? [])
  return {
    kind: 'values',
    want,
    steps,
    indexOf,
    fresh: new Set(steps.filter(({ isFresh }) => isFresh).map(({ index }) => index)),
    targets: wanted,
    forks,
    needs: new Map([...wanted, ...forks].map((target) => [target, closure(steps, target)])),
    usesHistory: usesRequestVariable(order, 'chat_history'),
    usesFileAttachment: usesRequestVariable(order, 'file_attachment'),
    usesVariables: order.some(({ inputs }) => findReferences(inputs).some(({ type }) => type === 'variable')),
    shared: order.map((drawn) => cellOf(drawn, cells)),
  }
}

/** A store that documents are loaded into is another value than the one that is searched. */
function cellOf({ id, isLoading }: DrawnNode, cells: SharedCells): SharedCell {
  const known = isLoading ? undefined : cells.get(id)
  if (known) return known
  const cell: SharedCell = { current: { state: 'absent' } }
  if (!isLoading) cells.set(id, cell)
  return cell
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
}

function makeStep(drawn: DrawnNode, definition: NodeDefinition, { index, indexOf, steps }: StepPlace): Step {
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
    credential: credentialOf(drawn),
    output,
    inputs: compileInputs(drawn, values, indexOf),
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

/**
 * Brings the inputs of a flow saved with an older version of the node, or under an older name of it, into today's shape.
 * Where no version was kept every change is tried: one that is not due finds nothing to change.
 */
export function migrate(
  definition: NodeDefinition,
  { node, inputs }: Pick<DrawnNode, 'node' | 'inputs'>,
): Record<string, unknown> {
  const alias = definition.aliases?.find(({ name }) => name === node.data.name)
  if (alias) return renamed(inputs, alias)
  const savedWith = node.data.version ?? 0
  const due = (definition.migrations ?? []).filter(({ to }) => to > savedWith).sort((a, b) => a.to - b.to)
  return due.reduce((values, migration) => migration.migrate(values), { ...inputs })
}

function renamed(
  inputs: Readonly<Record<string, unknown>>,
  { inputs: names = {} }: NodeAlias,
): Record<string, unknown> {
  return Object.fromEntries(Object.entries(inputs).map(([name, value]) => [names[name] ?? name, value]))
}

function isRequiredAnchor({ description }: DrawnNode, name: string | undefined): boolean {
  const input = description?.inputs.find((candidate) => candidate.name === name)
  return input !== undefined && !isParam(input) && !input.optional && !input.list
}

export function credentialOf({
  node,
  description,
}: Pick<DrawnNode, 'node' | 'description'>): StepCredential | undefined {
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
