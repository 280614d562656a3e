import {
  array,
  component,
  createNode,
  defineNode,
  json,
  NodeError,
  string,
  type Flow,
  type FlowNode,
  type FlowStep,
  type StepTraits,
} from '@chatwright/core'
import { catalogueOf } from '../flow.fixture.ts'
import { echoModel } from '../nodes.fixture.ts'

/** What a test watches: what was done in the world, and what is to go wrong. */
export const world = {
  done: [] as string[],
  /** Texts of acts that fail, with how often. */
  fails: new Map<string, number>(),
  /** Called before an act is done. */
  onAct: async (_what: string): Promise<void> => {},
}

/** Fails as often as the test wants it to. */
function mayFail(text: string): void {
  const fails = world.fails.get(text) ?? 0
  world.fails.set(text, fails - 1)
  if (fails > 0) throw new NodeError(`${text} went wrong`)
}

const base = { version: 1, category: 'Agent Flows', description: 'For tests.', icon: 'x.svg', baseClasses: ['Step'] }
const stateRows = array(
  { key: string({ label: 'Key' }), value: string({ label: 'Value', acceptVariable: true }) },
  { label: 'State', optional: true, acceptVariable: true },
)
const traits = (step: StepTraits) => ({ step })

const begin = defineNode({
  ...base,
  name: 'begin',
  label: 'Start',
  traits: traits({ starts: true, declaresState: 'state' }),
  inputs: { state: stateRows },
  build: ({ inputs, request }): FlowStep => ({
    kind: 'step',
    run: async () => ({
      output: { question: request?.question ?? '' },
      state: Object.fromEntries((inputs.state ?? []).map(({ key, value }) => [key, value])),
    }),
  }),
})

/** Says a text, changes the state. */
const say = defineNode({
  ...base,
  name: 'say',
  label: 'Say',
  traits: traits({ updatesState: 'update' }),
  inputs: { text: string({ label: 'Text', acceptVariable: true }), update: stateRows },
  build: ({ inputs }): FlowStep => ({
    kind: 'step',
    async run(turn) {
      turn.say({ type: 'token', text: inputs.text })
      return { output: { content: inputs.text }, said: [{ role: 'assistant', content: inputs.text }] }
    },
  }),
})

/** Changes the state when the test lets it. */
const mark = defineNode({
  ...base,
  name: 'mark',
  label: 'Mark',
  traits: traits({ updatesState: 'update' }),
  inputs: {
    name: string({ label: 'Name' }),
    found: string({ label: 'Found', acceptVariable: true }),
    update: stateRows,
  },
  build: ({ inputs: { name, found } }): FlowStep => ({
    kind: 'step',
    effect: 'reads',
    async run() {
      await world.onAct(name)
      mayFail(name)
      return { output: { content: found }, said: [{ role: 'assistant', content: name }] }
    },
  }),
})

/** Asks a chosen model what it is given. */
const model = defineNode({
  ...base,
  name: 'model',
  label: 'Model',
  traits: traits({ updatesState: 'update' }),
  inputs: {
    chosen: component('BaseChatModel', 'listModels', { label: 'Model' }),
    messages: array(
      { content: string({ label: 'Content' }) },
      { label: 'Messages', acceptVariable: true, optional: true },
    ),
    update: stateRows,
  },
  build: ({ inputs }): FlowStep => ({
    kind: 'step',
    effect: 'asks',
    async run(turn, run) {
      let text = ''
      const messages = (inputs.messages ?? []).map(({ content }) => ({ role: 'user' as const, content }))
      for await (const event of inputs.chosen.stream({ messages }, run)) {
        if (event.type !== 'text') continue
        text += event.text
        turn.say({ type: 'token', text: event.text })
      }
      return { output: { content: text }, said: [{ role: 'assistant', content: text }] }
    },
  }),
})

/** Says what it is to look for. */
const find = defineNode({
  ...base,
  name: 'find',
  label: 'Find',
  traits: traits({}),
  inputs: {
    filter: json({ label: 'Filter', acceptVariable: true, optional: true }),
    body: string({ label: 'Body', acceptVariable: true, optional: true, isJson: true }),
    given: string({ label: 'Given', acceptVariable: true, optional: true, isJson: 'perhaps' }),
  },
  build: ({ inputs: { filter, body, given } }): FlowStep => ({
    kind: 'step',
    run: async () => ({ output: { content: filter ? JSON.stringify(filter) : (body ?? given) } }),
  }),
})

/** Does something that nobody may do twice. */
const act = defineNode({
  ...base,
  name: 'act',
  label: 'Act',
  traits: traits({}),
  inputs: { text: string({ label: 'Text', acceptVariable: true }) },
  build({ inputs: { text } }): FlowStep {
    mayFail(`building ${text}`)
    return {
      kind: 'step',
      effect: 'writes',
      async run() {
        await world.onAct(text)
        mayFail(text)
        world.done.push(text)
        return { output: { content: `did ${text}` } }
      },
    }
  },
})

