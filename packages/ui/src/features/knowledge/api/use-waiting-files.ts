import { forgetFile } from '@chatwright/contract'
import type { StoredFile } from '@chatwright/contract'
import { useState } from 'react'

import { call } from '../../../lib/api.ts'
import { ApiError } from '../../../lib/api-error.ts'
import { storeFile } from '../../../parts/parameter-form/stored-files.ts'

export interface WaitingFiles {
  store: (file: File) => Promise<StoredFile>
  /** Saves what reads these. Where no answer comes back, that may have been done all the same: then none is deleted here. */
  saving: <Answer>(save: () => Promise<Answer>) => Promise<Answer>
  /** Nobody saves these any more: what no source reads is deleted, also what is still on its way. */
  letGo: () => Promise<void>
}

/** Files that are chosen before a source is saved. */
export function createWaitingFiles(): WaitingFiles {
  const ids = new Set<string>()
  let isLeft = false
  let isUnsure = false
  // The server keeps what a source reads, and deletes by itself what a closed tab left.
  const forget = (id: string) => call(forgetFile, { params: { id } }).catch(() => undefined)
  return {
    async store(file) {
      const stored = await storeFile(file, { isWaiting: true })
      ids.add(stored.id)
      if (isLeft) await forget(stored.id)
      return stored
    },
    async saving(save) {
      try {
        return await save()
      } catch (error) {
        isUnsure ||= !isRefusal(error)
        throw error
      }
    },
    async letGo() {
      isLeft = true
      if (isUnsure) return
      for (const id of ids) await forget(id)
    },
  }
}

/** Said by the server itself, before it did anything; a proxy may give up on what the server goes on with. */
function isRefusal(error: unknown): boolean {
  return error instanceof ApiError && error.status >= 400 && error.status < 500
}

export function useWaitingFiles(): WaitingFiles {
  return useState(createWaitingFiles)[0]
}
