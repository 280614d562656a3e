import { AppError, type PredictionBody, type Upload } from '@chatwright/contract'
import {
  eventsTelling,
  mayDecide,
  outcomeOf,
  type Asker,
  type CallerRequest,
  type Message,
  type NodeDescription,
  type RunEvent,
  type Session,
} from '@chatwright/core'
import { createHash } from 'node:crypto'
import type { UploadStore } from '../../parts/files/upload-store.ts'
import { newId } from '../../ground/db/new-id.ts'
import type { ForgetExchanges } from '../../runs/chat-messages/forget-sessions.ts'
import {
  withholding,
  type FlowHead,
  type FlowLibrary,
  type PlannedFlow,
  type PreparedFlow,
} from '../../flows/flows/flow-library.ts'
import { followUpSettingsOf } from '../../runs/runs/follow-up-settings.ts'
import { isBySteps, readQuestion } from '../../runs/runs/kinds/index.ts'
import {
  askedOf,
  executionOf,
  type QuestionJob,
  type RunJob,
  type StepsJob,
  type WebhookData,
} from '../../runs/runs/run-job.ts'
import type { KnownSecrets } from '../../parts/credentials/known-secrets.ts'
import type { TurnStart } from '../../runs/runs/remove-turns.ts'
import type { RunStore } from '../../runs/runs/run-store.ts'
import type { GoOnWith } from '../../runs/runs/waits/go-on-with.ts'
import { decisionOf, inWordsOf } from '../../runs/runs/waits/given-decision.ts'
import type { WaitStore } from '../../runs/runs/waits/wait-store.ts'
import { isAnswer, type AnswerHandle, type RunHandle, type Runner } from '../../runs/runs/runner.ts'
import { flowErrorAnswer } from '../../runs/runs/fault-answer.ts'
import { decidedByAction, mergeInputs, messageOf, sessionInputs } from './asked.ts'
import { createAskOnce } from './ask-once.ts'
import { digestOf } from './digest-of.ts'
import { keptWithRun } from '../../door/askers/asker-of.ts'
import { isInside, wantsFollowUps } from '../../door/askers/may.ts'
import { readHistory } from './history.ts'
import type { IdempotencyStore } from './idempotency-store.ts'
import { allowedOverrides, type AllowedOverrides } from '../../flows/flow-access/override-config.ts'
import type { NamedSessions } from '../../flows/flow-access/named-sessions.ts'
import { storedRun } from './stored-run.ts'
import { refuseUnkept, typedSecrets } from './typed-values.ts'
import type { FindUploads } from './stored-uploads.ts'
import type { StrangerCaps } from '../../flows/flow-access/stranger-caps.ts'
import { allowsPictures, takesPictures } from '../../flows/flow-access/upload-settings.ts'
import type { Heard, SpeechService } from '../speech/speech-service.ts'
import { readWait } from '../../runs/runs/waits/wait-list.ts'
import { isLong, questionAfter } from '../../runs/questions/stored-questions.ts'
import { readUploads, type ReadUploads } from './uploads.ts'

export interface PredictionRequest {
  flow: FlowHead
  /** Flow data that answers instead of the saved one. Only the owner may give it. */
  drawing?: string | undefined
  /** The drawing is answered without secret variables. */
  withholdsSecrets?: true
  /** A version that answers instead of the live one. */
  version?: number | undefined
  body: PredictionBody
  /** What clients of models' protocols say besides. */
  given?: GivenByClient | undefined
  /** Who asks, or decides what a run waits for. */
  asker: Asker
  /** Inputs filled by the files of a multipart request, by node id. */
  fileInputs?: Record<string, Record<string, unknown>>
  idempotencyKey?: string | undefined
  /** What another program sent, and the digest of what makes two deliveries the same. */
  webhook?: { data: WebhookData; digest: string }
}

/** What a client that speaks a model's protocol sends with a question. */
export interface GivenByClient {
  /** The conversation before the question, as messages. */
  history?: readonly Message[]
  caller?: CallerRequest | undefined
}

export interface PredictionService {
  /** Checks everything that can be checked before the first word, keeps the question, and starts. */
  start(request: PredictionRequest): Promise<AnswerHandle>
  /** What was told of an execution before a run went on with it. */
  earlier(job: RunJob): Promise<RunEvent[]>
  /** A run of the flow, to be read from any of its events on. */
  resume(flowId: string, runId: string): Promise<AnswerHandle>
}