/** Sends something to an address, with a credential or without. */
const send = defineNode({
  ...base,
  name: 'send',
  label: 'Send',
  credential: { names: ['someApi'], optional: true },
  traits: traits({}),
  inputs: { url: string({ destination: true, label: 'URL', acceptVariable: true }) },
  build: ({ inputs: { url }, credential }): FlowStep => ({
    kind: 'step',
    async run() {
      world.done.push(`${url} ${credential['token'] ?? 'nobody'}`)
      return { output: { content: url } }
    },
  }),
})

/** Goes on by the output whose number it is given. */
const choose = defineNode({
  ...base,
  name: 'choose',
  label: 'Choose',
  traits: traits({ decides: { outputs: ['0', '1'] } }),
  inputs: { output: string({ label: 'Output', acceptVariable: true }) },
  build: ({ inputs }): FlowStep => ({
    kind: 'step',
    run: async () => ({ output: { chosen: inputs.output }, taken: [inputs.output] }),
  }),
})

const back = defineNode({
  ...base,
  name: 'back',
  label: 'Back',
  traits: traits({ ends: true }),
  inputs: { to: string({ label: 'To' }), times: string({ label: 'Times' }) },
  build: ({ inputs }): FlowStep => ({
    kind: 'step',
    run: async ({ pass }) =>
      pass + 1 < Number(inputs.times)
        ? { output: { content: 'again' }, jump: inputs.to }
        : { output: { content: 'enough' } },
  }),
})

const ask = defineNode({
  ...base,
  name: 'ask',
  label: 'Ask',
  traits: traits({ decides: { outputs: ['0', '1'] }, asks: '' }),
  inputs: { text: string({ label: 'Text', acceptVariable: true }) },
  build: ({ inputs }): FlowStep => ({
    kind: 'step',
    async run(turn) {
      const buttons = [
        { type: 'proceed', label: 'Yes' },
        { type: 'reject', label: 'No' },
      ]
      const { type, feedback } = await turn.ask('', { kind: 'decision', text: inputs.text, buttons })
      return { output: { content: feedback ?? type }, taken: [type === 'proceed' ? '0' : '1'] }
    },
  }),
})

const each = defineNode({
  ...base,
  name: 'each',
  label: 'Each',
  traits: traits({ container: true }),
  inputs: {
    items: string({ label: 'Items', acceptVariable: true }),
    atOnce: string({ label: 'At once', optional: true }),
  },
  build: ({ inputs }): FlowStep => ({
    kind: 'step',
    async run(turn) {
      const items = JSON.parse(inputs.items) as unknown[]
      const results = await turn.repeat(items, { atOnce: Number(inputs.atOnce ?? 1) })
      return { output: { content: results.map(({ content, error }) => error ?? content).join(',') } }
    },
  }),
})

/** Makes several calls, each kept by itself: some are only asked, all others may not be made twice. */
const calls = defineNode({
  ...base,
  name: 'calls',
  label: 'Calls',
  traits: traits({}),
  inputs: {
    texts: string({ label: 'Texts' }),
    areTogether: string({ label: 'All at once', optional: true }),
  },
  build: ({ inputs: { texts, areTogether } }): FlowStep => ({
    kind: 'step',
    async run(turn) {
      const callFor = (text: string): Promise<string> =>
        turn.once(text, { label: text, effect: text.startsWith('ask') ? 'asks' : 'writes' }, async () => {
          await world.onAct(text)
          mayFail(text)
          world.done.push(text)
          return `did ${text}`
        })
      const said: string[] = []
      if (areTogether) {
        for (const each of await Promise.allSettled(texts.split(',').map(callFor))) {
          if (each.status === 'rejected') throw each.reason
          said.push(each.value)
        }
      } else for (const text of texts.split(',')) said.push(await callFor(text))
      return { output: { content: said.join(',') } }
    },
  }),
})

export const catalogue = catalogueOf(
  echoModel,
  begin,
  say,
  mark,
  model,
  find,
  act,
  send,
  choose,
  back,
  ask,
  each,
  calls,
)

interface Drawn {
  /** By id, `say_0`: its inputs. */
  steps: Record<string, Record<string, unknown>>
  /** `say_0 > act_0`, `choose_0:1 > say_0`. */
  edges: readonly string[]
  /** By id: the container it stands in. */
  inside?: Record<string, string>
  isParallel?: boolean
}

/** An agent flow as its file would hold it. */
export function drawSteps({ steps, edges, inside = {}, isParallel = false }: Drawn): Flow {
  const nodes = Object.entries({ begin_0: {}, ...steps }).map(([id, inputs]): FlowNode => {
    const name = id.replace(/_\w+$/, '')
    const description = catalogue.describe(name)
    if (!description) throw new Error(`The catalogue lacks ${name}`)
    const node = createNode(description, { id, position: { x: 0, y: 0 } })
    Object.assign(node.data.inputs, inputs, name === 'begin' && { startParallel: isParallel })
    node.data.label = id
    return { ...node, type: 'agentFlow', ...(inside[id] !== undefined && { parentNode: inside[id] }) }
  })
  return {
    nodes,
    edges: edges.map((text) => {
      const [from = '', target = ''] = text.split(' > ')
      const [source = '', output = source.replace(/_\w+$/, '')] = from.split(':')
      const sourceHandle = `${source}-output-${output}`
      return { id: text, source, sourceHandle, target, targetHandle: target, type: 'agentFlow' }
    }),
  }
}
