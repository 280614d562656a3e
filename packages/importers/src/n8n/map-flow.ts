import { addTo } from '../shared/groups.ts'
import type { EditCatalogue } from '@chatwright/core'
import type { ImportedFlow } from '../report.ts'
import { Drawing } from '../shared/drawing.ts'
import { layOut } from '../shared/lay-out.ts'
import { list, numberOf, record, text } from '../shared/values.ts'
import { valueCode } from './code.ts'
import { conditionRow, conditionsCode, readConditions } from './conditions.ts'
import { dataWork, isData } from './data.ts'
import { nodesIn } from './expressions.ts'
import { FlowMap, policyOf, Prepared, type Mapped, type Scope, type Turn } from './flow-map.ts'
import { mapHttp } from './http.ts'
import { isStore, mapStore } from './knowledge.ts'
import { locatorValue, type N8nEdge, type N8nNode, type N8nWorkflow } from './read.ts'
import { mapService } from './services.ts'
import { modelInputs } from './subs.ts'
import { fromCode, fromNothing, fromResults, together, type Source } from './sources.ts'
import { mapTalk, TALKING } from './talk.ts'
import { isMessenger, readTrigger } from './triggers.ts'

/** The part of a workflow that one trigger begins. */
export interface Part {
  name: string
  trigger: N8nNode | undefined
  /** Others that begin the same. */
  beside: readonly N8nNode[]
  nodes: readonly N8nNode[]
  notes: readonly N8nNode[]
  /** Nodes that nothing uses. */
  idle: readonly N8nNode[]
}

const DROPPED: Readonly<Record<string, string>> = {
  noOp: 'It does nothing.',
  executionData: 'Runs are kept with all that they were given.',
  debugHelper: 'It does nothing in a run.',
}

/** Nodes that take all items at once: a stretch of steps for each item ends before them. */
const COLLECTING = new Set([
  'aggregate',
  'merge',
  'summarize',
  'limit',
  'sort',
  'removeDuplicates',
  'itemLists',
  'splitInBatches',
  'respondToWebhook',
  'form',
])

export function mapFlow(
  workflow: N8nWorkflow,
  part: Part,
  { catalogue, callable }: { catalogue: EditCatalogue; callable: string | undefined },
): ImportedFlow[] {
  const map = new FlowMap(workflow, new Drawing(catalogue))
  map.callable = callable
  new PartMapper(map, part).run()
  layOut(map.drawing)
  const { flow } = map.drawing
  const own: ImportedFlow = {
    name: part.name,
    kind: 'agents',
    nodes: [...map.report.values()],
    problems: map.problems,
    flow,
    gaps: map.gaps,
    examples: map.examples,
    links: map.links,
  }
  return [own, ...map.beside]
}

class PartMapper {
  readonly #map: FlowMap
  readonly #part: Part
  readonly #names: ReadonlySet<string>
  readonly #into = new Map<string, N8nEdge[]>()
  readonly #from = new Map<string, N8nEdge[]>()
  /** Edges that go round: each becomes a Loop step. */
  readonly #back: N8nEdge[] = []
  readonly #scopes = new Map<string, Scope>()
  readonly #items = new Map<string, Source>()

  constructor(map: FlowMap, part: Part) {
    this.#map = map
    this.#part = part
    this.#names = new Set(part.nodes.map(({ name }) => name))
  }

