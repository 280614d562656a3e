import type { RunEvent } from '@chatwright/core'

export interface ReadCalls {
  /** Short ones, which stand in the events of their run. */
  inEvents: number
  /** Those of which something is kept beside the events. */
  inRows: number
}

interface Run {
  id: string
  status: string
  question: string
  events: RunEvent[]
}

interface ReadCall {
  request: { messages: { content: string }[] }
  response: { said?: { type: string; text?: string }[]; fault?: object }
}

/**
 * Reads every recorded call of a flow whose model always says the same. A call that is told can be read, and is what was asked and
 * said: there is never one without its values, wherever those are.
 */
export async function readCalls(
  url: string,
  { flowId, said }: { flowId: string; said: string },
): Promise<ReadCalls & { faults: string[] }> {
  const read = { faults: [] as string[], inEvents: 0, inRows: 0 }
  const get = (path: string) => fetch(`${url}/api/v1${path}`)
  for (let cursor: string | null = ''; cursor !== null;) {
    const page = await get(`/runs?chatflowId=${flowId}&limit=100${cursor && `&cursor=${encodeURIComponent(cursor)}`}`)
    const { items, nextCursor } = (await page.json()) as { items: { id: string }[]; nextCursor: string | null }
    for (const { id } of items) {
      const run = (await (await get(`/runs/${id}`)).json()) as Run
      const told = run.events.flatMap((event) => (event.type === 'call' ? [event] : []))
      const calls = (await (await get(`/runs/${id}/calls?limit=200`)).json()) as { items: { seq: number }[] }
      if (calls.items.length !== told.length) read.faults.push(`run ${id} lists ${calls.items.length} calls`)
      for (const [at, { seq }] of calls.items.entries()) {
        const answer = await get(`/runs/${id}/calls/${seq}`)
        const event = told[at]
        if (!answer.ok || !event)
          read.faults.push(`the recorded call ${seq} of run ${id} is told and answers ${answer.status}`)
        else if (event.kind === 'model' && !isOf(run, (await answer.json()) as ReadCall, said))
          read.faults.push(`the recorded call ${seq} of run ${id} is not what was asked and said`)
        else if ([event.request, event.response].every((name) => name.startsWith('='))) read.inEvents += 1
        else read.inRows += 1
      }
    }
    cursor = nextCursor
  }
  return read
}

function isOf({ question, status }: Run, { request, response }: ReadCall, said: string): boolean {
  const text = response.said?.map((event) => (event.type === 'text' ? event.text : '')).join('') ?? ''
  const isSaid = status === 'done' || !response.fault ? text === said : said.startsWith(text)
  return isSaid && request.messages.at(-1)?.content === question
}
