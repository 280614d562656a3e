import { readValues, type Operation, type Service, type ServiceCalls, type ServiceEvent } from './service.ts'

/** So many ids are known again: services count time in seconds, and list what lies on the edge twice. */
const MOST_SEEN = 500

interface Cursor {
  at: string
  seen: string[]
}

/** What happened since the flow looked last, each event once: with a schedule, a flow starts on what is new. */
export function eventOperation(service: Pick<Service, 'name'>, event: ServiceEvent): Operation {
  const { name, label, description, inputs, poll } = event
  return {
    name,
    label: `${label} since the last run`,
    description: `${description} Returns what happened since the last run; the first run only notes where to begin.`,
    effect: 'reads',
    inputs,
    async perform(given, calls) {
      const values = readValues(inputs, given)
      const place = `${service.name}.${name} ${calls.context.flow.id} ${JSON.stringify(values)}`
      const before = await readCursor(calls, place)
      const { events, cursor } = await poll(values, calls, before?.at)
      const fresh = events.filter(({ id }) => !before?.seen.includes(id))
      const seen = [...(before?.seen ?? []), ...fresh.map(({ id }) => id)].slice(-MOST_SEEN)
      if (!calls.context.keepsNothing) {
        await calls.context.records.set(NAMESPACE, place, JSON.stringify({ at: cursor, seen } satisfies Cursor))
      }
      return fresh.map(({ data }) => data)
    },
  }
}

const NAMESPACE = 'service-cursors'

async function readCursor({ context }: ServiceCalls, place: string): Promise<Cursor | undefined> {
  const stored = await context.records.get(NAMESPACE, place)
  return stored === undefined ? undefined : (JSON.parse(stored) as Cursor)
}
