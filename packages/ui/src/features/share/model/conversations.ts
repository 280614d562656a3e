import type { ChatMessage } from '@chatwright/contract'

/** The messages of one chat, oldest first. */
export interface StoredConversation {
  chatId: string
  chatType: ChatMessage['chatType']
  messages: ChatMessage[]
  lastDate: string
  /** A drawing that was not saved answered in it. */
  isDraft: boolean
}

/** Messages grouped by chat; the chat that spoke last stands first. */
export function groupByChat(messages: readonly ChatMessage[]): StoredConversation[] {
  const chats = new Map<string, ChatMessage[]>()
  for (const message of messages) chats.set(message.chatId, [...(chats.get(message.chatId) ?? []), message])
  return [...chats]
    .map(([chatId, group]) => {
      const ordered = group.toSorted((a, b) => a.createdDate.localeCompare(b.createdDate))
      return {
        chatId,
        chatType: ordered[0]?.chatType ?? 'EXTERNAL',
        messages: ordered,
        lastDate: ordered.at(-1)?.createdDate ?? '',
        isDraft: ordered.some((message) => message.isDraft),
      }
    })
    .toSorted((a, b) => b.lastDate.localeCompare(a.lastDate))
}

/** What a conversation is recognised by: its first question. */
export function titleOf({ messages, chatId }: StoredConversation): string {
  return messages.find((message) => message.role === 'userMessage')?.content.trim() || chatId
}
