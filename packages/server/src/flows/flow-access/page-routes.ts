import {
  AppError,
  getFlowConfig,
  getNodeConfig,
  getPublicChatbotConfig,
  getPublicChatflow,
  getStreaming,
  getUploadSettings,
} from '@chatwright/contract'
import type { Asker, NodeDescription } from '@chatwright/core'
import type { FastifyRequest } from 'fastify'
import { isMember, may } from '../../door/askers/may.ts'
import { handle, type Handler } from '../../door/http/handle.ts'
import type { FlowHead, FlowLibrary } from '../flows/flow-library.ts'
import { checkKey, type FlowGates } from './flow-gate.ts'
import { startForm } from '../flows/start-form.ts'
import { overridableInputs } from './overridable-inputs.ts'
import { uploadSettingsOf } from './upload-settings.ts'

export interface PageRouteDependencies {
  library: FlowLibrary
  gates: Pick<FlowGates, 'admitPage'>
  describe: (nodeName: string) => NodeDescription | undefined
  speech: { offers(head: FlowHead): Promise<{ hears: boolean; speaks: boolean; plays: boolean }> }
}

/** Of the settings of a flow's chat, those a visitor's browser needs. */
const PUBLIC_SETTINGS = [
  'title',
  'titleAvatarSrc',
  'titleBackgroundColor',
  'titleTextColor',
  'welcomeMessage',
  'errorMessage',
  'backgroundColor',
  'backgroundImage',
  'fontSize',
  'poweredByTextColor',
  'showAgentMessages',
  'renderHTML',
  'botMessage',
  'userMessage',
  'textInput',
  'feedback',
  'footer',
  'disclaimer',
  'starterPrompts',
  'chatFeedback',
  'leads',
  'followUpPrompts',
  'fullFileUpload',
  'generateNewSession',
] as const

/** Widgets search the graph for a form of another product's start node; ours have none to show. */
const NO_GRAPH = { flowData: '{"nodes":[],"edges":[]}' }

/** What pages and widgets read before the first question, and what the API dialog reads of a flow. */
export function pageRoutes({ library, gates, describe, speech }: PageRouteDependencies): Handler[] {
  const uploadsOf = async (head: FlowHead, { hears }: { hears: boolean }) =>
    uploadSettingsOf((await library.prepare(head)).flow, describe, { settings: head.settings, hears })

  const formOf = async (head: FlowHead) => startForm((await library.prepare(head)).flow)

  return [
    handle(getStreaming, async ({ params, request, reply }) => {
      await gates.admitPage({ flowId: params.id, request, reply })
      return { isStreaming: true }
    }),
    handle(getUploadSettings, async ({ params, asker, request, reply }) => {
      const head = await gates.admitPage({ flowId: params.id, request, reply })
      if (head.is_owner_only === 1) checkKey(head, asker, request.admission?.noteWrongKey)
      return uploadsOf(head, await speech.offers(head))
    }),
    handle(getPublicChatbotConfig, async ({ params, request, reply, asker }) => {
      const head = await gates.admitPage({ flowId: params.id, request, reply })
      const openness = opennessOf(head, asker, request)
      if (head.is_owner_only === 1 && !openness.isOpen) return { ...openness, ...NO_GRAPH }
      const offers = await speech.offers(head)
      // For the page that shows it, to whoever may ask the flow.
      const form = openness.isOpen ? await formOf(head) : undefined
      return {
        ...publicSettings(head),
        ...openness,
        uploads: await uploadsOf(head, offers),
        ...(form && { form }),
        ...NO_GRAPH,
        isTTSEnabled: offers.speaks,
        isTTSAutoPlayed: offers.plays,
      }
    }),
    handle(getPublicChatflow, async ({ params, request, reply, asker }) => {
      const head = await gates.admitPage({ flowId: params.id, request, reply })
      if (head.is_owner_only === 1) checkKey(head, asker, request.admission?.noteWrongKey)
      if (head.is_public !== 1 && !may(asker, 'flow.read') && !isMember(asker)) {
        throw new AppError('unauthorized', undefined, { message: "This flow isn't public." })
      }
      return {
        id: head.id,
        name: head.name,
        isPublic: head.is_public === 1,
        needsKey: head.api_key_id !== null && !opennessOf(head, asker, request).isOpen,
        chatbotConfig: JSON.stringify(publicSettings(head)),
      }
    }),
    handle(getFlowConfig, async ({ params }) => {
      const head = await library.head(params.id)
      const { flow } = await library.prepare(head, head.version)
      return flow.nodes.flatMap(({ id, data }) =>
        overridableInputs({ id, name: data.name, label: data.label }, describe),
      )
    }),
    handle(getNodeConfig, ({ body }) =>
      overridableInputs({ id: body.id ?? body.name, name: body.name, label: body.label ?? body.name }, describe),
    ),
  ]
}

/** Whether it answers this caller, and only then its name: what a chat without a title of its own is called. */
function opennessOf(head: FlowHead, asker: Asker, request: FastifyRequest): { isOpen: boolean; name?: string } {
  try {
    checkKey(head, asker, request.admission?.noteWrongKey)
    return { isOpen: true, name: head.name }
  } catch (error) {
    if (error instanceof AppError) return { isOpen: false }
    throw error
  }
}

function publicSettings({ settings }: FlowHead): Record<string, unknown> {
  return Object.fromEntries(
    PUBLIC_SETTINGS.flatMap((name) =>
      settings.chatbot[name] === undefined ? [] : [[name, settings.chatbot[name]] as const],
    ),
  )
}
