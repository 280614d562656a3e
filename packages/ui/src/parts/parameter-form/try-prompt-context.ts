import type { InputDescription } from '@chatwright/core'
import { createContext } from 'react'

/** Tries other words for a prompt on recorded runs; nothing where there are none. */
export const TryPromptContext = createContext<((input: InputDescription) => void) | undefined>(undefined)
