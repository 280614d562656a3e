import {
  allowMore,
  createLimit,
  deleteLimit,
  deletePrice,
  fitOfModel,
  getSpend,
  listApiKeys,
  listChatflows,
  listLimits,
  listPrices,
  setPrice,
} from '@chatwright/contract'
import type { AskingForMore, NewLimit, NewPrice, Price } from '@chatwright/contract'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'

import { call } from '../../../lib/api.ts'

const KEY = 'spend'

export function useSpend(days: number) {
  return useQuery({
    queryKey: [KEY, 'sums', days],
    queryFn: ({ signal }) => call(getSpend, { query: { days }, signal }),
    placeholderData: keepPreviousData,
  })
}

export function usePrices() {
  return useQuery({ queryKey: [KEY, 'prices'], queryFn: ({ signal }) => call(listPrices, { signal }) })
}

export function useSetPrice() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: NewPrice) => call(setPrice, { body }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: [KEY] }),
  })
}

export function useDeletePrice() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ model, since }: Pick<Price, 'model' | 'since'>) => call(deletePrice, { query: { model, since } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: [KEY] }),
  })
}

export function useLimits() {
  return useQuery({ queryKey: [KEY, 'limits'], queryFn: ({ signal }) => call(listLimits, { signal }) })
}

export function useCreateLimit() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: NewLimit) => call(createLimit, { body }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: [KEY, 'limits'] }),
  })
}

export function useAllowMore(id: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ subject, period, allowed, wanted }: AskingForMore) =>
      call(allowMore, { params: { id }, body: { subject, period, allowed, wanted } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: [KEY, 'limits'] }),
  })
}

export function useDeleteLimit() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => call(deleteLimit, { params: { id } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: [KEY, 'limits'] }),
  })
}

/** Which flows cannot ask a model in place of their own; asked once a model is chosen. */
export function useFit({ model, chatflowId }: { model: string; chatflowId: string | undefined }) {
  return useQuery({
    queryKey: [KEY, 'fit', model, chatflowId],
    enabled: model !== '',
    queryFn: ({ signal }) =>
      call(fitOfModel, { query: { model, ...(chatflowId !== undefined && { chatflowId }) }, signal }),
  })
}

/** What a limit can be for, by name. */
export function useSubjects(scope: string) {
  return useQuery({
    queryKey: [KEY, 'subjects', scope],
    enabled: scope === 'flow' || scope === 'key',
    queryFn: async ({ signal }): Promise<{ value: string; label: string }[]> => {
      if (scope === 'key') {
        const keys = await call(listApiKeys, { signal })
        return keys.map(({ id, keyName }) => ({ value: id, label: keyName }))
      }
      const flows = await call(listChatflows, { query: { sort: 'name' }, signal })
      return (Array.isArray(flows) ? flows : []).map(({ id, name }) => ({ value: id, label: name }))
    },
  })
}
