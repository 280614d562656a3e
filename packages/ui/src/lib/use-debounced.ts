import { useEffect, useState } from 'react'

/** The value as it was once it stopped changing for a moment. */
export function useDebounced<Value>(value: Value, delay = 80): Value {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), delay)
    return () => clearTimeout(timer)
  }, [value, delay])
  return settled
}
