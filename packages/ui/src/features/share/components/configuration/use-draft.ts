import { useState } from 'react'

interface Draft<Value> {
  value: Value
  change: (value: Value) => void
  isChanged: boolean
}

/** What the person typed over what is stored, until the stored value becomes the same again. */
export function useDraft<Value>(stored: Value): Draft<Value> {
  const [draft, setDraft] = useState<{ value: Value } | undefined>()
  const value = draft ? draft.value : stored
  return {
    value,
    change: (next) => setDraft({ value: next }),
    isChanged: draft !== undefined && JSON.stringify(value) !== JSON.stringify(stored),
  }
}
