import type { ChatflowSummary } from '@chatwright/contract'

type Listed = readonly ChatflowSummary[] | ({ data: ChatflowSummary[] } | { items: ChatflowSummary[] })

/** A list of flows in pieces of JSON, each flow with its graph: one graph is in memory at a time, however many there are. */
export async function* listWithGraphs(
  listed: Listed,
  graphOf: (id: string) => Promise<string | undefined>,
): AsyncGenerator<string> {
  async function* flows(summaries: readonly ChatflowSummary[]): AsyncGenerator<string> {
    let separator = ''
    yield '['
    for (const summary of summaries) {
      const flowData = await graphOf(summary.id)
      // Deleted since the list was read.
      if (flowData === undefined) continue
      yield separator + JSON.stringify({ ...summary, flowData })
      separator = ','
    }
    yield ']'
  }
  if (isBare(listed)) {
    yield* flows(listed)
    return
  }
  const [name, summaries] = 'data' in listed ? (['data', listed.data] as const) : (['items', listed.items] as const)
  const { [name as never]: _, ...rest } = listed
  yield `{"${name}":`
  yield* flows(summaries)
  yield `${Object.keys(rest).length > 0 ? ',' : ''}${JSON.stringify(rest).slice(1)}`
}

function isBare(listed: Listed): listed is readonly ChatflowSummary[] {
  return Array.isArray(listed)
}
