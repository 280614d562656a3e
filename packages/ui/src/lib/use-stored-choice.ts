import { useState } from 'react'

/** One of a few choices, remembered on this computer. */
export function useStoredChoice<Choice extends string>(
  key: string,
  choices: readonly [Choice, ...Choice[]],
): [Choice, (choice: Choice) => void] {
  const [choice, setChoice] = useState(() => choices.find((name) => name === localStorage.getItem(key)) ?? choices[0])
  return [
    choice,
    (next) => {
      localStorage.setItem(key, next)
      setChoice(next)
    },
  ]
}
