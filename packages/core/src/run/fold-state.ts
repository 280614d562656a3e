type State = Readonly<Record<string, unknown>>

/** What a step changes of the flow's state: values put in the place of others, and values added to lists. */
export interface StateChange {
  readonly state?: State
  readonly appended?: Readonly<Record<string, readonly unknown[]>>
}

/** The state after a change. */
export function foldState(before: State, { state, appended }: StateChange): State {
  if (!state && !appended) return before
  const lists = Object.entries(appended ?? {}).map(([key, added]) => [key, [...listOf(before[key]), ...added]] as const)
  return { ...before, ...state, ...Object.fromEntries(lists) }
}

/** What is no list becomes one: a value that was never set holds nothing. */
export function listOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value as unknown[]
  return value === undefined || value === null || value === '' ? [] : [value]
}
