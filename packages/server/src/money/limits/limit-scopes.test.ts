import type { ModelEvent } from '@chatwright/core'
import { LimitScope } from '@chatwright/contract'
import type { CallGate, GatedCall } from '@chatwright/engine'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createPriceBook } from '../prices/price-book.ts'
import { describeOnBothDatabases, type TestServer } from '../../../testing/test-server.ts'
import type { RunAsker } from '../../door/askers/asker-of.ts'
import type { LimitedRun } from './limit-gate.ts'
import { createLimitStore } from './limit-store.ts'
import { createLimits } from './limits.ts'

const ofKey = (id: string): RunAsker => ({ actor: { kind: 'api-key', id }, way: 'chat' })
const RUN: LimitedRun = {
  runId: 'run-1',
  flowId: 'flow-1',
  asker: ofKey('key-1'),
  session: { chatId: 'chat-1', sessionId: 'visitor-1' },
}
const TRIED: LimitedRun = { ...RUN, isTest: true }

/** By scope: who is counted together with the run, and who is not. */
const SCOPES: Record<(typeof LimitScope.options)[number], { of?: LimitedRun; with: LimitedRun; apart?: LimitedRun }> = {
  run: {
    of: { ...RUN, execution: 'run-0' },
    with: { ...RUN, runId: 'run-2', execution: 'run-0' },
    apart: { ...RUN, runId: 'run-2' },
  },
  chat: { with: { ...RUN, runId: 'run-2' }, apart: { ...RUN, session: { chatId: 'chat-2', sessionId: 'visitor-1' } } },
  visitor: {
    with: { ...RUN, session: { chatId: 'chat-2', sessionId: 'visitor-1' } },
    apart: { ...RUN, session: { chatId: 'chat-1', sessionId: 'visitor-2' } },
  },
  key: { with: { ...RUN, flowId: 'flow-2' }, apart: { ...RUN, asker: ofKey('key-2') } },
  flow: { with: { ...RUN, asker: ofKey('key-2') }, apart: { ...RUN, flowId: 'flow-2' } },
  tests: { of: TRIED, with: { ...TRIED, flowId: 'flow-2' }, apart: RUN },
  // Nobody is apart from all.
  instance: { with: { ...TRIED, flowId: 'flow-2', asker: ofKey('key-2') } },
}

describeOnBothDatabases('Limits', (start) => {
  let server: TestServer
  let at: number
  beforeAll(async () => {
    server = await start()
  })
  afterAll(() => server.close())
  beforeEach(async () => {
    at = Date.parse('2026-03-31T22:00:00Z')
    await server.database.query.deleteFrom('spend_limit').execute()
    await server.database.query.deleteFrom('ledger').execute()
  })

  const limits = () => {
    const dependencies = { prices: createPriceBook({ list: async () => [] }), now: () => at, onFault: fail }
    const fitOf = async () => []
    return createLimits({ ...dependencies, fitOf, store: createLimitStore(server.database) })
  }

  /** Room for one call, and not for two. */
  const ROOM = { unit: 'tokens', amount: 150 } as const

  describe.each(LimitScope.options)('of a %s', (scope) => {
    const period = scope === 'run' ? 'run' : 'day'

    test('count together what belongs together, and nothing else', async () => {
      const { of = RUN, with: belonging, apart } = SCOPES[scope]
      const limited = limits()
      await limited.create({ scope, period, ...ROOM })
      expect(await asks(limited, of)).toBe('answered')
      expect(await asks(limited, belonging)).toMatch(/^The spending limit for .+ is reached\.$/)
      if (apart) expect(await asks(limited, apart)).toBe('answered')
    })
  })

  test.each([
    { period: 'day', later: '2026-04-01T00:00:01Z', soon: '2026-03-31T23:59:59Z' },
    { period: 'month', later: '2026-04-01T00:00:01Z', soon: '2026-03-01T00:00:01Z' },
  ] as const)('of a $period are free again when it is over, and not before', async ({ period, later, soon }) => {
    const limited = limits()
    await limited.create({ scope: 'flow', period, ...ROOM })
    expect(await asks(limited, RUN)).toBe('answered')
    at = Date.parse(soon)
    expect(await asks(limited, RUN)).toContain('is reached')
    at = Date.parse(later)
    expect(await asks(limited, RUN)).toBe('answered')
  })

  test('for one flow or one key leave the others alone; the narrowest of several counts', async () => {
    const limited = limits()
    await limited.create({ scope: 'flow', subject: 'flow-1', period: 'day', ...ROOM })
    await limited.create({ scope: 'instance', period: 'day', unit: 'tokens', amount: 100_000 })
    expect(await asks(limited, RUN)).toBe('answered')
    expect(await asks(limited, RUN)).toContain('this flow')
    expect(await asks(limited, { ...RUN, flowId: 'flow-2' })).toBe('answered')
  })

  test('a cheaper model is asked by nodes of its provider; the others go on with their own up to the limit', async () => {
    const limited = limits()
    // A call reserves 60 and uses 38, in millionths of a dollar: the second goes beyond four fifths.
    const limit = { scope: 'flow', period: 'day', unit: 'micro', amount: 100 } as const
    await limited.create({ ...limit, atLimit: 'cheaper', cheaperModel: 'gpt-4.1-nano' })
    const asked = async (name: string, run: LimitedRun): Promise<string[]> => {
      const models: string[] = []
      const instead = (model: string) => (models.push(model), said())
      const own = () => (models.push('own'), said())
      for (let call = 0; call < 3; call += 1) {
        const gate = await limited.gate(run, undefined)
        if (!gate) throw new Error('Nothing limits it')
        try {
          for await (const event of streamOf(gate, { name, instead, work: own })) void event
        } catch {
          models.push('refused')
        }
      }
      return models
    }
    expect(await asked('chatOpenAI', RUN)).toEqual(['own', 'gpt-4.1-nano', 'refused'])
    expect(await asked('chatAnthropic', { ...RUN, flowId: 'flow-2' })).toEqual(['own', 'own', 'refused'])
  })
})

/** Asks a model that uses 100 tokens, as a run does: whether it was asked, or why it was not. */
async function asks(limited: ReturnType<typeof createLimits>, run: LimitedRun): Promise<string> {
  const gate = await limited.gate(run, undefined)
  if (!gate) return 'answered'
  try {
    for await (const event of streamOf(gate)) void event
    return 'answered'
  } catch (error) {
    return (error as Error).message
  }
}

function streamOf(
  gate: CallGate,
  {
    name = 'chatOpenAI',
    work = said,
    ...more
  }: { name?: string; work?: typeof said; instead?: GatedCall['instead'] } = {},
): AsyncIterable<ModelEvent> {
  const node = { id: 'llm_0', identity: { name, inputs: { maxTokens: 100 } } }
  const call = { kind: 'model', method: 'stream', effect: 'asks', input: {}, model: 'gpt-4o-mini', node, ...more }
  const asked = gate.stream(call as unknown as GatedCall, work)
  if (!('events' in asked)) throw new Error('Nothing was asked')
  return asked.events
}

async function* said(): AsyncIterable<ModelEvent> {
  yield { type: 'usage', usage: { inputTokens: 50, outputTokens: 50 } }
}

function fail(error: unknown): never {
  throw error
}
