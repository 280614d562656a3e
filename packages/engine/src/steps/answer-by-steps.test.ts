import { outcomeOf, stepViewsOf, type Decision, type Flow, type RunEvent } from '@chatwright/core'
import { beforeEach, describe, expect, test } from 'vitest'
import { compile } from '../compile.ts'
import { collect, effectsOf, requestOf } from '../flow.fixture.ts'
import type { RunRequest } from '../request.ts'
import { run } from '../run.ts'
import { catalogue, drawSteps, world } from './steps.fixture.ts'

beforeEach(() => {
  world.done = []
  world.fails = new Map()
  world.onAct = async () => {}
})

async function runFlow(flow: Flow, request: Partial<RunRequest> = {}) {
  const plan = await compile(flow, catalogue, { want: 'chat' })
  const events = await collect(run(plan, { ...requestOf('Hello'), ...request }, effectsOf()))
  // Whoever takes a run up again goes on with its log; a decision begins another run.
  const log = request.runId === undefined ? [...(request.told ?? []), ...events] : events
  return { events, outcome: outcomeOf(log), order: endedIn(events) }
}

function endedIn(events: readonly RunEvent[]): string[] {
  return events.flatMap((event) => (event.type === 'step-end' ? event.path : []))
}

function decide(path: string, decision: Decision) {
  return { runId: `after ${path}`, decisions: [{ path, decision }] }
}

const twoTexts = drawSteps({
  steps: { say_0: { text: 'first {{question}}' }, say_1: { text: 'then {{say_0}} / {{ say_0.output.content }}' } },
  edges: ['begin_0 > say_0', 'say_0 > say_1'],
})

