import { createTool, getTool, tryTool, updateTool } from '@chatwright/contract'
import type { CustomTool, ToolTrial } from '@chatwright/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'

import { call } from '../../lib/api.ts'
import { toBody } from './tool-draft.ts'
import type { ToolDraft } from './tool-draft.ts'

export function useTool(id: string | undefined) {
  return useQuery({
    queryKey: ['tools', id],
    queryFn: () => call(getTool, { params: { id: id ?? '' } }),
    enabled: id !== undefined,
    // A form starts from what is stored now, and must not change under the person's hands.
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  })
}

export function useSaveTool(onSaved: (tool: CustomTool) => void) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (draft: ToolDraft) => {
      const body = toBody(draft)
      return draft.id === undefined ? call(createTool, { body }) : call(updateTool, { params: { id: draft.id }, body })
    },
    onSuccess: async (tool) => {
      onSaved(tool)
      await queryClient.invalidateQueries({ queryKey: ['tools'] })
    },
  })
}

export function useTryTool() {
  return useMutation({ mutationFn: (trial: ToolTrial) => call(tryTool, { body: trial }) })
}
