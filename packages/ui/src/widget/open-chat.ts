import type { ChatHost, ChatPart } from './chat-part.ts'
import { ChatWindow } from './chat-window.ts'

export function openChat(host: ChatHost): ChatPart {
  return new ChatWindow(host)
}