describe('an agent flow', () => {
  test('runs its steps in order, and what the last one says is the answer', async () => {
    const { outcome, order } = await runFlow(twoTexts)
    expect(order).toEqual(['begin_0@0', 'say_0@0', 'say_1@0'])
    expect(outcome).toMatchObject({ status: 'done', text: 'then first Hello / first Hello' })
  })

  test('a value that is filled in is never read as a reference', async () => {
    const { outcome } = await runFlow(twoTexts, { question: '{{$vars.secret}}' })
    expect(outcome.text).toBe('then first {{$vars.secret}} / first {{$vars.secret}}')
  })

  test.each(['filter', 'body', 'given'])('what is filled into JSON adds nothing to it: %s', async (name) => {
    const typed = '{"tenant": "{{question}}", "open": true}'
    const flow = drawSteps({ steps: { find_0: { [name]: typed } }, edges: ['begin_0 > find_0'] })
    const question = 'ours", "tenant": "theirs'
    const { outcome } = await runFlow(flow, { question })
    expect(JSON.parse(outcome.text)).toEqual({ tenant: question, open: true })
  })

  test('what is filled into a text that need not be JSON stays as it is', async () => {
    const flow = drawSteps({ steps: { find_0: { given: 'They say "{{question}}"' } }, edges: ['begin_0 > find_0'] })
    expect((await runFlow(flow, { question: 'say "hi"' })).outcome.text).toBe('They say "say "hi""')
  })

  test('what stands for nothing stays as it is written', async () => {
    const flow = drawSteps({
      steps: { say_0: { text: '{{nobody}} {{$form.x}} {{$flow.state.none}}' } },
      edges: ['begin_0 > say_0'],
    })
    expect((await runFlow(flow)).outcome.text).toBe('{{nobody}} {{$form.x}} {{$flow.state.none}}')
  })

  test('a step asks a model chosen inside it, streams its words, and counts what it used', async () => {
    const flow = drawSteps({
      steps: {
        model_0: {
          chosen: 'echoModel',
          chosenConfig: { chosen: 'echoModel', prefix: 'echo: ' },
          messages: [{ content: '<p>Say <span class="variable">{{ question }}</span> &amp; go</p>' }],
        },
      },
      edges: ['begin_0 > model_0'],
    })
    const { events, outcome } = await runFlow(flow)
    expect(outcome).toMatchObject({ status: 'done', text: 'echo: Say Hello & go', usage: { outputTokens: 2 } })
    expect(events.filter(({ type }) => type === 'token').length).toBeGreaterThan(2)
    expect(events.find((event) => event.type === 'step-end' && event.nodeId === 'model_0')).toMatchObject({
      usage: { inputTokens: 1, outputTokens: 2 },
    })
  })

  test('names the address of the question that is asked next: in its round, inside its item, and once it is asked', async () => {
    const flow = drawSteps({
      steps: {
        say_0: { text: '{{$flow.links.ask_0}}' },
        each_0: { items: '[1]' },
        say_1: { text: '{{$flow.links.ask_1}} {{$flow.links.ask_0}}' },
        ask_1: { text: 'inside' },
        ask_0: { text: 'here {{$flow.links.ask_0}}' },
        back_0: { to: 'say_0', times: '2' },
      },
      edges: ['begin_0 > say_0', 'say_0 > each_0', 'say_1 > ask_1', 'each_0 > ask_0', 'ask_0:0 > back_0'],
      inside: { say_1: 'each_0', ask_1: 'each_0' },
    })
    const linkTo = (path: string) => `<${path}>`
    const said = (events: readonly RunEvent[]) =>
      events.flatMap((event) =>
        event.type === 'step-end' && event.nodeId.startsWith('say')
          ? (event.output as { content: string }).content
          : event.type === 'step-wait'
            ? event.question.text
            : [],
      )
    const first = await runFlow(flow, { linkTo })
    expect(said(first.events)).toEqual(['<ask_0@0>', '<each_0@0/0/ask_1@0> <ask_0@0>', 'inside'])
    const second = await runFlow(flow, {
      linkTo,
      told: first.events,
      ...decide('each_0@0/0/ask_1@0', { type: 'proceed' }),
    })
    expect(said(second.events)).toEqual(['here <ask_0@0>'])
    const third = await runFlow(flow, {
      linkTo,
      told: [...first.events, ...second.events],
      ...decide('ask_0@0', { type: 'proceed' }),
    })
    expect(said(third.events)).toEqual(['<ask_0@1>', '<each_0@1/0/ask_1@0> <ask_0@1>', 'inside'])
  })

  test('state is changed by rows, and a part of the output keeps its type', async () => {
    const flow = drawSteps({
      steps: {
        begin_0: { state: [{ key: 'topic', value: 'none' }] },
        say_0: {
          text: 'pears',
          update: '[{"key":"topic","value":"{{ output }}"},{"key":"n","value":"{{output.content}}"}]',
        },
        say_1: { text: 'about {{$flow.state.topic}}, {{$flow.state.n}}' },
      },
      edges: ['begin_0 > say_0', 'say_0 > say_1'],
    })
    expect((await runFlow(flow)).outcome.text).toBe('about pears, pears')
  })

  test('a decision goes one way, and the other steps say why they did not run', async () => {
    const flow = drawSteps({
      steps: { choose_0: { output: '1' }, say_0: { text: 'a' }, say_1: { text: 'b' } },
      edges: ['begin_0 > choose_0', 'choose_0:0 > say_0', 'choose_0:1 > say_1'],
    })
    const { events, outcome } = await runFlow(flow)
    expect(outcome.text).toBe('b')
    expect(events.filter(({ type }) => type === 'step-skip')).toEqual([
      { type: 'step-skip', path: 'say_0', nodeId: 'say_0', label: 'say_0', from: ['choose_0'] },
    ])
  })

  test('a loop goes back as often as it may, and each pass has a path of its own', async () => {
    const flow = drawSteps({
      steps: { act_0: { text: 'turn {{loop_count}}' }, back_0: { to: 'act_0', times: '3' } },
      edges: ['begin_0 > act_0', 'act_0 > back_0'],
    })
    const { order, outcome } = await runFlow(flow)
    expect(order).toEqual(['begin_0@0', 'act_0@0', 'back_0@0', 'act_0@1', 'back_0@1', 'act_0@2', 'back_0@2'])
    expect(world.done).toEqual(['turn 0', 'turn 1', 'turn 2'])
    expect(outcome.text).toBe('enough')
  })

  test('a loop that goes back to nowhere names itself and the way out', async () => {
    const flow = drawSteps({ steps: { back_0: { to: 'gone', times: '3' } }, edges: ['begin_0 > back_0'] })
    expect((await runFlow(flow)).outcome).toMatchObject({
      status: 'failed',
      fault: { message: '"back_0" goes back to "gone", but this flow has no such step.', nodeId: 'back_0' },
    })
  })

  test('independent steps run at once, and speak one after the other', async () => {
    let arrived = 0
    let open = (): void => {}
    const both = new Promise<void>((resolve) => (open = resolve))
    world.onAct = async () => {
      arrived += 1
      if (arrived === 2) open()
      await both
    }
    const flow = drawSteps({
      steps: { act_0: { text: 'a' }, act_1: { text: 'b' }, say_0: { text: 'A' }, say_1: { text: 'B' } },
      edges: ['begin_0 > act_0', 'begin_0 > act_1', 'act_0 > say_0', 'act_1 > say_1'],
      isParallel: true,
    })
    const { outcome } = await runFlow(flow)
    expect(outcome).toMatchObject({ status: 'done', text: 'A\n\nB' })
  })

  test('a failing step ends the run and is named', async () => {
    world.fails.set('it', 1)
    const flow = drawSteps({ steps: { act_0: { text: 'it' } }, edges: ['begin_0 > act_0'] })
    expect((await runFlow(flow)).outcome).toMatchObject({
      status: 'failed',
      fault: { message: 'it went wrong', nodeId: 'act_0', nodeLabel: 'act_0' },
    })
  })

  test.each([
    ['default', { onError: 'default', retries: 1, errorText: 'sorry' }, 'after sorry'],
    ['output', { onError: 'output', retries: 1 }, 'failed: it went wrong'],
  ])('a step that fails may go on by %s', async (_, policy, expected) => {
    world.fails.set('it', 5)
    const flow = drawSteps({
      steps: {
        act_0: { text: 'it', ...policy },
        say_0: { text: 'after {{act_0}}' },
        say_1: { text: 'failed: {{act_0}}' },
      },
      edges: ['begin_0 > act_0', 'act_0 > say_0', 'act_0:error > say_1'],
    })
    expect((await runFlow(flow)).outcome).toMatchObject({ status: 'done', text: expected })
  })

  test('a further try does not do again what was done to the world, nor what led to it; all after it is asked anew', async () => {
    world.fails.set('ask-2', 1)
    const steps = { calls_0: { texts: 'ask-0,x,ask-1,ask-2,y', onError: 'default', retries: 2, errorText: 'sorry' } }
    const { outcome, events } = await runFlow(drawSteps({ steps, edges: ['begin_0 > calls_0'] }))
    expect(outcome.text).toBe('did ask-0,did x,did ask-1,did ask-2,did y')
    expect(world.done).toEqual(['ask-0', 'x', 'ask-1', 'ask-1', 'ask-2', 'y'])
    const attempts = events.flatMap((event) => (event.type === 'step-start' ? [[event.path, event.attempt ?? 1]] : []))
    expect(attempts).toContainEqual(['calls_0@0', 2])
    expect(attempts.filter(([path]) => path === 'calls_0@0/x')).toEqual([['calls_0@0/x', 1]])
  })

  test('a further try begins anew where nothing was done to the world', async () => {
    world.fails.set('ask-1', 1)
    const steps = { calls_0: { texts: 'ask-0,ask-1', onError: 'default', retries: 2, errorText: 'sorry' } }
    await runFlow(drawSteps({ steps, edges: ['begin_0 > calls_0'] }))
    expect(world.done).toEqual(['ask-0', 'ask-0', 'ask-1'])
  })

  test('what is written to a list of the state is added to it, by branches and by items alike', async () => {
    const add = (value: string) => ({ text: value, update: [{ key: 'all', value: '{{output}}' }] })
    const flow = drawSteps({
      steps: {
        begin_0: { state: [{ key: 'all', value: 'x', type: 'list' }] },
        say_0: add('a'),
        say_1: add('b'),
        each_0: { items: '["1","2"]', atOnce: '2' },
        say_2: add('{{$iteration}}'),
        say_3: { text: '{{$flow.state.all}}' },
      },
      edges: ['begin_0 > say_0', 'begin_0 > say_1', 'say_0 > each_0', 'say_1 > each_0', 'each_0 > say_3'],
      inside: { say_2: 'each_0' },
      isParallel: true,
    })
    expect((await runFlow(flow)).outcome.text).toBe('["x","a","b","1","2"]')
  })

  test('texts can speak of the messages so far, the last of them too', async () => {
    const flow = drawSteps({
      steps: {
        say_0: { text: '{{$flow.messages.length}} {{$flow.messages[0].content}}' },
        say_1: { text: '{{$flow.messages[-1].content}} of {{$flow.messages.length}}, {{$flow.messages[-9].content}}' },
      },
      edges: ['begin_0 > say_0', 'say_0 > say_1'],
    })
    const { outcome } = await runFlow(flow, { session: { ...requestOf('').session, isNew: true } })
    expect(outcome.text).toBe('1 Hello of 1, {{$flow.messages[-9].content}}')
  })

  const repeating = (items: number, atOnce: string) =>
    drawSteps({
      steps: {
        each_0: { items: JSON.stringify(Array.from({ length: items }, (_, n) => n)), atOnce },
        say_0: { text: 'x' },
      },
      edges: ['begin_0 > each_0'],
      inside: { say_0: 'each_0' },
    })

  test.each(['1', '50'])('others have their turns while many items are worked on, %s at once', async (atOnce) => {
    let turns = 0
    const timer = setInterval(() => (turns += 1))
    const { outcome } = await runFlow(repeating(1000, atOnce))
    clearInterval(timer)
    expect(outcome.status).toBe('done')
    expect(turns).toBeGreaterThan(5)
  })

  test('of more items than a run may have steps, none is begun', async () => {
    const { outcome, events } = await runFlow(repeating(10_000, '1'))
    expect(outcome.fault?.message).toContain('stopped after 10,000 steps')
    expect(events.filter(({ type }) => type === 'step-start')).toHaveLength(2)
  })

  test('steps in a container run for each item, with what was said outside', async () => {
    const flow = drawSteps({
      steps: {
        say_0: { text: '>' },
        each_0: { items: '[{"n":1},{"n":0}]' },
        say_1: { text: '{{say_0}}{{$iteration.n}}' },
        say_2: { text: 'all {{each_0}}' },
      },
      edges: ['begin_0 > say_0', 'say_0 > each_0', 'each_0 > say_2'],
      inside: { say_1: 'each_0' },
    })
    const { order, outcome } = await runFlow(flow)
    expect(outcome.text).toBe('all >1,>0')
    expect(order).toContain('each_0@0/1/say_1@0')
  })
})