export interface PredictionDependencies {
  library: FlowLibrary
  describe: (nodeName: string) => NodeDescription | undefined
  runner: Runner
  waits: Pick<WaitStore, 'newest' | 'earlier'>
  goOnWith: GoOnWith
  runs: Pick<RunStore, 'find' | 'events' | 'nextEvents' | 'findTurn' | 'brokenTurn' | 'exchangesFrom'>
  uploads: Pick<UploadStore, 'save'>
  sessions: Pick<NamedSessions, 'of'>
  forgetExchanges: ForgetExchanges
  findUploads: FindUploads
  idempotency: IdempotencyStore
  speech: Pick<SpeechService, 'hear'>
  /** Takes what was typed into a drawing out of everything that is told and kept. */
  secrets: Pick<KnownSecrets, 'remember'>
  /** What is kept of a network, in place of its address. */
  markNetwork(network: string): string
  caps: StrangerCaps
}

export function createPredictionService(dependencies: PredictionDependencies): PredictionService {
  const {
    library,
    describe,
    runner,
    runs,
    waits,
    goOnWith,
    uploads,
    sessions,
    forgetExchanges,
    findUploads,
    idempotency,
    speech,
    secrets,
    markNetwork,
    caps,
  } = dependencies

  const askOnce = createAskOnce({ runner, runs, idempotency })

  return {
    async start(request) {
      const {
        flow: head,
        drawing,
        version,
        body,
        given = {},
        asker,
        fileInputs = {},
        idempotencyKey,
        webhook,
      } = request
      const drawn = await (drawing === undefined ? library.prepare(head, version) : library.draw(head, drawing))
      const flow = request.withholdsSecrets ? withholding(drawn) : drawn
      if (flow.draft !== undefined) {
        if (!runner.usesPlans) refuseUnkept(flow.flow, describe)
        secrets.remember(typedSecrets(flow.flow, describe))
      }
      const runId = newId()
      const humanInput = body.humanInput ?? decidedByAction(body)
      const begin = humanInput
        ? () => decide({ flow, body, asker, humanInput })
        : body.continue === undefined
          ? await prepareQuestion({ runId, head, flow, body, given, asker, fileInputs, webhook })
          : () => goOn({ runId, flow, body, asker, answerId: body.continue ?? '' })
      if (idempotencyKey === undefined) return begin()
      const digest =
        webhook?.digest ?? (await digestOf([body, fileInputs, ...(flow.draft === undefined ? [] : [flow.drawing])]))
      const run = await askOnce(onceKeyOf(flow, asker, idempotencyKey), { runId, digest }, begin)
      const isTold = run.job.runId === runId || body.chatId !== undefined || asker.network === undefined
      return isTold ? run : withoutChat(run)
    },

    earlier: async (job) => (isBySteps(job) && job.decisions ? waits.earlier(executionOf(job), job.runId) : []),

    async resume(flowId, runId) {
      const handle = (await runner.find(runId)) ?? (await endedRun(runId))
      // A run of another flow is none of this caller's business, whatever its id.
      if (!handle || !isAnswer(handle) || handle.job.flowId !== flowId) throw new AppError('run-gone')
      return handle
    },
  }

  /** An invalid drawing is an answer of its own, not the end of a stream. */
  async function planOf(flow: PreparedFlow, asker: Asker): Promise<PlannedFlow<'chat'>> {
    try {
      return { flow, plan: await library.plan(flow, { want: 'chat' }) }
    } catch (error) {
      throw flowErrorAnswer(error, asker)
    }
  }

  /** Checks what can be checked before an idempotency key is taken: a request that is refused must not use it up. */
  async function prepareQuestion({
    runId,
    head,
    flow,
    body,
    given,
    asker,
    fileInputs,
    webhook,
  }: Required<Pick<PredictionRequest, 'body' | 'asker' | 'fileInputs'>> & {
    given: GivenByClient
    runId: string
    head: FlowHead
    flow: PreparedFlow
    webhook: PredictionRequest['webhook']
  }): Promise<() => Promise<AnswerHandle>> {
    const planned = await planOf(flow, asker)
    const written = messageOf(body)
    const session = await sessions.of(flow, body, asker)
    const history = given.history ? [...given.history] : readHistory(body.history, asker)
    const by = { flowId: flow.id, network: asker.network }
    return async () => {
      if (planned.plan.kind === 'steps') await caps.expectRoomToWait(by)
      await caps.take('questions', by)
      const overrides = overridesOf({ head, flow, body, asker })
      // Before anything is taken out: a recording that nobody understands changes nothing.
      const heard = body.uploads
        ? await speech.hear(head, body.uploads, {
            asker,
            session,
          })
        : NOTHING_HEARD
      const message = [written, heard.text].filter((each) => each !== '').join('\n')
      const files = heard.others
        ? await readUploads(await findUploads(heard.others, session), {
            takesPictures: takesPictures(flow.flow) || allowsPictures(overrides.nodes),
            asker,
          })
        : NO_UPLOADS
      await caps.take('uploads', { ...by, amount: files.files.reduce((sum, { bytes }) => sum + bytes.length, 0) })
      // After the key: sent twice, the first has taken the message out that the second names.
      const replaces = body.replaces === undefined ? undefined : await cutOff(session, body.replaces)
      if (files.files.length > 0) await Promise.all(files.files.map((file) => uploads.save(session, file)))
      const followUps = wantsFollowUps(asker) ? followUpSettingsOf(head) : undefined
      const job: RunJob = {
        runId,
        flowId: flow.id,
        flowName: flow.name,
        flowVersion: flow.version,
        graph: await library.keep(flow),
        session,
        message,
        question: files.text === '' || placesFiles(planned) ? message : questionAfter(files.text, message),
        fileAttachment: files.text,
        attachments: files.attachments,
        history,
        overrides: {
          nodes: mergeInputs(overrides.nodes, fileInputs, sessionInputs(flow, session)),
          variables: overrides.variables,
          ...(overrides.ignored && { ignored: overrides.ignored }),
        },
        memoryType: flow.memory?.label ?? null,
        questionMessageId: newId(),
        answerMessageId: newId(),
        leadEmail: body.leadEmail ?? null,
        fileUploads: [...heard.remembered, ...files.remembered],
        isResumable: body.resumable ?? false,
        // Last: V8 takes microseconds for every property that is written after a spread.
        ...kindOf(planned, { runId, form: body.form }),
        ...(given.caller && { caller: given.caller }),
        ...(webhook && { webhook: webhook.data }),
        // What is only tried is nobody's news.
        ...(head.is_told === 1 && flow.draft === undefined && { isTold: true as const }),
        ...(flow.draft !== undefined && { isDraft: true }),
        ...(flow.withholdsSecrets && { withholdsSecrets: true as const }),
        ...(replaces && { replaces }),
        ...(followUps && { followUps }),
        ...(!head.settings.isRecorded && { isUnrecorded: true }),
        ...(isLong(files.text) && { filesIn: newId() }),
        asker: keptWithRun(asker, markNetwork),
      }
      return runner.start(job, planned)
    }
  }

  /** Stops what a chat is answering, and lets memories forget it from a turn on: that turn is asked again. */
  async function cutOff(session: Session, messageId: string): Promise<TurnStart> {
    const start = await runs.findTurn(session, messageId)
    await forgetExchanges(session, await runs.exchangesFrom(session, start))
    await runner.cancel(session)
    return start
  }

  /** Asks for the rest of an answer that broke off, with the question as it was asked. */
  async function goOn({
    runId,
    flow,
    body,
    asker,
    answerId,
  }: Pick<PredictionRequest, 'body' | 'asker'> & {
    runId: string
    flow: PreparedFlow
    answerId: string
  }): Promise<AnswerHandle> {
    const session = await sessions.of(flow, body, asker)
    const turn = await runs.brokenTurn(session, answerId)
    if (!turn) throw new AppError('answer-not-continuable', { id: answerId })
    const asked = readQuestion(turn.run.request)
    // Their bytes stand beside the conversation, not in the run.
    const uploads = await findUploads(asked.fileUploads as Upload[], session)
    // As it was when it was asked: half an answer of one drawing and half of another would be neither's.
    const planned = await planOf(await asAsked(asked, flow), asker)
    const { attachments } = await readUploads(uploads, {
      takesPictures: takesPictures(planned.flow.flow),
      asker,
    })
    const job: RunJob = {
      ...askedOf(asked),
      kind: 'continue',
      runId,
      attachments,
      questionMessageId: turn.questionId,
      answerMessageId: answerId,
      toldBefore: eventsTelling({ ...outcomeOf(await runs.events(turn.run.id)), text: turn.text }),
      isResumable: body.resumable ?? false,
    }
    return runner.start(job, planned)
  }

  /** Goes on with what a run of this chat waits for. */
  async function decide({
    flow,
    body,
    asker,
    humanInput,
  }: Pick<PredictionRequest, 'body' | 'asker'> & {
    flow: PreparedFlow
    humanInput: NonNullable<PredictionBody['humanInput']>
  }): Promise<AnswerHandle> {
    const session = await sessions.of(flow, body, asker)
    const { id, startNodeId } = humanInput
    const wait = await waits.newest(session, {
      nodeId: startNodeId ?? undefined,
      id: id ?? undefined,
      isMeant: (question) => mayDecide(asker, question),
    })
    if (!wait) throw new AppError('wait-not-found', { id: id ?? startNodeId ?? session.chatId })
    const question = readWait(wait)
    const plan = async (job: RunJob) => planOf(await asAsked(job, flow), asker)
    const decision = inWordsOf(question, decisionOf(humanInput))
    return goOnWith(wait, decision, { asker, text: body.question, plan })
  }

  /** The flow as a job began with it; the one at hand where that is it, since it may hold values that are not kept. */
  async function asAsked(job: RunJob, flow: PreparedFlow): Promise<PreparedFlow> {
    const isIt = job.graph === flow.graph && job.withholdsSecrets === flow.withholdsSecrets
    return isIt ? flow : library.pinned(job)
  }

  /** One that ended longer ago than its process remembers, or in a process that is gone. */
  async function endedRun(runId: string): Promise<RunHandle | undefined> {
    const row = await runs.find(runId)
    if (!row || row.status === 'queued' || row.status === 'running') return undefined
    // Forgotten after so many days.
    return (await runs.nextEvents(runId, 0)) && storedRun(row, runs)
  }

  /** The owner may fill every input that nodes declare; from outside, those the owner opened. */
  function overridesOf({
    head,
    flow,
    body: { overrideConfig },
    asker,
  }: Pick<PredictionRequest, 'body' | 'asker'> & { head: FlowHead; flow: PreparedFlow }): AllowedOverrides {
    if (!overrideConfig) return { nodes: {}, variables: {} }
    const settings = isInside(asker, flow) ? undefined : head.settings.overrides
    return allowedOverrides({ flow: flow.flow, describe, settings, overrideConfig })
  }
}

