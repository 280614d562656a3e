import type { Generated } from 'kysely'
import type { Flag, Json } from './column-types.ts'

export interface ChatMessageTable {
  id: string
  chatflow_id: string
  chat_id: string
  session_id: string | null
  chat_type: 'INTERNAL' | 'EXTERNAL'
  memory_type: string | null
  role: 'userMessage' | 'apiMessage'
  content: string
  /** `done`, or how the answer ended short. */
  status: 'done' | 'failed' | 'cancelled' | 'interrupted'
  run_id: string | null
  source_documents: Json | null
  used_tools: Json | null
  file_annotations: Json | null
  file_uploads: Json | null
  artifacts: Json | null
  action: Json | null
  agent_reasoning: Json | null
  reason_content: Json | null
  follow_up_prompts: Json | null
  lead_email: string | null
  created_date: string
  /** Its place in the flow, given as it is stored. 0 is before all others, by date: from before messages were numbered. */
  seq: Generated<number>
  /** Of a question to a drawing that was not saved, or of its answer. */
  is_draft: Generated<Flag>
}

/** A long question whose message was taken out of its chat: what is stored of its run names it. */
export interface KeptQuestionTable {
  id: string
  chatflow_id: string
  chat_id: string
  content: string
}

/** A chat whose rows are deleted, and whose files and memories are still to be. */
export interface DeletedChatTable {
  chatflow_id: string
  chat_id: string
  /** Empty where the chat is its session. */
  session_id: string
  are_files_gone: Generated<Flag>
  created_date: string
}

export interface FeedbackTable {
  id: string
  chatflow_id: string
  chat_id: string
  message_id: string
  rating: 'THUMBS_UP' | 'THUMBS_DOWN'
  content: string | null
  created_date: string
}

export interface LeadTable {
  id: string
  chatflow_id: string
  chat_id: string
  name: string | null
  email: string | null
  phone: string | null
  created_date: string
}

export interface UpsertHistoryTable {
  id: string
  chatflow_id: string
  result: Json
  created_date: string
}

/** What somebody looked at and took out of the inbox. */
export interface InboxDismissalTable {
  run_id: string
  created_date: string
}

/** Conversations that the owner or a key leads under a name that could be guessed. */
export interface NamedSessionTable {
  chatflow_id: string
  name: string
}
