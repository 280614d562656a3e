import type { PublishingGate } from '@chatwright/contract'

/** A flow as every request needs it first: who may use it and how, without the graph. */
export interface FlowHead extends FlowHeadRow {
  settings: FlowSettings
}

export interface FlowHeadRow {
  id: string
  name: string
  /** The newest that was saved. */
  version: number
  /** The one that answers. Null is the newest. */
  live_version: number | null
  is_published_by_hand: 0 | 1
  gate: PublishingGate
  type: string
  deployed: 0 | 1
  is_public: 0 | 1
  is_owner_only: 0 | 1
  /** Somebody is told what its runs come to. */
  is_told: 0 | 1
  api_key_id: string | null
  chatbot_config: string | null
  api_config: string | null
  speech_to_text: string | null
  text_to_speech: string | null
  follow_up_prompts: string | null
  created_date: string
  /** Another one whenever its graph may be another. */
  state: string
}

/** What the owner set for a flow beside its graph, read leniently: a broken part counts as not set. */
export interface FlowSettings {
  allowedOrigins: string[]
  allowedOriginsError: string | undefined
  rateLimit: { max: number; durationSeconds: number; message: string | undefined } | undefined
  overrides: OverrideSettings
  /** Whether what calls were asked and came to is kept. */
  isRecorded: boolean
  chatbot: Readonly<Record<string, unknown>>
}

export interface OverrideSettings {
  isOpen: boolean
  /** Input names that are open, by node label or id. */
  inputs: ReadonlyMap<string, ReadonlySet<string>>
  variables: ReadonlySet<string>
}
