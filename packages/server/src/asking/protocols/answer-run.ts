import { errorTable } from '@chatwright/contract'
import type { Asker, EndedOutcome, RunEvent, RunFault } from '@chatwright/core'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { EventStreams } from '../../door/http/event-stream.ts'
import { whenGone } from '../../door/http/when-gone.ts'
import { faultFor, faultText, waitError } from '../../runs/runs/fault-answer.ts'
import type { AnswerHandle } from '../../runs/runs/runner.ts'
import { refuseUnfinished } from '../predictions/answer.ts'

export interface Listener {
  request: FastifyRequest
  reply: FastifyReply
  asker: Asker
}

/** The words of a protocol for what happens in a run. Empty for what it has no word for. */
export interface ProtocolFrames {
  frames(event: RunEvent, seq: number): string
}

interface StreamOptions extends Listener {
  streams: EventStreams
  /** Events that the client has already. */
  afterSeq?: number
  /** Comes back to an answer, which may say nothing for long. */
  isBack?: boolean
}

/** Sends a run as it happens. While nothing has left, an end with a status of its own is answered with that status. */
export function streamRun(
  run: AnswerHandle,
  writer: ProtocolFrames,
  { request, reply, asker, streams, afterSeq = 0, isBack = false }: StreamOptions,
): FastifyReply {
  const stream = streams.open(reply)
  let leave = (): void => {}
  leave = run.read((event, seq) => {
    const refusal = waitError(event, asker)
    if (refusal && stream.refuse(refusal, request)) return undefined
    const frames = writer.frames(event, seq)
    if (seq > afterSeq || event.type === 'run-end') stream.write(frames)
    if (event.type === 'run-end') stream.end()
    return stream.room
  })
  if (isBack) stream.begin()
  stream.onGone(leave)
  if (!run.isStored) run.outcome.then(leave, () => stream.end())
  return reply
}

/** What a run came to. Throws why it came to nothing; stops it when whoever asked is gone. */
export async function wholeRun(
  run: AnswerHandle,
  { reply, asker }: Pick<Listener, 'reply' | 'asker'>,
): Promise<EndedOutcome> {
  const leave = run.read(() => {})
  const stop = whenGone(reply, leave)
  try {
    const outcome = await run.outcome
    refuseUnfinished(outcome, asker)
    return outcome
  } finally {
    stop()
    leave()
  }
}

/** Why an answer isn't whole, for protocols whose words for an end would be untrue. */
export function failureOf(
  { status, fault }: Extract<RunEvent, { type: 'run-end' }>,
  asker: Pick<Asker, 'rights'>,
): { message: string; code: string; fault?: RunFault } | undefined {
  if (fault) return { message: faultText(faultFor(asker, fault)), code: fault.code, fault }
  if (status === 'done' || status === 'waiting') return undefined
  const code = status === 'cancelled' ? 'run-cancelled' : 'run-interrupted'
  return { message: errorTable[code].message, code }
}

export function seconds(milliseconds: number): number {
  return Math.floor(milliseconds / 1000)
}
