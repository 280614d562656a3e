import { errorTable } from '@chatwright/contract'
import { isRunEvents, RUN_EVENTS_TYPE, Steps, type Asker, type RunEvent } from '@chatwright/core'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { headerOf } from '../../door/http/header-of.ts'
import type { EventStream, EventStreams } from '../../door/http/event-stream.ts'
import { whenGone } from '../../door/http/when-gone.ts'
import { waitError } from '../../runs/runs/fault-answer.ts'
import { isBySteps } from '../../runs/runs/kinds/index.ts'
import type { AnswerHandle } from '../../runs/runs/runner.ts'
import type { SpokenFrame } from '../speech/spoken-answers.ts'
import { toAnswer } from './answer.ts'
import type { EventIds } from './event-ids.ts'
import { createFrameWriter } from './frames.ts'
import { createRunEventFrames } from '../../runs/runs/run-event-frames.ts'

export interface Reader {
  request: FastifyRequest
  reply: FastifyReply
  asker: Asker
  afterSeq: number
  /** Comes back to an answer: it may say nothing for long, and is not refused any more. */
  isBack?: boolean
  /** Showed a signature. */
  isKnown?: boolean
  /** What was told of its execution before. */
  earlier: readonly RunEvent[]
  /** The voice of the answer, for clients that do not ask for it themselves. */
  play?: Play
}

/** What streams of answers are written with. */
export interface Following {
  streams: EventStreams
  eventIds: Pick<EventIds, 'prefixOf'>
}

export type Play = (signal: AbortSignal) => AsyncIterable<SpokenFrame>

/** Sends a run to a client as it happens, from after a given event, in the words that the client asked for. */
export function follow(
  run: AnswerHandle,
  { streams, eventIds }: Following,
  { request, reply, asker, afterSeq, isBack = false, isKnown = false, earlier, play }: Reader,
): FastifyReply {
  const isOurs = isRunEvents(headerOf(request, 'accept'))
  const stream = streams.open(reply, { type: isOurs ? RUN_EVENTS_TYPE : undefined, isKnown })
  const idPrefix = eventIds.prefixOf(run.job.runId)
  const writer = isOurs
    ? createRunEventFrames(run.job.runId, { asker, idPrefix })
    : createFrameWriter(run.job, { asker, idPrefix, earlier })
  let leave = (): void => {}
  let isOver = false
  // From the first event, although only later ones are sent: what a frame says depends on those before it.
  leave = run.read((event, seq) => {
    const wait = waitError(event, asker)
    if (wait && stream.refuse(wait, request)) {
      isOver = true
      leave()
      return undefined
    }
    const frames = writer.frames(event, seq)
    if (event.type !== 'run-end') {
      if (seq > afterSeq) stream.write(frames)
      return stream.room
    }
    isOver = true
    leave()
    // The end is told in any case: a crash may have kept less than the reader has heard.
    const end = (): void => {
      stream.write(frames)
      stream.end()
    }
    if (play && !isOurs && event.status === 'done') void tellSpoken(stream, play).finally(end)
    else end()
    return undefined
  })
  if (isOver) {
    leave()
    return reply
  }
  if (isBack) stream.begin()
  stream.onGone(leave)
  // Of one that is stored the outcome would be read for nothing.
  if (run.isStored) return reply
  run.outcome.catch(() => {
    // The run could not even be stored; the client must not wait for an end that will not come.
    stream.write(writer.broken({ code: 'internal', message: errorTable.internal.message }))
    stream.end()
  })
  return reply
}

/** As the older product does, before the end of the stream. */
async function tellSpoken(stream: EventStream, play: Play): Promise<void> {
  const gone = new AbortController()
  stream.onGone(() => gone.abort())
  try {
    for await (const frame of play(gone.signal)) {
      stream.write(`data:${JSON.stringify(frame)}\n\n`)
      await stream.room
    }
  } catch {
    // An answer that could not be stored says so itself.
  }
}

export async function answerWhole(
  run: AnswerHandle,
  {
    reply,
    asker,
    earlier,
    linkFor,
  }: Pick<Reader, 'reply' | 'asker' | 'earlier'> & { linkFor: (waitId: string) => string },
): Promise<unknown> {
  const steps = isBySteps(run.job) ? new Steps(earlier) : undefined
  const leave = run.read((event) => steps?.add(event))
  const stop = whenGone(reply, leave)
  try {
    return toAnswer(run.job, await run.outcome, { asker, steps: steps?.views ?? [], linkFor })
  } finally {
    stop()
    leave()
  }
}
