/** What one look found. `fails` stops the product from working; `advice` says what to do about it, or about what could be better. */
export interface Finding {
  name: string
  state: 'ok' | 'note' | 'fails'
  found: string
  advice?: string
}

export function ok(name: string, found: string): Finding {
  return { name, state: 'ok', found }
}

export function note(name: string, found: string, advice: string): Finding {
  return { name, state: 'note', found, advice }
}

export function fails(name: string, found: string, advice: string): Finding {
  return { name, state: 'fails', found, advice }
}

export function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { code, cause } = error as NodeJS.ErrnoException & { cause?: unknown }
  return code ?? (cause instanceof Error ? codeOf(cause) : error.message)
}
