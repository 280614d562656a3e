import {
  createTrigger,
  deleteTrigger,
  enableTriggers,
  getTrigger,
  openTestAddress,
  updateTrigger,
  type TriggerValues,
} from '@chatwright/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'

import { call } from '../../lib/api.ts'
import { SCHEDULES } from './use-schedules.ts'
import { WEBHOOKS } from './use-webhooks.ts'

const TRIGGER = ['trigger'] as const

/** A trigger as it was set, to be set anew. */
export function useTrigger(id: string | undefined) {
  return useQuery({
    queryKey: [...TRIGGER, id],
    queryFn: ({ signal }) => call(getTrigger, { params: { id: id ?? '' }, signal }),
    enabled: id !== undefined,
    gcTime: 0,
  })
}

/** Makes a trigger, or sets one anew where its id is given. */
export function useSaveTrigger() {
  return useChange(({ id, flowId, values }: { id?: string | undefined; flowId: string; values: TriggerValues }) =>
    id === undefined
      ? call(createTrigger, { body: { ...values, flowId } })
      : call(updateTrigger, { params: { id }, body: values }),
  )
}

export function useDeleteTrigger() {
  return useChange((id: string) => call(deleteTrigger, { params: { id } }))
}

/** Pauses all that run, or lets those go on; of one flow where it is named. */
export function useEnableAll() {
  return useChange((body: { enabled: boolean; flowId?: string }) => call(enableTriggers, { body }))
}

export function useOpenTest() {
  return useChange(({ id, open }: { id: string; open: boolean }) =>
    call(openTestAddress, { params: { id }, body: { open } }),
  )
}

function useChange<Values, Result>(mutationFn: (values: Values) => Promise<Result>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn,
    onSettled: () =>
      Promise.all([WEBHOOKS, SCHEDULES].map((queryKey) => client.invalidateQueries({ queryKey: [...queryKey] }))),
  })
}