describe('a run that waits', () => {
  const approval = drawSteps({
    steps: {
      act_0: { text: 'draft' },
      ask_0: { text: 'Send?' },
      act_1: { text: 'send' },
      say_0: { text: 'dropped: {{ask_0}}' },
    },
    edges: ['begin_0 > act_0', 'act_0 > ask_0', 'ask_0:0 > act_1', 'ask_0:1 > say_0'],
  })

  test('rests with its question, and goes on exactly once with the decision', async () => {
    const first = await runFlow(approval)
    expect(first.outcome).toMatchObject({
      status: 'waiting',
      text: 'Send?',
      waits: [{ path: 'ask_0@0', nodeId: 'ask_0' }],
    })
    const second = await runFlow(approval, { told: first.events, ...decide('ask_0@0', { type: 'proceed' }) })
    expect(second.outcome).toMatchObject({ status: 'done', text: 'did send' })
    expect(second.outcome.waits ?? []).toEqual([])
    expect(world.done).toEqual(['draft', 'send'])
  })

  test('goes the other way with feedback', async () => {
    const first = await runFlow(approval)
    const decision = { type: 'reject', feedback: 'shorter' }
    const second = await runFlow(approval, { told: first.events, ...decide('ask_0@0', decision) })
    expect(second.outcome.text).toBe('dropped: shorter')
    expect(world.done).toEqual(['draft'])
  })

  test('other branches go on meanwhile, and are not repeated', async () => {
    const flow = drawSteps({
      steps: {
        ask_0: { text: 'A?' },
        act_0: { text: 'b' },
        back_0: { to: 'act_0', times: '2' },
        say_0: { text: 'A is {{ask_0}}' },
      },
      edges: ['begin_0 > ask_0', 'begin_0 > act_0', 'act_0 > back_0', 'ask_0:0 > say_0'],
      isParallel: true,
    })
    const first = await runFlow(flow)
    expect(first.outcome.status).toBe('waiting')
    expect(world.done).toEqual(['b', 'b'])
    const second = await runFlow(flow, { told: first.events, ...decide('ask_0@0', { type: 'proceed' }) })
    expect(second.outcome.text).toContain('A is proceed')
    expect(world.done).toEqual(['b', 'b'])
  })
})

