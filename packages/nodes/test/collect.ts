/** Everything an async iterable yields. */
export async function collect<Value>(values: AsyncIterable<Value>): Promise<Value[]> {
  const all: Value[] = []
  for await (const value of values) all.push(value)
  return all
}

/** The text of a stream of model or answer events. */
export function textOf(events: readonly { type: string; text?: string }[]): string {
  return events.map((event) => (event.type === 'text' || event.type === 'token' ? (event.text ?? '') : '')).join('')
}

/** What a promise was rejected with; fails when it was not. */
export async function rejection(promise: Promise<unknown>): Promise<unknown> {
  try {
    await promise
  } catch (error) {
    return error
  }
  throw new Error('It should have failed, but did not')
}
