import {
  createCredential,
  createVariable,
  listCredentials,
  listVariables,
  updateCredential,
  updateVariable,
  type Route,
} from '@chatwright/contract'
import { outcomeOf, readFlow, type CatalogueIndex, type Flow, type RunEvent } from '@chatwright/core'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { askerOf, ON_SCREEN } from '../../door/askers/asker-of.ts'
import type { Handler } from '../../door/http/handle.ts'
import { createNetworkLimits } from '../../door/http/network-limits.ts'
import { createRelayNotes } from '../../door/http/relay-notes.ts'
import { lockOwnFolder, prepareDataFolder } from '../../ground/boot/data-folder.ts'
import { createLogger } from '../../ground/boot/logger.ts'
import { readSecretKey, readSecretKeys } from '../../ground/boot/secret-key.ts'
import { readConfig } from '../../ground/config/config.ts'
import { openDatabase } from '../../ground/db/database.ts'
import { UserFacingError } from '../../ground/user-facing-error.ts'
import { createMetrics } from '../metrics/metrics.ts'
import { parseCodeFile } from '../project/code-file.ts'
import { CODE, openProjectFolder } from '../project/project-folder.ts'
import { readProjectFile } from '../project/project-file.ts'
import type { AnswerHandle } from '../../runs/runs/runner.ts'
import { createCommon, type Common } from '../wiring/common.ts'
import { createFlows, type Flows } from '../wiring/flows.ts'
import { createResources } from '../wiring/node-resources.ts'
import { withGivenCredentials, type GivenCredentials } from './given-credentials.ts'

export interface OpenOptions {
  /** Values of credentials by the names that the flow has for them, each with its kind unless chatwright.json says it. */
  credentials?: GivenCredentials
  variables?: Readonly<Record<string, string>>
  /** `memory`, or a folder in which conversations and waits outlive the program. */
  storage?: string
  /** Folders of nodes of your own. */
  nodes?: readonly string[]
}

export interface AskOptions {
  /** Questions of one chat share a conversation. */
  chatId?: string
  /** Inputs of nodes, as requests override them. */
  inputs?: Readonly<Record<string, unknown>>
  /** What a person decides that the chat waits for. */
  decide?: { type: 'proceed' | 'reject'; feedback?: string }
  signal?: AbortSignal
}

export interface FlowAnswer {
  status: string
  text: string
  chatId: string
  sourceDocuments: readonly unknown[]
  /** Why it failed, in words. */
  error: string | undefined
}

export interface OpenedFlow {
  name: string
  ask(question: string, options?: AskOptions): Promise<FlowAnswer>
  /** Every event of the run as it happens. */
  stream(question: string, options?: AskOptions): AsyncIterable<RunEvent>
  close(): Promise<void>
}

const ASKER = askerOf('chat', { kind: 'owner' })

/** Everything that answers a flow, without what listens: the same engine, events, guards and tools as the server's. */
export async function openFlow(source: string | object, options: OpenOptions = {}): Promise<OpenedFlow> {
  const { storage = 'memory', nodes = [], credentials = {}, variables = {} } = options
  const isKept = storage !== 'memory'
  const folder = isKept ? storage : mkdtempSync(join(tmpdir(), 'chatwright-run-'))
  const extraNodes = nodes.length > 0 ? { EXTRA_NODES: nodes.join(',') } : {}
  const config = readConfig({ DATA_DIR: folder, LOG_LEVEL: 'silent', ...extraNodes }, { keptLogin: false })
  prepareDataFolder(config.dataDir)
  const lock = await lockOwnFolder(config)
  const database = await openDatabase(config.database)
  const logger = createLogger('silent')
  const readKeys = () => readSecretKeys(config.secretKey)
  const resources = await createResources({
    config,
    database,
    logger,
    secretKey: readSecretKey(config.secretKey),
    readSecretKeys: readKeys,
  })
  const common = await createCommon({
    config,
    readKeys,
    database,
    logger,
    resources,
    metrics: createMetrics(),
    networks: createNetworkLimits(config),
    relays: createRelayNotes({ records: resources.effects.records, onFault: () => {} }),
  })
  const flows = createFlows(common)
  const close = async (): Promise<void> => {
    await common.runner.drain()
    await flows.close?.()
    await common.close()
    await resources.close()
    await database.close()
    lock?.release()
    if (!isKept) rmSync(folder, { recursive: true, force: true })
  }
  try {
    const { catalogue } = resources
    const { flow, name, kinds } = readSource(source, (each) => catalogue.describe(each))
    const call = callsOf(resources.handlers)
    const known = await call(listVariables, {})
    for (const [variable, value] of Object.entries(variables)) {
      const there = known.find((each) => each.name === variable)
      if (there) await call(updateVariable, { params: { id: there.id }, body: { value } })
      else await call(createVariable, { body: { name: variable, value, type: 'static' } })
    }
    const existing = await call(listCredentials, { query: {} })
    const ready = await withGivenCredentials(flow, {
      given: credentials,
      kinds,
      catalogue,
      async store(values) {
        const there = existing.find((each) => each.name === values.name)
        const body = { ...values }
        if (there) return (await call(updateCredential, { params: { id: there.id }, body })).id
        return (await call(createCredential, { body })).id
      },
    })
    const id = await storeFlow(flows.chatflows, name, ready)
    return { name, ...asking(common, id), close }
  } catch (error) {
    await close()
    throw error
  }
}

