import { refreshKnowledge, saveSource } from '@chatwright/contract'
import type { StoredFile } from '@chatwright/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'

import { call } from '../../../lib/api.ts'
import { joinReferences } from '../../../parts/parameter-form/stored-files.ts'
import { USUAL_SPLITTER } from '../model/source-draft.ts'
import { createWaitingFiles } from './use-waiting-files.ts'

/** Keeps files, makes a source of them and loads it in the background. */
export function useAddFiles() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ storeId, files }: { storeId: string; files: readonly File[] }) => {
      const waiting = createWaitingFiles()
      const [only, ...others] = files
      const save = async () => {
        const stored: StoredFile[] = []
        for (const file of files) stored.push(await waiting.store(file))
        const body = {
          storeId,
          loaderId: 'fileLoader',
          loaderName: others.length === 0 ? (only?.name ?? '') : `${only?.name ?? ''} + ${others.length}`,
          loaderConfig: { file: joinReferences(stored) },
          splitterId: USUAL_SPLITTER.name,
          splitterConfig: USUAL_SPLITTER.config,
        }
        return waiting.saving(() => call(saveSource, { body }))
      }
      const { id } = await save().catch(async (error: unknown) => {
        await waiting.letGo()
        throw error
      })
      return call(refreshKnowledge, {
        params: { id: storeId },
        query: { background: 'true' },
        body: { items: [{ docId: id }] },
      })
    },
    onSettled: () => client.invalidateQueries({ queryKey: ['knowledge'] }),
  })
}
