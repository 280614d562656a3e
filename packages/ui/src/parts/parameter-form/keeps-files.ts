import type { StoredFile } from '@chatwright/contract'
import { createContext } from 'react'

import { storeFile } from './stored-files.ts'

export type KeepFile = (file: File) => Promise<StoredFile>

/** How a form keeps the files that are chosen in it. On a canvas for good; where a form can be cancelled, until it is. */
export const KeepsFiles = createContext<KeepFile>((file) => storeFile(file))
