/** The process an isolated module runs in: one task, one answer, then it ends. */
export interface IsolateTask {
  module: string
  input: unknown
}

export type IsolateOutcome =
  | { ok: true; output: unknown }
  | { ok: false; name: string; message: string; code?: string; hint?: string; field?: string }

process.once('message', (task: IsolateTask) => {
  void perform(task).then((outcome) => process.send?.(outcome, undefined, undefined, () => process.exit(0)))
})

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