describe('a run that was killed', () => {
  const flow = drawSteps({
    steps: { act_0: { text: 'one' }, act_1: { text: 'two' }, say_0: { text: 'done {{act_0}} {{act_1}}' } },
    edges: ['begin_0 > act_0', 'act_0 > act_1', 'act_1 > say_0'],
  })

  test('after each event goes on without doing anything twice, or asks', async () => {
    const whole = await runFlow(flow)
    for (let kept = 0; kept <= whole.events.length; kept += 1) {
      // What was done until then is in the world.
      const told = whole.events.slice(0, kept)
      const ended = endedIn(told)
      world.done = ['one', 'two'].filter((_, index) => ended.includes(`act_${index}@0`))
      const again = await runFlow(flow, { told })
      const begun = told.flatMap((event) =>
        event.type === 'step-start' && event.effect === 'writes' ? event.path : [],
      )
      // Only a person knows of what was under way.
      expect(again.outcome.status === 'waiting').toBe(begun.some((path) => !ended.includes(path)))
      if (again.outcome.status === 'waiting') {
        expect(again.outcome.waits).toMatchObject([{ question: { kind: 'unknown' } }])
        const path = again.outcome.waits?.[0]?.path ?? ''
        const third = await runFlow(flow, { told: [...told, ...again.events], ...decide(path, { type: 'again' }) })
        expect(third.outcome.status).toBe('done')
      } else expect(again.outcome.text).toBe('done did one did two')
      expect(world.done).toEqual(['one', 'two'])
    }
  })

  test('keeps what may not be done twice before it is done, and no other commit than one a step', async () => {
    const kept: string[][] = []
    await runFlow(flow, { keep: async () => void kept.push([...world.done]) })
    // Before each of the two, and once after the last.
    expect(kept).toEqual([[], ['one'], ['one', 'two']])
  })

  test('a call inside a step whose result is given by hand is not made', async () => {
    const inner = drawSteps({ steps: { calls_0: { texts: 'x,y' } }, edges: ['begin_0 > calls_0'] })
    const whole = await runFlow(inner)
    const told = whole.events.slice(
      0,
      whole.events.findIndex((event) => event.type === 'step-start' && event.path === 'calls_0@0/y') + 1,
    )
    world.done = ['x']
    const again = await runFlow(inner, { told })
    expect(again.outcome.waits).toMatchObject([{ path: 'calls_0@0/y/unknown' }])
    const decision = { type: 'result', result: 'it was done' }
    const last = await runFlow(inner, { told: [...told, ...again.events], ...decide('calls_0@0/y/unknown', decision) })
    expect(last.outcome.text).toBe('did x,it was done')
    expect(world.done).toEqual(['x'])
  })

  test('a second time while it does something again asks a second time', async () => {
    for (const [drawn, at] of [
      [drawSteps({ steps: { act_0: { text: 'x' } }, edges: ['begin_0 > act_0'] }), 'act_0@0'],
      [drawSteps({ steps: { calls_0: { texts: 'x' } }, edges: ['begin_0 > calls_0'] }), 'calls_0@0/x'],
    ] as const) {
      const untilItBegan = (events: readonly RunEvent[]) =>
        events.slice(0, events.findLastIndex((event) => event.type === 'step-start' && event.path === at) + 1)
      const whole = await runFlow(drawn)
      const first = untilItBegan(whole.events)
      const asks = await runFlow(drawn, { told: first })
      const again = decide(`${at}/unknown`, { type: 'again' })
      const second = await runFlow(drawn, { told: [...first, ...asks.events], ...again })
      world.done = []
      const told = [...first, ...asks.events, ...untilItBegan(second.events)]
      const asksAgain = await runFlow(drawn, { told, ...again })
      expect(world.done).toEqual([])
      expect(asksAgain.outcome.waits).toMatchObject([{ path: `${at}/unknown:2`, question: { kind: 'unknown' } }])
    }
  })

  test('or was stopped in the middle of a call asks whether that was done', async () => {
    for (const [drawn, at] of [
      [drawSteps({ steps: { act_0: { text: 'x' } }, edges: ['begin_0 > act_0'] }), 'act_0@0'],
      [drawSteps({ steps: { calls_0: { texts: 'x' } }, edges: ['begin_0 > calls_0'] }), 'calls_0@0/x'],
    ] as const) {
      const stop = new AbortController()
      world.onAct = async (what) => {
        world.done.push(`${what} was sent`)
        stop.abort(new Error('The server stops'))
        throw stop.signal.reason
      }
      world.done = []
      const cut = await runFlow(drawn, { signal: stop.signal })
      expect(cut.outcome.status).toBe('cancelled')
      world.onAct = async () => {}
      const again = await runFlow(drawn, { told: cut.events })
      expect(world.done).toEqual(['x was sent'])
      expect(again.outcome).toMatchObject({
        status: 'waiting',
        waits: [{ path: `${at}/unknown`, question: { kind: 'unknown' } }],
      })
    }
  })

  test('asks about what was under way also where something else fails first and is tried again', async () => {
    const policy = { onError: 'retry', retries: 1 }
    for (const [steps, fails] of [
      [{ act_0: { text: 'x', ...policy } }, 'building x'],
      [{ calls_0: { texts: 'ask-0,x', areTogether: 'yes', ...policy } }, 'ask-0'],
    ] as const) {
      const drawn = drawSteps({ steps, edges: [`begin_0 > ${Object.keys(steps)[0]}`] })
      const whole = await runFlow(drawn)
      const told = whole.events.slice(
        0,
        whole.events.findLastIndex((event) => event.type === 'step-start' && event.effect === 'writes') + 1,
      )
      world.done = []
      world.fails.set(fails, 1)
      const again = await runFlow(drawn, { told })
      expect(world.done.filter((done) => done === 'x')).toEqual([])
      expect(again.outcome).toMatchObject({ status: 'waiting', waits: [{ question: { kind: 'unknown' } }] })
    }
  })

  test('after a decision tells it once, and what came to an end since stays there', async () => {
    const asking = drawSteps({
      steps: { ask_0: { text: 'May I?' }, act_0: { text: 'one' }, say_0: { text: 'said' } },
      edges: ['begin_0 > ask_0', 'ask_0:0 > act_0', 'act_0 > say_0'],
    })
    const first = await runFlow(asking)
    const decided = decide('ask_0@0', { type: 'proceed' })
    const second = await runFlow(asking, { told: first.events, ...decided })
    const killed = second.events.findIndex((event) => event.type === 'step-end' && event.path === 'act_0@0') + 1
    const told = [...first.events, ...second.events.slice(0, killed)]
    const third = await runFlow(asking, { told, ...decided })
    const all = [...told, ...third.events]
    expect(all.filter(({ type }) => type === 'step-decision')).toHaveLength(1)
    const rows = (events: readonly RunEvent[]) => stepViewsOf(events).map(({ path, status }) => [path, status])
    const done = ['begin_0@0', 'ask_0@0', 'act_0@0', 'say_0@0'].map((path) => [path, 'done'])
    expect(rows(all)).toEqual(done)
    // As earlier versions told it.
    const again = second.events.filter(({ type }) => type === 'step-decision')
    expect(rows([...told, ...again, ...third.events])).toEqual(done)
  })

  test('four thousand turns of a loop are taken up without doing one of them again', async () => {
    const loop = drawSteps({
      steps: { act_0: { text: 'x' }, back_0: { to: 'act_0', times: '4000' } },
      edges: ['begin_0 > act_0', 'act_0 > back_0'],
    })
    const whole = await runFlow(loop)
    world.done = []
    const again = await runFlow(loop, { told: whole.events })
    expect(again.outcome.text).toBe('enough')
    expect(world.done).toEqual([])
  })
})