/** Who repeats somebody's question from their network hears the answer, and not in which chat it was given. */
function withoutChat(run: AnswerHandle): AnswerHandle {
  const { job, isStored } = run
  const id = newId()
  return {
    job: { ...job, session: { ...job.session, chatId: id, sessionId: id } },
    get outcome() {
      return run.outcome
    },
    read: (reader, afterSeq) => run.read(reader, afterSeq),
    ...(isStored && { isStored }),
  }
}

const NOTHING_HEARD: Heard = { text: '', others: undefined, remembered: [] }
const NO_UPLOADS: ReadUploads = { attachments: [], text: '', remembered: [], files: [] }

/** Whether some text of the flow says where the text of attached files goes. */
const placesFiles = ({ plan }: PlannedFlow<'chat'>): boolean => plan.kind === 'values' && plan.usesFileAttachment

/** An agent flow's run needs no reader, and can be gone on with. */
function kindOf(
  { plan }: PlannedFlow<'chat'>,
  { runId, form }: { runId: string; form: PredictionBody['form'] },
): Pick<QuestionJob, 'kind'> | Pick<StepsJob, 'kind' | 'execution' | 'form' | 'isOlder'> {
  if (plan.kind === 'values') return { kind: 'question' }
  return { kind: 'flow', execution: runId, ...(form && { form }), ...(plan.flow.older && { isOlder: true }) }
}

function onceKeyOf(flow: PreparedFlow, asker: Asker, key: string): string {
  const origin = isInside(asker, flow) ? 'internal' : 'external'
  return `${flow.id}:${origin}:${createHash('sha256').update(key).digest('base64url')}`
}