/** A flow that was answered from this folder before goes on under its id, with its conversations. */
async function storeFlow(chatflows: Flows['chatflows'], name: string, flow: Flow): Promise<string> {
  const listed = await chatflows.list({})
  const there = (Array.isArray(listed) ? listed : []).find((each) => each.name === name)
  const flowData = JSON.stringify(flow)
  if (there) return (await chatflows.update(there.id, { flowData })).id
  return (await chatflows.create({ name, flowData })).id
}

/** Runs handlers as their routes would, for the owner of this program. */
function callsOf(handlers: readonly Handler[]) {
  return async <Params, Query, Body, Response>(
    route: Route<Params, Query, Body, Response>,
    values: { params?: Params; query?: Query; body?: unknown },
  ): Promise<Response> => {
    const handler = handlers.find((each) => each.route === route)
    if (!handler) throw new Error(`${route.method} ${route.path} isn't served here`)
    const call = { params: {}, query: {}, body: {}, ...values, asker: ON_SCREEN, signIn: undefined, flow: undefined }
    // What these handlers do needs no request: they answer with values.
    return (await handler.run({ ...call, request: undefined as never, reply: undefined as never })) as Response
  }
}

function asking({ predictions, execution }: Common, id: string): Pick<OpenedFlow, 'ask' | 'stream'> {
  const start = async (question: string, { chatId = randomUUID(), inputs, decide }: AskOptions) => {
    const body = {
      question,
      chatId,
      ...(inputs && { overrideConfig: inputs }),
      ...(decide && { humanInput: decide }),
    }
    return { chatId, run: await predictions.start({ flow: await execution.library.head(id), body, asker: ASKER }) }
  }
  async function* stream(question: string, options: AskOptions = {}): AsyncGenerator<RunEvent> {
    const { run } = await start(question, options)
    yield* eventsOf(run, options.signal)
  }
  return {
    stream,
    async ask(question, options = {}) {
      const { run, chatId } = await start(question, options)
      const events: RunEvent[] = []
      for await (const event of eventsOf(run, options.signal)) events.push(event)
      // Stored before the next question of the chat reads it.
      await run.outcome
      const { status, text, fault, sourceDocuments = [] } = outcomeOf(events)
      return { status, text, chatId, sourceDocuments, error: fault?.message }
    },
  }
}

/** The events of a run one by one. Whoever stops reading stops the run. */
async function* eventsOf(run: AnswerHandle, signal?: AbortSignal): AsyncGenerator<RunEvent> {
  const waiting: RunEvent[] = []
  let wake = (): void => {}
  const leave = run.read((event) => {
    waiting.push(event)
    wake()
  })
  const stop = (): void => {
    leave()
    wake()
  }
  signal?.addEventListener('abort', stop)
  try {
    for (let at = 0; ;) {
      const event = waiting[at]
      if (event) {
        at += 1
        yield event
        if (event.type === 'run-end') return
        continue
      }
      signal?.throwIfAborted()
      await new Promise<void>((resolve) => {
        wake = resolve
      })
    }
  } finally {
    signal?.removeEventListener('abort', stop)
    leave()
  }
}

interface Source {
  flow: Flow
  name: string
  /** The kinds of credentials by their names, as a project knows them. */
  kinds: ReadonlyMap<string, string>
}

function readSource(source: string | object, describe: CatalogueIndex['describe']): Source {
  if (typeof source !== 'string') return { ...readDocument(source, describe, 'flow'), kinds: new Map() }
  if (!source.endsWith(CODE)) return { ...readDocument(readText(source), describe, source), kinds: new Map() }
  const { flow, name, problems } = parseCodeFile(source, { describe })
  if (!flow) {
    const lines = problems.map(({ file, line, column, message }) => `${file}:${line}:${column} ${message}`)
    throw new UserFacingError(lines.join('\n'))
  }
  const { credentials } = readProjectFile(openProjectFolder(dirname(source)))
  return { flow, name: name ?? 'flow', kinds: new Map(credentials.map((each) => [each.name, each.kind])) }
}

function readDocument(document: unknown, describe: CatalogueIndex['describe'], name: string): Omit<Source, 'kinds'> {
  const read = readFlow(document, describe)
  return { flow: read.flow, name: read.name ?? name }
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new UserFacingError(`"${file}" can't be read. Check the path.`, { cause: error })
  }
}
