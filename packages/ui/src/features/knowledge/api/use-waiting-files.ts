import { forgetFile } from '@chatwright/contract'
import type { StoredFile } from '@chatwright/contract'
import { useState } from 'react'

import { call } from '../../../lib/api.ts'
import { storeFile } from '../../../parts/parameter-form/stored-files.ts'

export interface WaitingFiles {
  store: (file: File) => Promise<StoredFile>
  /** Nobody saves these any more: what no source reads is deleted, also what is still on its way. */
  letGo: () => Promise<void>
}

/** Files that are chosen before a source is saved. */
export function createWaitingFiles(): WaitingFiles {
  const ids = new Set<string>()
  let isLeft = false
  // The server keeps what a source reads, and deletes by itself what a closed tab left.
  const forget = (id: string) => call(forgetFile, { params: { id } }).catch(() => undefined)
  return {
    async store(file) {
      const stored = await storeFile(file, { isWaiting: true })
      ids.add(stored.id)
      if (isLeft) await forget(stored.id)
      return stored
    },
    async letGo() {
      isLeft = true
      for (const id of ids) await forget(id)
    },
  }
}

export function useWaitingFiles(): WaitingFiles {
  return useState(createWaitingFiles)[0]
}
