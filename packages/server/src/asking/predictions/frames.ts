import { isOnCanvas } from '../../door/askers/may.ts'
import type { StreamEvent } from '@chatwright/contract'
import type { Asker, RunEvent } from '@chatwright/core'
import { isBySteps } from '../../runs/runs/kinds/index.ts'
import type { RunJob } from '../../runs/runs/run-job.ts'
import { faultFor, faultText } from '../../runs/runs/fault-answer.ts'
import { createAgentFrames, type AgentFrame, type AgentFrames } from './agent-frames.ts'
import { ignoredOverrides } from './answer.ts'
import { createOlderFrames } from './older-frames.ts'
import type { FrameWriter } from '../../runs/runs/frame-writer.ts'

/** A chat flow tells of no steps. */
const NO_STEPS: AgentFrames = { frames: () => [], end: () => ({ frames: [] }) }

/** The events of a run as the older product's clients read them. */
export function createFrameWriter(
  job: RunJob,
  {
    asker,
    idPrefix: eventsOfRun,
    earlier = [],
  }: {
    asker: Asker
    idPrefix: string
    /** What was told of an agent flow before this run went on with it. */
    earlier?: readonly RunEvent[]
  },
): FrameWriter {
  let hasStarted = false
  let hasText = false
  const idPrefix = `id:${eventsOfRun}`
  const isBuilder = isOnCanvas(asker)
  const hearing = { asker, earlier }
  const agents = !isBySteps(job)
    ? NO_STEPS
    : job.isOlder
      ? createOlderFrames(job, hearing)
      : createAgentFrames(job, hearing)
  /** A stream of steps begins with its first step. */
  const isToldBySteps = isBySteps(job) && !job.isOlder

  /** Existing widgets open the answer's bubble at `start` and ignore tokens before it. */
  const begin = (): string => {
    if (hasStarted || isToldBySteps) return ''
    hasStarted = true
    return frame('start', '')
  }
  const withId = (seq: number, event: StreamEvent, data: unknown): string => `${idPrefix}${seq}\n${frame(event, data)}`

  /** A bubble is open before anything is put into it. */
  const told = (frames: readonly AgentFrame[], seq: number): string =>
    frames.length === 0 ? '' : begin() + frames.map(([name, data]) => withId(seq, name, data)).join('')

  return {
    broken: (fault) => `${frame('error', faultText(fault))}${frame('end', '[DONE]')}`,
    frames(event, seq) {
      switch (event.type) {
        case 'token': {
          const start = begin()
          hasText = true
          return `${start}${idPrefix}${seq}\ndata:{"event":"token","data":${JSON.stringify(event.text)}}\n\n`
        }
        case 'thinking':
          return begin() + thinking(event, `${idPrefix}${seq}\n`)
        case 'source-documents':
          return begin() + withId(seq, 'sourceDocuments', event.documents)
        case 'called-tools':
          return begin() + withId(seq, 'calledTools', event.tools)
        case 'used-tools':
          return begin() + withId(seq, 'usedTools', event.tools)
        case 'artifacts':
          return begin() + withId(seq, 'artifacts', event.artifacts)
        case 'json':
          if (hasText) return ''
          hasText = true
          return begin() + withId(seq, 'token', JSON.stringify(event.value))
        case 'answered':
          // For our own chat, which lets people go on at once; existing clients wait for the end.
          return begin() + withId(seq, 'answered', metadataOf(job, { ...event, status: 'done' }))
        case 'usage':
        case 'progress':
        case 'documents-stored':
        case 'documents-loaded':
        case 'step-skip':
        case 'step-decision':
        case 'text':
        case 'call':
        case 'caller-calls':
        case 'cut-short':
          return ''
        case 'run-start':
        case 'step-start':
        case 'step-end':
        case 'step-error':
        case 'step-wait':
        case 'step-again':
          return told(agents.frames(event), seq)
        case 'node-start':
        case 'node-end':
        case 'node-error':
          // What a visitor of a public page must not see: how the flow is made.
          return isBuilder ? withId(seq, 'trace', event) : ''
        case 'run-end':
          return ending(event, job, { asker, begin, agents, isToldBySteps }) + withId(seq, 'end', '[DONE]')
      }
    },
  }
}

type RunEnd = Extract<RunEvent, { type: 'run-end' }>

function ending(
  event: RunEnd,
  job: RunJob,
  {
    asker,
    begin,
    agents,
    isToldBySteps,
  }: { asker: Asker; begin: () => string; agents: AgentFrames; isToldBySteps: boolean },
): string {
  const told = agents.end(event)
  const frames = [
    event.status === 'done' && !isToldBySteps ? begin() : '',
    ...told.frames.map(([name, data]) => frame(name, data)),
    event.status === 'cancelled' ? frame('abort', '[DONE]') : '',
    event.usage ? frame('usageMetadata', event.usage) : '',
    frame('metadata', { ...metadataOf(job, event), ...(told.action && { action: told.action }) }),
  ]
  // Last before the end: a client that stops reading at an error has missed nothing.
  if (event.fault) {
    const fault = faultFor(asker, event.fault)
    if (isOnCanvas(asker)) frames.push(frame('fault', fault))
    frames.push(frame('error', faultText(fault)))
  }
  return frames.join('')
}

function metadataOf(
  job: RunJob,
  { status, durationMs, followUpPrompts }: Pick<RunEnd, 'status' | 'durationMs' | 'followUpPrompts'>,
) {
  return {
    chatId: job.session.chatId,
    chatMessageId: job.answerMessageId,
    question: job.message,
    sessionId: job.session.sessionName ?? job.session.sessionId,
    runId: job.runId,
    status,
    durationMs,
    ...ignoredOverrides(job),
    ...(job.memoryType !== null && { memoryType: job.memoryType }),
    // A JSON text inside the JSON, as existing widgets parse it.
    ...(followUpPrompts && { followUpPrompts: JSON.stringify(followUpPrompts) }),
  }
}

function thinking({ text, durationMs }: Extract<RunEvent, { type: 'thinking' }>, id: string): string {
  if (durationMs === undefined) return `${id}${frame('thinking', text)}`
  const closing = `data:${JSON.stringify({ event: 'thinking', data: '', duration: Math.round(durationMs / 1000) })}\n\n`
  return text === '' ? `${id}${closing}` : `${frame('thinking', text)}${id}${closing}`
}

function frame(event: StreamEvent, data: unknown): string {
  return `data:{"event":"${event}","data":${JSON.stringify(data)}}\n\n`
}