  run(): void {
    const map = this.#map
    this.#mapTrigger()
    const order = this.#order()
    for (const name of order) {
      const node = map.workflow.nodes.get(name)
      if (node && !map.mapped.has(name)) this.#mapNode(node)
    }
    for (const edge of this.#back) this.#mapLoop(edge)
    for (const node of this.#part.notes) this.#mapNote(node)
    this.#tellServants()
    for (const node of this.#part.idle) map.tell(node, 'dropped', [], 'Nothing uses it.')
  }

  #mapTrigger(): void {
    const map = this.#map
    const { trigger, beside } = this.#part
    const read = trigger && readTrigger(trigger)
    const id = map.drawing.add({ node: 'startAgentflow', label: trigger?.name ?? 'Start', inputs: read?.inputs ?? {} })
    const source = read?.source ?? fromNothing()
    for (const each of trigger ? [trigger, ...beside] : []) {
      map.mapped.set(each.name, { scope: map.root, entry: id, exits: () => [{ id }], source })
      const own = each === trigger ? read : readTrigger(each)
      if (!own) {
        const sentence = `"${each.name}" (${each.fullType}) has no counterpart here. Call the flow from a webhook or a schedule instead.`
        map.tell(each, 'placeholder', [id], sentence)
        map.problem('placeholder', sentence, each, id)
      } else if (each !== trigger)
        map.tell(
          each,
          'different',
          [id],
          `The flow begins with "${trigger?.name ?? ''}". Begin it another way in its settings.`,
        )
      else map.tell(each, own.verdict, [id], own.note)
    }
    const pinned = trigger ? (map.workflow.pinned.get(trigger.name) ?? []) : []
    for (const item of pinned.slice(0, 20)) {
      const question = text(item['chatInput'] ?? record(item['message'])['text'] ?? item['input'])
      map.examples.push({ question: question || JSON.stringify(item) })
    }
  }

  /** Which nodes come first. What goes round is set apart. */
  #order(): string[] {
    const map = this.#map
    const inPart = map.workflow.edges.filter(({ from, to }) => this.#names.has(from) && this.#names.has(to))
    const edges = inPart.filter((edge) => !this.#goesBack(edge, inPart))
    for (const edge of edges) {
      addTo(this.#into, edge.to, edge)
      addTo(this.#from, edge.from, edge)
    }
    this.#openLoops(inPart)
    const after = new Map<string, string[]>()
    for (const { from, to } of edges) addTo(after, from, to)
    for (const [first, then] of this.#loopOrder) addTo(after, first, ...then)
    return topological([...this.#names], after)
  }

  /** Whether an edge closes a circle: found on the way from the trigger, in the order of the file. */
  #goesBack(edge: N8nEdge, edges: readonly N8nEdge[]): boolean {
    this.#circles ??= circles(this.#part.trigger?.name, [...this.#names], edges)
    if (!this.#circles.has(edge)) return false
    if (this.#map.workflow.nodes.get(edge.to)?.type !== 'splitInBatches') this.#back.push(edge)
    return true
  }

  #circles: ReadonlySet<N8nEdge> | undefined
  /** The steps of a loop come before what follows it. */
  readonly #loopOrder = new Map<string, string[]>()
  readonly #bodies = new Map<string, { names: string[]; ends: string[] }>()

  /** What stands between the two outputs of a loop over items. */
  #openLoops(edges: readonly N8nEdge[]): void {
    for (const node of this.#part.nodes) {
      if (node.type !== 'splitInBatches') continue
      const { loop, done } = loopOutputs(node)
      const starts = edges.filter(({ from, output }) => from === node.name && output === loop).map(({ to }) => to)
      const after = edges.filter(({ from, output }) => from === node.name && output === done).map(({ to }) => to)
      const outgoing = (name: string): string[] =>
        name === node.name ? [] : edges.filter(({ from }) => from === name).map(({ to }) => to)
      const rest = reach(after, outgoing)
      const names = [...reach(starts, outgoing)].filter((name) => name !== node.name && !rest.has(name))
      const ends = edges.filter(({ from, to }) => to === node.name && names.includes(from)).map(({ from }) => from)
      this.#bodies.set(node.name, { names, ends })
      for (const name of names) addTo(this.#loopOrder, name, ...after.filter((to) => to !== name))
    }
  }

  #mapNode(node: N8nNode): void {
    const map = this.#map
    const scope = this.#scopes.get(node.name) ?? map.root
    const { inputs, ways } = map.waysTo(this.#into.get(node.name) ?? [], scope)
    const own = this.#items.get(node.name)
    const all = own ? [own, ...inputs.slice(1)] : inputs
    const turn: Turn = { node, scope, inputs: all, input: own ?? together(all.slice(0, 1)), ways: own ? [] : ways }
    if (node.isDisabled || Object.hasOwn(DROPPED, node.type)) {
      map.tell(node, 'dropped', [], node.isDisabled ? 'It is switched off.' : (DROPPED[node.type] ?? ''))
      map.mapped.set(node.name, { scope, entry: undefined, exits: () => turn.ways, source: turn.input })
      return
    }
    const [begun, item] = this.#begin(turn)
    const result = this.#mapByType(item ? { ...begun, inputs: [item], input: item, ways: [] } : begun)
    map.mapped.set(node.name, result)
  }

  /** Several items for a node that runs once for each: it and what follows stand in a container. */
  #begin(turn: Turn): [Turn, Source | undefined] {
    const { node } = turn
    if (!turn.input.isMany || !runsForEach(node)) return [turn, undefined]
    const region = this.#regionFrom(node.name, turn.scope)
    const words = [...region]
      .map((name) => JSON.stringify(this.#map.workflow.nodes.get(name)?.parameters ?? {}))
      .join('\n')
    const names = nodesIn(words.replaceAll('\\"', '"')).filter((name) => !region.has(name) && readsItem(words, name))
    const { scope, item } = this.#map.openScope(turn, { label: node.name, names })
    for (const name of region) this.#scopes.set(name, scope)
    return [{ ...turn, scope }, item]
  }

  /** All that follows for one item, up to where all items are taken together. */
  #regionFrom(start: string, scope: Scope): Set<string> {
    const { mapped, workflow } = this.#map
    const inScope = (name: string): boolean => (this.#scopes.get(name) ?? this.#map.root) === scope
    const takesAll = (name: string): boolean => {
      const node = workflow.nodes.get(name)
      return (
        !node || COLLECTING.has(node.type) || (node.type === 'code' && node.parameters['mode'] !== 'runOnceForEachItem')
      )
    }
    const region = reach([start], (name) =>
      (this.#from.get(name) ?? []).flatMap(({ to }) => (mapped.has(to) || takesAll(to) || !inScope(to) ? [] : [to])),
    )
    for (let isSettled = false; !isSettled;) {
      isSettled = true
      for (const name of region) {
        if (name === start || (this.#into.get(name) ?? []).every(({ from }) => region.has(from))) continue
        region.delete(name)
        isSettled = false
      }
    }
    return region
  }

  #mapByType(turn: Turn): Mapped {
    const map = this.#map
    const { node, scope } = turn
    const outcome = this.#attempt(turn)
    if (typeof outcome === 'object') return outcome
    const id = map.placeholder(turn, outcome ?? hintFor(node))
    return { scope, entry: id, exits: () => [{ id }], source: fromCode(id, givesList(node)) }
  }

  /** What stands for the node, or why nothing does. */
  #attempt(turn: Turn): Mapped | string | undefined {
    const map = this.#map
    const { node, scope } = turn
    if (isData(node.type)) return this.#mapData(turn)
    if (TALKING.has(node.type)) {
      const service = node.parameters['resource'] === 'image' ? mapService(map, turn) : undefined
      return service ?? mapTalk(map, turn)
    }
    switch (node.type) {
      case 'httpRequest':
        return mapHttp(map, turn)
      case 'if':
      case 'switch':
        return this.#mapDecider(turn)
      case 'textClassifier':
      case 'sentimentAnalysis':
        return this.#mapClassifier(turn)
      case 'splitInBatches':
        return this.#mapBatches(turn)
      case 'wait':
        return this.#mapWait(turn)
      case 'respondToWebhook':
        return this.#mapReply(
          turn,
          node.parameters['responseBody'],
          text(node.parameters['respondWith'], 'firstIncomingItem'),
        )
      case 'form':
        return text(node.parameters['operation'], 'page') === 'completion'
          ? this.#mapReply(turn, completion(node), 'text')
          : 'A second page of a form has no step here.'
      case 'telegram':
      case 'whatsApp':
      case 'slack':
      case 'discord': {
        const answered = this.#mapMessage(turn)
        return answered ?? mapService(map, turn)
      }
      case 'executeWorkflow':
        return this.#mapCall(turn)
      case 'extractFromFile':
        return this.#mapAttached(turn)
    }
    if (isStore(node.type)) return mapStore(map, turn)
    if (node.type.endsWith('Trigger')) {
      map.tell(node, 'dropped', [], 'The flow begins elsewhere.')
      return { scope, entry: undefined, exits: () => turn.ways, source: fromNothing() }
    }
    return mapService(map, turn)
  }

  #mapData(turn: Turn): Mapped | string {
    const map = this.#map
    const { node, scope } = turn
    const written = dataWork(node)
    if (!written) return `It has no counterpart here.`
    if ('refusal' in written) return written.refusal
    const id = map.addCode(written.work, turn, { label: node.name })
    map.connect(turn.ways, id, node)
    map.tell(node, written.difference === undefined ? 'code' : 'different', [id], written.difference ?? '')
    const isMany = written.manyFromOne || (turn.inputs.some((input) => input.isMany) && written.oneFromMany !== true)
    const code = fromCode(id, isMany)
    return {
      scope,
      entry: id,
      exits: (output) => [{ id, ...(output > 0 && node.onError === 'continueErrorOutput' && { branch: 'error' }) }],
      source: code,
    }
  }

  #mapDecider(turn: Turn): Mapped | string {
    const map = this.#map
    const { node, scope } = turn
    const { parameters, type } = node
    const prepared = new Prepared(map, turn)
    const say = (value: unknown): string | undefined => prepared.plain(value)
    const rules = type === 'if' ? [{ conditions: readConditions(parameters) }] : switchRules(node)
    if (typeof rules === 'string') return rules
    let rows: Record<string, unknown>[]
    if (!('expression' in rules)) {
      const simple = rules.map(({ conditions }) => conditionRow(conditions, say))
      const whole = simple.flatMap((row) => (row ? [row] : []))
      if (whole.length === simple.length) rows = whole
      else {
        const codes = rules.map(({ conditions }) => conditionsCode(conditions))
        if (codes.includes(undefined)) return 'A condition in it is not complete.'
        const chosen = prepared.computed(
          `String([${codes.map((code) => `() => (${code})`).join(', ')}].findIndex((holds) => holds()))`,
        )
        rows = rules.map((_, index) => ({ type: 'string', value1: chosen, operation: 'equal', value2: String(index) }))
      }
    } else {
      const chosen = prepared.computed(valueCode(rules.expression))
      rows = Array.from({ length: rules.count }, (_, index) => ({
        type: 'string',
        value1: chosen,
        operation: 'equal',
        value2: String(index),
      }))
    }
    if (prepared.isBroken) return 'An expression in it is not complete.'
    if (rows.length === 0) return 'It has no rules.'
    const { ways, ids } = prepared.finish()
    const id = map.drawing.add({
      node: 'conditionAgentflow',
      label: node.name,
      container: scope.container,
      inputs: { conditions: rows, ...policyOf(node) },
    })
    map.connect(ways, id, node)
    const takesAll = record(parameters['options'])['allMatchingOutputs'] === true
    map.tell(
      node,
      takesAll ? 'different' : 'same',
      [...ids, id],
      takesAll ? 'Only the first output that fits is taken.' : '',
    )
    return { scope, entry: ids[0] ?? id, exits: (output) => [{ id, branch: String(output) }], source: turn.input }
  }

  #mapClassifier(turn: Turn): Mapped | string {
    const map = this.#map
    const { node, scope } = turn
    const { parameters } = node
    const model = modelOf(map, node)
    if (!model) return 'Its model has no counterpart here. Choose another one.'
    const options = record(parameters['options'])
    const named =
      node.type === 'textClassifier'
        ? list(record(parameters['categories'])['categories']).map((row) => {
            const { category, description } = record(row)
            return [text(category), text(description)].filter((words) => words !== '').join(': ')
          })
        : text(options['categories'], 'Positive, Neutral, Negative')
            .split(',')
            .map((each) => each.trim())
    const scenarios = [
      ...named,
      ...(options['fallback'] === 'other'
        ? ['Other']
        : options['fallback'] === 'discard' || node.type === 'sentimentAnalysis'
          ? []
          : []),
    ]
    if (scenarios.length === 0) return 'It has no categories.'
    const prepared = new Prepared(map, turn)
    const input = prepared.say(parameters['inputText'] ?? '')
    const { ways, ids } = prepared.finish()
    const id = map.drawing.add({
      node: 'conditionAgentAgentflow',
      label: node.name,
      container: scope.container,
      inputs: {
        ...model.values,
        conditionAgentInstructions:
          text(options['systemPromptTemplate']).replace(/^=/, '') || 'Choose the category that fits the text.',
        conditionAgentInput: input,
        conditionAgentScenarios: (scenarios.length === 1 ? [...scenarios, 'Anything else'] : scenarios).map(
          (scenario) => ({ scenario }),
        ),
        conditionAgentEnableMemory: false,
      },
    })
    map.connect(ways, id, node)
    for (const each of model.nodes) map.tell(each, 'same', [id])
    map.gap(model.nodes[0] ?? node, id, model.chosen, 'conditionAgentModel')
    const several = options['multiClass'] === true
    map.tell(node, several ? 'different' : 'same', [...ids, id], several ? 'One category is chosen, not several.' : '')
    return { scope, entry: ids[0] ?? id, exits: (output) => [{ id, branch: String(output) }], source: turn.input }
  }

  #mapBatches(turn: Turn): Mapped {
    const map = this.#map
    const { node } = turn
    const body = this.#bodies.get(node.name) ?? { names: [], ends: [] }
    if (body.names.length === 0) {
      map.tell(node, 'dropped', [], 'Nothing is repeated.')
      return { scope: turn.scope, entry: undefined, exits: () => turn.ways, source: turn.input }
    }
    const { scope, item, id } = map.openScope(turn, { label: node.name, names: [] })
    const inner: Scope = { ...scope, links: new Map([...scope.links, [node.name, item]]) }
    for (const name of body.names) this.#scopes.set(name, inner)
    for (const edge of this.#from.get(node.name) ?? []) {
      if (edge.output === loopOutputs(node).loop && body.names.includes(edge.to)) this.#items.set(edge.to, item)
    }
    const size = numberOf(node.parameters['batchSize']) ?? (node.version < 3 ? 10 : 1)
    map.tell(
      node,
      size > 1 ? 'different' : 'same',
      [id],
      size > 1 ? `Items run one by one, not ${size} at a time.` : '',
    )
    return {
      scope: turn.scope,
      entry: id,
      exits: () => [{ id }],
      get source() {
        const [end] = body.ends
        const last = end === undefined ? undefined : map.mapped.get(end)
        return fromResults(id, last?.source)
      },
    }
  }

  #mapWait(turn: Turn): Mapped | string {
    const map = this.#map
    const { node, scope } = turn
    const { parameters } = node
    const resume = text(parameters['resume'], 'timeInterval')
    if (resume !== 'timeInterval' && resume !== 'specificTime') {
      const id = map.drawing.add({
        node: 'humanInputAgentflow',
        label: node.name,
        container: scope.container,
        inputs: {
          humanInputDescriptionType: 'fixed',
          humanInputDescription: text(parameters['formTitle']) || 'Continue?',
        },
      })
      map.connect(turn.ways, id, node)
      map.tell(node, 'different', [id], 'A person continues the run, with a button.')
      return { scope, entry: id, exits: () => [{ id, branch: '0' }], source: turn.input }
    }
    const prepared = new Prepared(map, turn)
    const unit = text(parameters['unit'], node.version < 1.1 ? 'hours' : 'seconds')
    const inputs =
      resume === 'specificTime'
        ? { waitFor: 'moment', waitUntil: prepared.say(parameters['dateTime'] ?? '') }
        : {
            waitFor: 'time',
            waitAmount:
              numberOf(parameters['amount']) ??
              (parameters['amount'] === undefined ? (node.version < 1.1 ? 1 : 5) : prepared.say(parameters['amount'])),
            waitUnit: unit,
          }
    const { ways, ids } = prepared.finish()
    const id = map.drawing.add({ node: 'waitAgentflow', label: node.name, container: scope.container, inputs })
    map.connect(ways, id, node)
    map.tell(node, 'same', [...ids, id])
    return { scope, entry: ids[0] ?? id, exits: () => [{ id }], source: turn.input }
  }

  /** What is answered. What follows goes on beside it. */
  #mapReply(turn: Turn, body: unknown, kind: string): Mapped | string {
    const map = this.#map
    const { node, scope } = turn
    if (kind === 'binary') return 'Answering with a file has no step here.'
    const prepared = new Prepared(map, turn)
    const message =
      kind === 'noData'
        ? ' '
        : kind === 'text' || kind === 'json' || kind === 'jwt' || kind === 'redirect'
          ? prepared.say(body ?? '')
          : prepared.computed(
              kind === 'allIncomingItems' ? 'JSON.stringify(items, null, 2)' : 'JSON.stringify($json, null, 2)',
            )
    if (prepared.isBroken) return 'An expression in it is not complete.'
    const { ways, ids } = prepared.finish()
    const isLast = (this.#from.get(node.name) ?? []).length === 0
    const id = map.drawing.add({
      node: 'directReplyAgentflow',
      label: node.name,
      container: scope.container,
      inputs: { directReplyMessage: message.trim() === '' ? 'OK' : message },
    })
    map.connect(ways, id, node)
    const isPlain = isLast && kind !== 'redirect' && kind !== 'jwt'
    map.tell(
      node,
      isPlain ? 'same' : 'different',
      [...ids, id],
      isPlain ? '' : isLast ? 'It answers with the text alone.' : 'What follows runs beside the answer.',
    )
    return {
      scope,
      entry: ids[0] ?? id,
      exits: () => (ids.length > 0 ? [{ id: ids[0] ?? id }] : turn.ways),
      source: turn.input,
    }
  }

  /** A message to where the question came from is an answer; nothing for one to elsewhere. */
  #mapMessage(turn: Turn): Mapped | undefined {
    const { node, scope } = turn
    const { parameters, type } = node
    const operation = text(parameters['operation'], 'sendMessage')
    if (operation === 'sendChatAction' || operation === 'markAsRead') {
      this.#map.tell(node, 'dropped', [], 'Channels show that an answer is being written.')
      return { scope, entry: undefined, exits: () => turn.ways, source: turn.input }
    }
    const from = this.#part.trigger?.type ?? ''
    if (!isMessenger(from) || !from.startsWith(type) || !['sendMessage', 'send', 'post', ''].includes(operation))
      return undefined
    const words = parameters['text'] ?? parameters['textBody'] ?? parameters['content']
    if (words === undefined) return undefined
    const mapped = this.#mapReply(turn, words, 'text')
    if (typeof mapped === 'string') return undefined
    const told = this.#map.report.get(node.name)
    this.#map.tell(node, 'different', told?.to ?? [], 'It answers in the channel that the question came by.')
    return mapped
  }

  /** Another part of the same workflow, which is a flow of its own here. */
  #mapCall(turn: Turn): Mapped | string | undefined {
    const map = this.#map
    const { node, scope } = turn
    if (map.callable === undefined || !callsItself(node)) return undefined
    const prepared = new Prepared(map, turn)
    const input = prepared.computed('JSON.stringify($json)')
    const { ways, ids } = prepared.finish()
    const id = map.drawing.add({
      node: 'executeFlowAgentflow',
      label: node.name,
      container: scope.container,
      inputs: { executeFlowInput: input, executeFlowReturnResponseAs: 'assistantMessage' },
    })
    map.connect(ways, id, node)
    map.links.push({ step: id, input: 'executeFlowSelectedFlow', flow: map.callable })
    map.tell(
      node,
      'different',
      [...ids, id],
      `It calls the flow "${map.callable}", which is chosen when both are imported.`,
    )
    return { scope, entry: ids[0] ?? id, exits: () => [{ id }], source: fromCode(id, true) }
  }

  /** A file that somebody attached: its text is there in every step. */
  #mapAttached(turn: Turn): Mapped | undefined {
    const map = this.#map
    const { node, scope } = turn
    const from = this.#part.trigger?.type ?? ''
    const isFirst = (this.#into.get(node.name) ?? []).every((edge) => edge.from === this.#part.trigger?.name)
    if (!isFirst || !['formTrigger', 'chatTrigger', 'manualChatTrigger'].includes(from)) return undefined
    const id = map.addCode(
      "return [{ text: String($attached).startsWith('{{') ? '' : $attached, data: $attached }]",
      turn,
      { label: node.name, more: [['attached', '{{file_attachment}}']] },
    )
    map.connect(turn.ways, id, node)
    map.tell(node, 'different', [id], 'It reads the text of the files that are attached to the question.')
    return { scope, entry: id, exits: () => [{ id }], source: fromCode(id, false) }
  }

  #mapLoop(edge: N8nEdge): void {
    const map = this.#map
    const [from, to] = [map.mapped.get(edge.from), map.mapped.get(edge.to)]
    const [node, target] = [map.workflow.nodes.get(edge.from), map.workflow.nodes.get(edge.to)]
    if (!from || !to?.entry || !node || !target) return
    if (from.scope !== to.scope) {
      map.problem(
        'connection',
        `"${edge.from}" goes back to "${edge.to}", which stands in another container. The connection was left out.`,
        node,
      )
      return
    }
    const id = map.drawing.add({
      node: 'loopAgentflow',
      label: `Back to ${edge.to}`,
      container: from.scope.container,
      inputs: { loopBackToNode: `${to.entry}-${target.name}`, maxLoopCount: 10 },
    })
    map.connect(from.exits(edge.output), id, node)
    const told = map.report.get(edge.from)
    map.tell(
      node,
      'different',
      [...(told?.to ?? []), id],
      'It goes back at most ten times. Change that in the Loop step.',
    )
  }

  #mapNote(node: N8nNode): void {
    const content = text(node.parameters['content'])
    const id = this.#map.drawing.add({ node: 'stickyNoteAgentflow', label: 'Sticky Note', inputs: { note: content } })
    this.#map.tell(node, 'note', [id])
  }

  /** Nodes that serve one that could not be mapped, or none at all. */
  #tellServants(): void {
    const map = this.#map
    const parents = new Set(this.#names)
    for (let isSettled = false; !isSettled;) {
      isSettled = true
      for (const { sub, parent } of map.workflow.uses) {
        if (!parents.has(parent) || parents.has(sub)) continue
        parents.add(sub)
        isSettled = false
        const node = map.workflow.nodes.get(sub)
        if (!node || map.report.has(sub)) continue
        const above = map.report.get(parent)
        const hasPlace = above?.verdict !== 'placeholder'
        map.tell(
          node,
          node.isDisabled || hasPlace ? 'dropped' : 'placeholder',
          [],
          node.isDisabled
            ? 'It is switched off.'
            : hasPlace
              ? `"${parent}" needs nothing of it here.`
              : `"${parent}" has no counterpart here.`,
        )
      }
    }
  }
}

function modelOf(map: FlowMap, node: N8nNode) {
  return modelInputs(map, node, 'conditionAgentModel')
}

/** Whether a node calls the workflow that it stands in. */
function callsItself({ parameters }: N8nNode): boolean {
  return text(locatorValue(parameters['workflowId'])).includes('$workflow.id')
}

function completion({ parameters }: N8nNode): string {
  const [title, message] = [text(parameters['completionTitle']), text(parameters['completionMessage'])]
  const isRead = title.startsWith('=') || message.startsWith('=')
  const words = [title, message]
    .map((each) => each.replace(/^=/, ''))
    .filter((each) => each !== '')
    .join('\n\n')
  return isRead ? `=${words}` : words
}

/** Nodes that n8n runs once for each item, which a step here is for one. */
function runsForEach({ type }: N8nNode): boolean {
  return (
    !isData(type) &&
    !['splitInBatches', 'wait', 'respondToWebhook', 'form', 'noOp', 'chainSummarization'].includes(type) &&
    !isListed(type)
  )
}

/** Services end the run with a sentence: once is enough. */
function isListed(type: string): boolean {
  return type.startsWith('vectorStore')
}

function givesList({ type, parameters }: N8nNode): boolean {
  const operation = text(parameters['operation'])
  return (
    /^(?:getAll|getMany|get_many|read|search|list|executeQuery|select)/i.test(operation) ||
    (operation === '' && ['googleSheets', 'rssFeedRead', 'microsoftExcel'].includes(type))
  )
}

/** Whether texts speak of the one item of a node that belongs to theirs, not of all. */
function readsItem(words: string, name: string): boolean {
  const at = words.indexOf(name)
  return (
    at !== -1 &&
    /^['"`]\)?\]?\)?\.(?:item|json|pairedItem|itemMatching)/.test(words.slice(at + name.length).replaceAll('\\', ''))
  )
}

function loopOutputs({ version }: N8nNode): { loop: number; done: number } {
  return version >= 3 ? { loop: 1, done: 0 } : { loop: 0, done: 1 }
}

type Rules = { conditions: ReturnType<typeof readConditions> }[] | { expression: unknown; count: number } | string

const MOST_OUTPUTS = 64

function switchRules({ parameters, version }: N8nNode): Rules {
  if (parameters['mode'] === 'expression') {
    const count = numberOf(parameters['numberOutputs']) ?? numberOf(parameters['outputsAmount']) ?? 4
    return { expression: parameters['output'] ?? '0', count: Math.max(1, Math.min(MOST_OUTPUTS, Math.floor(count))) }
  }
  const rules = record(parameters['rules'])
  const rows = list(rules['values'] ?? rules['rules']).slice(0, MOST_OUTPUTS)
  if (version >= 3) return rows.map((row) => ({ conditions: { ...readConditions(record(row)), isLoose: true } }))
  return rows.map((row) => {
    const { value2, operation } = record(row)
    const type = text(parameters['dataType'], 'number')
    const row1 = { left: parameters['value1'], right: value2, type, operation: text(operation, 'equal') }
    return { conditions: { rows: [row1], isAny: false, isLoose: true, ignoresCase: false } }
  })
}

function hintFor({ type }: N8nNode): string {
  if (
    /^(?:extractFromFile|convertToFile|readWriteFile|readBinaryFile|writeBinaryFile|editImage|compression|spreadsheetFile)/.test(
      type,
    )
  )
    return 'Steps here hand on text and data, not files. Replace it with a loader or a service.'
  if (/^(?:executeWorkflow|toolWorkflow)/.test(type))
    return 'Import the other workflow too, and choose its flow in an Execute Flow step.'
  return 'Replace it with an HTTP step, an MCP tool or code.'
}

function reach(starts: readonly string[], next: (name: string) => readonly string[]): Set<string> {
  const found = new Set(starts)
  for (const name of found) for (const to of next(name)) found.add(to)
  return found
}

/** The edges that lead back to where a way came from. */
function circles(start: string | undefined, names: readonly string[], edges: readonly N8nEdge[]): Set<N8nEdge> {
  const outgoing = new Map<string, N8nEdge[]>()
  for (const edge of edges) addTo(outgoing, edge.from, edge)
  const back = new Set<N8nEdge>()
  const state = new Map<string, 'open' | 'done'>()
  for (const first of start === undefined ? names : [start, ...names]) {
    if (state.has(first)) continue
    const stack = [{ name: first, next: 0 }]
    state.set(first, 'open')
    for (let top = stack.at(-1); top; top = stack.at(-1)) {
      const edge = outgoing.get(top.name)?.[top.next]
      top.next += 1
      if (!edge) {
        state.set(top.name, 'done')
        stack.pop()
      } else if (state.get(edge.to) === 'open') back.add(edge)
      else if (!state.has(edge.to)) {
        state.set(edge.to, 'open')
        stack.push({ name: edge.to, next: 0 })
      }
    }
  }
  return back
}

/** Sources first; what is left in a circle comes last, in the order of the file. */
function topological(names: readonly string[], after: ReadonlyMap<string, readonly string[]>): string[] {
  const waiting = new Map(names.map((name) => [name, 0]))
  for (const targets of after.values()) for (const to of targets) waiting.set(to, (waiting.get(to) ?? 0) + 1)
  const order = names.filter((name) => waiting.get(name) === 0)
  for (const name of order) {
    for (const to of after.get(name) ?? []) {
      const left = (waiting.get(to) ?? 0) - 1
      waiting.set(to, left)
      if (left === 0) order.push(to)
    }
  }
  const known = new Set(order)
  return [...order, ...names.filter((name) => !known.has(name))]
}
