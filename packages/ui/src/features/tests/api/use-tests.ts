import {
  createTestCase,
  createTestSet,
  deleteTestCase,
  deleteTestSet,
  exportTestCsv,
  exportTestSet,
  getTestSet,
  importTestCsv,
  listTestCases,
  listTestSets,
  renameTestSet,
  routeUrl,
  runTestCase,
  updateTestCase,
} from '@chatwright/contract'
import type { CaseValues, TestCase } from '@chatwright/contract'
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'

import { call, send } from '../../../lib/api.ts'

const TESTS = ['tests'] as const
/** As many as a set holds. */
const ALL_CASES = 200

export function useTestSets() {
  return useInfiniteQuery({
    queryKey: [...TESTS, 'sets'],
    queryFn: ({ pageParam, signal }) =>
      call(listTestSets, { query: pageParam === undefined ? {} : { cursor: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    staleTime: 0,
  })
}

export function useTestSet(id: string) {
  return useQuery({
    queryKey: [...TESTS, 'set', id],
    queryFn: ({ signal }) => call(getTestSet, { params: { id }, signal }),
    staleTime: 0,
  })
}

const casesKey = (setId: string) => [...TESTS, 'cases', setId]

export function useTestCases(setId: string) {
  return useQuery({
    queryKey: casesKey(setId),
    queryFn: async ({ signal }) =>
      (await call(listTestCases, { params: { id: setId }, query: { limit: ALL_CASES }, signal })).items,
    staleTime: 0,
  })
}

/** Runs one case, and shows its result at once. */
export function useRunCase(setId: string) {
  const client = useQueryClient()
  return async (caseId: string, { isAsking, signal }: { isAsking: boolean; signal: AbortSignal }) => {
    const ran = await call(runTestCase, { params: { id: setId, caseId }, body: { isAsking }, signal })
    client.setQueryData<TestCase[]>(casesKey(setId), (cases) => cases?.map((each) => (each.id === ran.id ? ran : each)))
    return ran
  }
}

/** What changes sets and cases; all of it is read anew after. */
export function useChangeTests() {
  const client = useQueryClient()
  const onSuccess = () => client.invalidateQueries({ queryKey: TESTS })
  return {
    createSet: useMutation({
      mutationFn: (body: { flowId: string; name: string }) => call(createTestSet, { body }),
      onSuccess,
    }),
    renameSet: useMutation({
      mutationFn: ({ id, name }: { id: string; name: string }) =>
        call(renameTestSet, { params: { id }, body: { name } }),
      onSuccess,
    }),
    deleteSet: useMutation({ mutationFn: (id: string) => call(deleteTestSet, { params: { id } }), onSuccess }),
    saveCase: useMutation({
      mutationFn: ({ setId, caseId, body }: { setId: string; caseId: string | undefined; body: CaseValues }) =>
        caseId === undefined
          ? call(createTestCase, { params: { id: setId }, body })
          : call(updateTestCase, { params: { id: setId, caseId }, body }),
      onSuccess,
    }),
    deleteCase: useMutation({
      mutationFn: ({ setId, caseId }: { setId: string; caseId: string }) =>
        call(deleteTestCase, { params: { id: setId, caseId } }),
      onSuccess,
    }),
    importCsv: useMutation({
      mutationFn: ({ setId, csv }: { setId: string; csv: string }) =>
        call(importTestCsv, { params: { id: setId }, body: { csv } }),
      onSuccess,
    }),
  }
}

/** The text of a set's file. */
export async function readSetFile(id: string, kind: 'csv' | 'json'): Promise<string> {
  const response = await send(routeUrl(kind === 'csv' ? exportTestCsv : exportTestSet, { params: { id } }))
  return response.text()
}
