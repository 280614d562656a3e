import type { AskOptions, FlowAnswer, OpenedFlow, OpenOptions } from './process/library/open-flow.ts'

export type { AskOptions, FlowAnswer, OpenedFlow, OpenOptions }

/** `chatwright/run`: a flow as code or an exported one, answered by this program itself. What it takes is loaded with the first one. */
export async function openFlow(source: string | object, options: OpenOptions = {}): Promise<OpenedFlow> {
  const { openFlow: open } = await import('./process/library/open-flow.ts')
  return open(source, options)
}
