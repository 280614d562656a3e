/** The process an isolated module runs in: one task, one answer, then it ends. */
export interface IsolateTask {
  module: string
  input: unknown
}

/** A long list comes in parts: the server takes each in a turn of its own, and answers others in between. */
export interface IsolatePart {
  part: unknown[]
}

export type IsolateOutcome =
  | { ok: true; output: unknown }
  | { ok: true; isList: true }
  | { ok: false; name: string; message: string; code?: string; hint?: string; field?: string }

process.once('message', (task: IsolateTask) => {
  void perform(task).then((outcome) => {
    for (const part of partsOf(outcome)) process.send?.(part)
    process.send?.(isList(outcome) ? { ok: true, isList: true } : outcome, undefined, undefined, () => process.exit(0))
  })
})

/** As many as are read in a few milliseconds: of wide ones fewer. */
const PART_ITEMS = 500
const PART_VALUES = 5000

function isList(outcome: IsolateOutcome): outcome is { ok: true; output: unknown[] } {
  return outcome.ok && 'output' in outcome && Array.isArray(outcome.output)
}

function* partsOf(outcome: IsolateOutcome): Generator<IsolatePart> {
  if (!isList(outcome)) return
  let part: unknown[] = []
  let values = 0
  for (const item of outcome.output) {
    part.push(item)
    values += typeof item === 'object' && item !== null ? Object.keys(item).length : 1
    if (part.length < PART_ITEMS && values < PART_VALUES) continue
    yield { part }
    part = []
    values = 0
  }
  if (part.length > 0) yield { part }
}

async function perform({ module, input }: IsolateTask): Promise<IsolateOutcome> {
  try {
    const { default: work } = (await import(module)) as { default: (input: unknown) => unknown }
    return { ok: true, output: await work(input) }
  } catch (error) {
    const { name, message, code, hint, field } = error as Error & Record<'code' | 'hint' | 'field', unknown>
    return {
      ok: false,
      name,
      message,
      ...(typeof code === 'string' && { code }),
      ...(typeof hint === 'string' && { hint }),
      ...(typeof field === 'string' && { field }),
    }
  }
}
