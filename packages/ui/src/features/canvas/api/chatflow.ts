import {
  createChatflow,
  deleteChatflow,
  getChatflow,
  getChatflowVersion,
  getTemplate,
  listChatflowVersions,
  openDraft,
  publishChatflowVersion,
  restoreChatflowVersion,
  updateChatflow,
} from '@chatwright/contract'
import type { Chatflow, Publishing } from '@chatwright/contract'
import { useQuery } from '@tanstack/react-query'

import { call } from '../../../lib/api.ts'
import { ApiError, messageOf } from '../../../lib/api-error.ts'
import { takeEarly } from '../../../lib/head-start.ts'
import { queryClient } from '../../../lib/query-client.ts'
import type { OpenChatflow } from '../model/canvas-state.ts'
import type { ChatflowGateway, SaveFailure } from '../model/saver.ts'

/** A flow is opened once; what others save later is met when saving, never under the hands of who edits. */
export function useStoredChatflow(id: string | undefined) {
  return useQuery({
    queryKey: ['chatflow', id],
    queryFn: ({ signal }) =>
      takeEarly<Chatflow>(`chatflow ${id}`) ?? call(getChatflow, { params: { id: id ?? '' }, signal }),
    enabled: id !== undefined,
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
}

/** A draft that a program proposed, by the name it has in the address. */
export function useProposedDraft(id: string | undefined, draft: string | undefined) {
  return useQuery({
    queryKey: ['chatflow-draft', id, draft],
    queryFn: ({ signal }) => call(openDraft, { params: { id: id ?? '', draft: draft ?? '' }, signal }),
    enabled: id !== undefined && draft !== undefined,
    staleTime: Infinity,
    gcTime: 0,
  })
}

export function useTemplate(id: string) {
  return useQuery({
    queryKey: ['template', id],
    queryFn: ({ signal }) => call(getTemplate, { params: { id }, signal }),
    staleTime: Infinity,
  })
}

export function useVersions(id: string) {
  return useQuery({
    queryKey: ['chatflow-versions', id],
    queryFn: ({ signal }) => call(listChatflowVersions, { params: { id }, signal }),
    staleTime: 0,
  })
}

export function useVersion(id: string, version: number) {
  return useQuery({
    queryKey: ['chatflow-version', id, version],
    queryFn: ({ signal }) => call(getChatflowVersion, { params: { id, version }, signal }),
    staleTime: Infinity,
  })
}

export function loadChatflow(id: string): Promise<Chatflow> {
  return call(getChatflow, { params: { id } })
}

export function restoreVersion(id: string, version: number): Promise<Chatflow> {
  return call(restoreChatflowVersion, { params: { id, version } })
}

export async function publishVersion(id: string, version: number): Promise<Chatflow> {
  const published = await call(publishChatflowVersion, { params: { id, version } })
  await queryClient.invalidateQueries({ queryKey: ['chatflow-versions', id] })
  return published
}

export function setPublishing(id: string, publish: Publishing): Promise<Chatflow> {
  return call(updateChatflow, { params: { id }, body: { publish } })
}

export async function removeChatflow(id: string): Promise<void> {
  await call(deleteChatflow, { params: { id } })
  await queryClient.invalidateQueries({ queryKey: ['chatflows'] })
}

export const chatflowGateway: ChatflowGateway = {
  create: async (chatflow) => settle(await call(createChatflow, { body: { ...chatflow, access: 'owner' } })),
  update: async (id, changes) => settle(await call(updateChatflow, { params: { id }, body: changes })),
}

/** What the canvas keeps of a stored flow; the graph is its own. */
export function openChatflow(chatflow: Chatflow): OpenChatflow {
  const { id, name, version, liveVersion, publish, updatedDate, isPublic, apikeyid } = chatflow
  return { id, name, version, liveVersion, publish, updatedDate, isPublic, apikeyid }
}

function settle(chatflow: Chatflow): OpenChatflow {
  void queryClient.invalidateQueries({ queryKey: ['chatflows'] })
  return openChatflow(chatflow)
}

export function explainSaveFailure(error: unknown): SaveFailure {
  if (!(error instanceof ApiError)) return { kind: 'failed', message: messageOf(error) }
  if (error.code === 'chatflow-changed') {
    return { kind: 'changed', message: error.message, version: changedVersion(error.details) }
  }
  return { kind: error.isRetryable ? 'unreachable' : 'failed', message: error.message }
}

function changedVersion(details: unknown): number {
  const version = typeof details === 'object' && details !== null && 'version' in details ? details.version : 0
  return typeof version === 'number' ? version : 0
}
