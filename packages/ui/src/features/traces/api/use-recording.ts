import {
  exportRecording,
  getCall,
  getRunFlow,
  listCalls,
  planReplay,
  replayRecording,
  replayRun,
} from '@chatwright/contract'
import type { NotKept, RecordedCall, RecordingFile, ReplayRequest, RunChanges } from '@chatwright/contract'
import { useMutation, useQuery } from '@tanstack/react-query'

import { call } from '../../../lib/api.ts'

const KEY = 'runs'
const CALLS_A_PAGE = 200
/** More calls than anybody reads; the rest can be read by the API. */
const MOST_PAGES = 5

/** The flow as the run began with it. */
export function useRunFlow(id: string, isWanted = true) {
  return useQuery({
    queryKey: [KEY, 'flow', id],
    queryFn: ({ signal }) => call(getRunFlow, { params: { id }, signal }),
    staleTime: Infinity,
    enabled: isWanted,
  })
}

export interface Recorded {
  calls: RecordedCall[]
  /** What they were asked and came to can be read. */
  isKept: boolean
  /** Why they cannot, where that is known. */
  notKept: NotKept | null
}

/** What was recorded of a run, once it has ended. */
export function useCalls(id: string, isOver: boolean) {
  return useQuery({
    queryKey: [KEY, 'calls', id],
    enabled: isOver,
    queryFn: async ({ signal }): Promise<Recorded> => {
      const calls: RecordedCall[] = []
      for (let page = 0, after = 0; ; page += 1) {
        const told = await call(listCalls, { params: { id }, query: { limit: CALLS_A_PAGE, after }, signal })
        calls.push(...told.items)
        if (told.next === null || page === MOST_PAGES - 1) return { ...told, calls }
        after = told.next
      }
    },
  })
}

/** All that a call was asked and came to. */
export function useCall(id: string, seq: number) {
  return useQuery({
    queryKey: [KEY, 'call', id, seq],
    queryFn: ({ signal }) => call(getCall, { params: { id, seq }, signal }),
    staleTime: Infinity,
  })
}

/** Which calls some changes would ask anew. */
export function usePlan(id: string, changes: RunChanges | undefined) {
  return useQuery({
    queryKey: [KEY, 'plan', id, changes],
    enabled: changes !== undefined,
    queryFn: ({ signal }) => call(planReplay, { params: { id }, body: changes ?? {}, signal }),
    staleTime: Infinity,
    retry: false,
  })
}

export function useReplay(id: string) {
  return useMutation({ mutationFn: (body: ReplayRequest) => call(replayRun, { params: { id }, body }) })
}

export function useReplayFile() {
  return useMutation({ mutationFn: (body: RecordingFile) => call(replayRecording, { body }) })
}

export function readRecording(id: string): Promise<RecordingFile> {
  return call(exportRecording, { params: { id } })
}
