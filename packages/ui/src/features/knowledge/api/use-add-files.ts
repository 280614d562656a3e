import { refreshKnowledge, saveSource } from '@chatwright/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'

import { call } from '../../../lib/api.ts'
import { joinReferences } from '../../../parts/parameter-form/stored-files.ts'
import { USUAL_SPLITTER } from '../model/source-draft.ts'
import { createWaitingFiles } from './use-waiting-files.ts'

/** Keeps files, makes a source of each and loads them in the background. */
export function useAddFiles() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ storeId, files }: { storeId: string; files: readonly File[] }) => {
      const waiting = createWaitingFiles()
      const save = async (file: File) => {
        const stored = await waiting.store(file)
        const body = {
          storeId,
          loaderId: 'fileLoader',
          loaderName: file.name,
          loaderConfig: { file: joinReferences([stored]) },
          splitterId: USUAL_SPLITTER.name,
          splitterConfig: USUAL_SPLITTER.config,
        }
        return waiting.saving(() => call(saveSource, { body }))
      }
      const saved: string[] = []
      const load = () =>
        call(refreshKnowledge, {
          params: { id: storeId },
          query: { background: 'true' },
          body: { items: saved.map((docId) => ({ docId })) },
        })
      try {
        for (const file of files) saved.push((await save(file)).id)
      } catch (error) {
        await waiting.letGo()
        // Those that were saved are listed: they are loaded, too.
        if (saved.length > 0) await load()
        throw error
      }
      return load()
    },
    onSettled: () => client.invalidateQueries({ queryKey: ['knowledge'] }),
  })
}
