import { ON_CANVAS } from '../../door/askers/asker-of.ts'
import { cancelJob, followJob, getJob, listJobs } from '@chatwright/contract'
import { RUN_EVENTS_TYPE } from '@chatwright/core'
import type { FastifyRequest } from 'fastify'
import type { EventStreams } from '../../door/http/event-stream.ts'
import { handle, type Handler } from '../../door/http/handle.ts'
import { createRunEventFrames } from '../runs/run-event-frames.ts'
import type { JobService } from './job-service.ts'

export const jobRoutes = ({ jobs, streams }: { jobs: JobService; streams: EventStreams }): Handler[] => [
  handle(listJobs, ({ query }) => jobs.list(query)),
  handle(getJob, ({ params }) => jobs.get(params.id)),
  handle(cancelJob, ({ params }) => jobs.cancel(params.id)),
  handle(followJob, async ({ params: { id }, request, reply }) => {
    // Before the stream opens: that there is no such job is an answer.
    await jobs.get(id)
    const stream = streams.open(reply, { type: RUN_EVENTS_TYPE })
    stream.begin()
    const gone = new AbortController()
    stream.onGone(() => gone.abort())
    const { frames } = createRunEventFrames(id, { asker: ON_CANVAS, idPrefix: `${id}:` })
    const following = jobs.follow(id, {
      afterSeq: lastSeq(request, id),
      reader(event, seq) {
        stream.write(frames(event, seq))
        return stream.room
      },
      signal: gone.signal,
    })
    following
      .catch((error: unknown) => request.log.warn({ err: error }, 'a job cannot be followed right now'))
      .finally(() => stream.end())
    return reply
  }),
]

/** The number in a `Last-Event-ID` of this job; from the start where there is none. */
function lastSeq(request: FastifyRequest, id: string): number {
  const [, job, seq] = /^([\w.:-]{1,64}):(\d{1,9})$/.exec(String(request.headers['last-event-id'] ?? '')) ?? []
  return job === id ? Number(seq) : 0
}
